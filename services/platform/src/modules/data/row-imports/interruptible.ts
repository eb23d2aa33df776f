/** The same items, until the failure rejects: then with that error at once, even while no item comes. */
export async function* interruptible<Item>(source: AsyncIterable<Item>, failure: Promise<never>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]()
  // heard of once: every race against a promise that stays open would be kept by it
  let fail = (error: unknown): void => void (failed = { error })
  let failed: { readonly error: unknown } | undefined
  failure.catch((error: unknown) => fail(error))
  try {
    for (;;) {
      const { promise, resolve, reject } = Promise.withResolvers<IteratorResult<Item>>()
      fail = (error) => {
        failed = { error }
        reject(error)
      }
      if (failed !== undefined) throw failed.error
      items.next().then(resolve, reject)
      const next = await promise
      if (next.done === true) return
      yield next.value
    }
  } finally {
    // not waited for: what is asked for already may never come
    void items.return?.().catch(() => {})
  }
}

/** Rejects with the error once the signal aborts; call the second when nobody waits for it any more. */
export function rejectOnAbort(signal: AbortSignal, error: () => Error): { readonly failure: Promise<never>; readonly forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const onAbort = (): void => reject(error())
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return { failure: promise, forget: () => signal.removeEventListener('abort', onAbort) }
}
