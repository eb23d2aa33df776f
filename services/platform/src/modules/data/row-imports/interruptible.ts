/** Yields the items until the failure rejects, then throws that error at once, even while no item comes. */
export async function* interruptible<Item>(source: AsyncIterable<Item>, failure: Promise<never>): AsyncGenerator<Item> {
  const items = source[Symbol.asyncIterator]()
  // one listener only: a pending promise would retain every race against it
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
    // not awaited: the requested item may never come
    void items.return?.().catch(() => {})
  }
}

/** Rejects with the error once the signal aborts; call the second function when no longer needed. */
export function rejectOnAbort(signal: AbortSignal, error: () => Error): { readonly failure: Promise<never>; readonly forget: () => void } {
  const { promise, reject } = Promise.withResolvers<never>()
  promise.catch(() => {})
  const onAbort = (): void => reject(error())
  if (signal.aborted) onAbort()
  signal.addEventListener('abort', onAbort, { once: true })
  return { failure: promise, forget: () => signal.removeEventListener('abort', onAbort) }
}
