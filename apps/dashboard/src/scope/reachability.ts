/**
 * Whether the server answers, as the calls themselves find it. Not `navigator.onLine`: a laptop without network still reaches a
 * Colonnade that runs on it.
 */
let isReachable = true
const listeners = new Set<() => void>()

export const reachability = {
  get: () => isReachable,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

/** The browser's fetch, which also notes whether anybody answered. */
export const watchedFetch: typeof globalThis.fetch = async (input, init) => {
  try {
    const response = await globalThis.fetch(input, init)
    note(true)
    return response
  } catch (error) {
    if (!init?.signal?.aborted) note(false)
    throw error
  }
}

function note(next: boolean): void {
  if (next === isReachable) return
  isReachable = next
  for (const listener of listeners) listener()
}
