import { useState } from 'react'

/** A period that ends now, as a filter offers it. */
export interface Period<Value extends string = string> {
  /** Its value in the address. */
  readonly value: Value
  /** "Last 7 days". */
  readonly label: string
  readonly ms: number
}

/** Times in milliseconds since 1970; what is undefined is open. */
export interface TimeRange {
  readonly since?: number | undefined
  readonly until?: number | undefined
}

const minuteMs = 60_000

/** Returns when the page was opened, rounded down to the minute: asking again for the last hour asks for the same hour. */
export function useOpenedAt(): number {
  const [openedAt] = useState(() => Math.floor(Date.now() / minuteMs) * minuteMs)
  return openedAt
}

/** Returns the range of a period that ends at `now`; all time for a value that isn't among the periods. */
export function rangeOf(periods: readonly Period[], value: string | undefined, now: number): TimeRange {
  const period = periods.find((each) => each.value === value)
  return period === undefined ? {} : { since: now - period.ms }
}

/** The most buckets that a histogram has room for. */
const mostBuckets = 60

/** Lengths of a bucket, which people read off a clock: from a second to a day. */
const bucketMs = [1_000, 5_000, 15_000, 60_000, 300_000, 900_000, 3_600_000, 14_400_000, 86_400_000] as const

/** Starts of the buckets of a histogram, oldest first, and how long each is. */
export interface Buckets {
  readonly times: readonly number[]
  readonly ms: number
}

/** Returns the buckets of a histogram over a range: at most 60, of whole seconds, minutes, hours or days of UTC. */
export function bucketsOf({ since, until }: { readonly since: number; readonly until: number }): Buckets {
  const ms =
    bucketMs.find((each) => (until - since) / each <= mostBuckets - 1) ?? Math.ceil((until - since) / (mostBuckets - 1) / 86_400_000) * 86_400_000
  const first = Math.floor(since / ms) * ms
  return { times: Array.from({ length: Math.max(1, Math.ceil((until - first) / ms)) }, (_, index) => first + index * ms), ms }
}
