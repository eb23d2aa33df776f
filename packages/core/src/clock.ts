/** Time comes in as an argument, so that a test can hold it still. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number
  date(): Date
}

export const systemClock: Clock = { now: () => Date.now(), date: () => new Date() }

/** A clock that moves only when told to. `startMs`: milliseconds since the Unix epoch. */
export function manualClock(startMs: number): Clock & { advance(ms: number): void } {
  let nowMs = startMs
  return {
    now: () => nowMs,
    date: () => new Date(nowMs),
    advance(ms) {
      nowMs += ms
    },
  }
}
