import type { Clock } from '@colonnade/core'
import { AuthError } from '../errors.ts'
import { createBuckets } from './buckets.ts'

/**
 * Wrong codes for one person in an hour. Twenty guesses at six digits are right once in 50,000 hours; the limit by address alone would let
 * a thousand addresses try a thousand times as many.
 */
const wrongMost = 20
const hourMs = 3_600_000

/** A guess that was counted as a wrong one. */
export interface Guess {
  /** Stops counting it. */
  wasRight(): void
}

/** Counts guesses at short codes by whom they are for, wherever they come from. */
export interface Guesses {
  /** Counts a guess before it is checked, so that many at once can't all be free. @throws AuthError `over_request_rate_limit` */
  take(ref: string, subject: string): Guess
}

export function createGuesses(clock: Clock): Guesses {
  const buckets = createBuckets(clock)
  return {
    take(ref, subject) {
      const name = `${ref} ${subject}`
      const wait = buckets.take(name, { most: wrongMost, perMs: wrongMost / hourMs })
      if (wait !== null) throw new AuthError('over_request_rate_limit', 'Too many wrong codes. Try again later', { retryAfterSeconds: wait })
      return { wasRight: () => buckets.giveBack(name) }
    },
  }
}
