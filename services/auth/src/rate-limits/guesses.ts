import { fixedLimits } from '@colonnade/contracts/auth/auth-limits'
import type { Clock } from '@colonnade/core'
import { AuthError } from '../errors.ts'
import { createBuckets } from './buckets.ts'
import type { Refusals } from './refusals.ts'
import { type Usage, usageOf } from './usage.ts'

/**
 * Wrong codes for one person in an hour. Twenty guesses at six digits are right once in 50,000 hours; the limit by address alone would let
 * a thousand addresses try a thousand times as many.
 */
const { calls: wrongMost, seconds } = fixedLimits.wrong_codes

/** A guess that was counted as a wrong one. */
export interface Guess {
  /** Stops counting it. */
  wasRight(): void
}

/** Counts guesses at short codes by whom they are for, wherever they come from. */
export interface Guesses {
  /** Counts a guess before it is checked, so that many at once can't all be free. @throws AuthError `over_request_rate_limit` */
  take(ref: string, subject: string): Guess
  /** Returns how much of the allowance is used in a project. */
  usage(ref: string): Usage
}

const filling = { most: wrongMost, perMs: wrongMost / (seconds * 1000) }

export function createGuesses(clock: Clock, refusals: Pick<Refusals, 'add'>): Guesses {
  const buckets = createBuckets(clock)
  return {
    take(ref, subject) {
      const name = `${ref} ${subject}`
      const wait = buckets.take(name, filling)
      if (wait !== null) {
        refusals.add(ref, 'wrong_codes')
        throw new AuthError('over_request_rate_limit', 'Too many wrong codes. Try again later', { retryAfterSeconds: wait })
      }
      return { wasRight: () => buckets.giveBack(name) }
    },
    usage(ref) {
      const used = buckets.used(`${ref} `, () => filling)
      // "code ada@example.com": the kind of code comes first
      return usageOf(
        wrongMost,
        used.map(({ rest, used: wrong }) => ({ caller: rest.slice(rest.indexOf(' ') + 1), used: wrong })),
      )
    },
  }
}
