/** Does some work for each item, a few at a time. Nothing more begins after one that failed, and all have ended when this rejects. */
export async function inParallel<T>(items: Iterable<T>, atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]()
  let isOver = false
  const next = async (): Promise<void> => {
    for (let item = left.next(); !isOver && item.done !== true; item = left.next()) {
      await work(item.value).catch((error: unknown) => {
        isOver = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: atOnce }, next))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
