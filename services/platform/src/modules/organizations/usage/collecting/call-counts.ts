import type { Endpoint } from '@colonnade/contracts/foundation/endpoint'
import type { Clock } from '@colonnade/core'

export interface CallCount {
  readonly calls: number
  /** Those among them that run SQL which people wrote. */
  readonly sqlRuns: number
}

/** A context's part of this module. */
export interface HasCalls {
  readonly calls: CallCounts
}

/** How often the platform was called about each project. Lives in memory; what collects usage reads how far it has come. */
export interface CallCounts {
  /** Another start of the program counts from zero, since another time. */
  readonly since: Date
  add(ref: string, endpoint: Endpoint): void
  list(): readonly (readonly [ref: string, count: CallCount])[]
}

export function createCallCounts(clock: Clock): CallCounts {
  const counts = new Map<string, { calls: number; sqlRuns: number }>()
  return {
    since: clock.date(),
    add(ref, { rate }) {
      const count = counts.get(ref) ?? { calls: 0, sqlRuns: 0 }
      counts.set(ref, count)
      count.calls += 1
      if (rate === 'query') count.sqlRuns += 1
    },
    list: () => [...counts],
  }
}
