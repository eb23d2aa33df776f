import type { Clock } from '@colonnade/core'
import { createHash } from 'node:crypto'
import { AuthError } from '../errors.ts'

/** Addresses that are remembered; of the others, the one that asked longest ago is forgotten. */
const addressesMost = 100_000

/**
 * Makes whoever asks for codes to an address that has no account wait as long as its owner would have to, so that the answer doesn't tell
 * whether there is one.
 */
export interface StrangerPauses {
  /** @throws AuthError as `requirePause`, from the second call on */
  require(key: string, pauseSeconds: number, code: 'over_email_send_rate_limit' | 'over_sms_send_rate_limit'): void
}

export function createStrangerPauses(clock: Clock): StrangerPauses {
  /** When each was asked for, oldest first; by hash, since addresses of people don't belong here. */
  const asked = new Map<string, number>()
  return {
    require(key, pauseSeconds, code) {
      const hash = createHash('sha256').update(key).digest('base64url')
      const now = clock.now()
      const left = Math.ceil(((asked.get(hash) ?? -Infinity) + pauseSeconds * 1000 - now) / 1000)
      if (left > 0) {
        throw new AuthError(code, `For security purposes, you can only request this after ${left} seconds.`, { retryAfterSeconds: left })
      }
      asked.delete(hash)
      asked.set(hash, now)
      if (asked.size > addressesMost) asked.delete(asked.keys().next().value!)
    },
  }
}
