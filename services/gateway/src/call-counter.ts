import type { Clock } from '@colonnade/core'

/** Calls that a key may make in each window. */
export interface CallBudget {
  readonly calls: number
  readonly windowSeconds: number
}

/**
 * Counts a call of a key. Returns 0, or the seconds after which the key may come again. Windows are the same for all keys, so that nothing
 * has to be kept, or woken up for, beyond the present one. Every call is counted, which is why this neither waits nor allocates.
 */
export function createCallCounter({ calls, windowSeconds }: CallBudget, clock: Pick<Clock, 'now'>): (key: string) => number {
  let counts = new Map<string, number>()
  let endsAt = 0
  return (key) => {
    const now = clock.now()
    // a clock that was set back must not make the window longer
    if (now >= endsAt || endsAt - now > windowSeconds * 1000) {
      counts = new Map()
      endsAt = now + windowSeconds * 1000
    }
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count <= calls ? 0 : Math.max(1, Math.ceil((endsAt - now) / 1000))
  }
}
