/** A counter as it stood at a moment. */
export interface CounterReading {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly count: number
  /** Two readings are comparable only if this is the same: a restarted server keeps its counters, but misses what happened in between. */
  readonly epoch: string
}

/** How much a counter rose per second between two readings; null where that can't be said: the first one, or after a reset. */
export function ratePerSecond(before: CounterReading | null, after: CounterReading): number | null {
  if (before === null || before.epoch !== after.epoch || after.count < before.count || after.at <= before.at) return null
  return (after.count - before.count) / ((after.at - before.at) / 1_000)
}
