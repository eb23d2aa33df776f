/** Does work once there is room for its bytes, in the order in which it was asked for. */
export type Budget = <T>(bytes: number, work: () => Promise<T>) => Promise<T>

/** @param most bytes at once; work that needs more waits until it is alone */
export function createBudget(most: number): Budget {
  const waiting: { readonly bytes: number; begin(): void }[] = []
  let used = 0
  const admit = (): void => {
    while (waiting.length > 0 && (used === 0 || used + waiting[0]!.bytes <= most)) {
      const next = waiting.shift()!
      used += next.bytes
      next.begin()
    }
  }
  return async (bytes, work) => {
    // also nothing takes a little
    const needed = Math.max(bytes, 64 * 1024)
    const { promise, resolve } = Promise.withResolvers<void>()
    waiting.push({ bytes: needed, begin: resolve })
    admit()
    await promise
    try {
      return await work()
    } finally {
      used -= needed
      admit()
    }
  }
}
