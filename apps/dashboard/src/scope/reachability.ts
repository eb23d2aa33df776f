import { isAppError } from '@colonnade/core'
import { noteUnanswered } from '../lib/late/unanswered.ts'
import { openEarlyCalls } from './early/early-calls.ts'

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

/** Whether a read failed because the server can't be reached. The connection notice says so, and the read is repeated when the server is back. */
export function isLostRead(error: unknown): boolean {
  const isLost = isAppError(error, 'unavailable') && !isReachable
  if (isLost) noteUnanswered(error)
  return isLost
}

/** A fetch which also notes whether anybody answered. */
export function watched(fetch: typeof globalThis.fetch): typeof globalThis.fetch {
  return async (input, init) => {
    try {
      const response = await fetch(input, init)
      note(true)
      return response
    } catch (error) {
      if (!init?.signal?.aborted) note(false)
      throw error
    }
  }
}

const early = openEarlyCalls()

/** The browser's own, watched. It is looked up with each call, as tests replace it. The document may have sent the call already. */
export const watchedFetch = watched(async (input, init) => early.send(input, init, async (...call) => globalThis.fetch(...call)))

function note(next: boolean): void {
  if (next === isReachable) return
  isReachable = next
  for (const listener of listeners) listener()
}
