import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { Clock } from '@colonnade/core'
import { addressKey } from '@colonnade/http'
import { AuthError } from '../errors.ts'

/** Kinds of calls that are counted for each address. */
export type LimitName =
  | 'token'
  | 'verify'
  | 'signup'
  | 'otp'
  | 'recover'
  | 'resend'
  | 'user'
  | 'sso'
  | 'web3'
  | 'passkey'
  | 'factors'
  | 'anonymous'
  | 'registration'

interface Rate {
  readonly calls: number
  readonly seconds: number
}

const fiveMinutes = 300

/** How many calls an address may make in how long; some of them the project says (auth.md, Limits). */
const rates: Readonly<Record<LimitName, (settings: AuthSettings) => Rate>> = {
  token: (settings) => ({ calls: settings.rate_limit_token_refresh, seconds: fiveMinutes }),
  verify: (settings) => ({ calls: settings.rate_limit_verify, seconds: fiveMinutes }),
  signup: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  otp: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  recover: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  resend: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  user: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  sso: () => ({ calls: 30, seconds: fiveMinutes }),
  web3: (settings) => ({ calls: settings.rate_limit_web3, seconds: fiveMinutes }),
  passkey: () => ({ calls: 30, seconds: fiveMinutes }),
  factors: () => ({ calls: 15, seconds: 60 }),
  anonymous: (settings) => ({ calls: settings.rate_limit_anonymous_users, seconds: 3_600 }),
  registration: () => ({ calls: 10, seconds: fiveMinutes }),
}

/** Calls that may come at once before the rate counts (GoTrue, `SetBurst(30)`). */
const burst = 30

/** Addresses that are remembered; of the others, the one that was counted longest ago is forgotten. */
const bucketsMost = 100_000

interface Bucket {
  tokens: number
  at: number
}

/** Token buckets, in memory: what a restart forgets is refilled within minutes anyway. */
export interface RateLimits {
  /** Counts a call. @throws AuthError `over_request_rate_limit` with the seconds to wait */
  count(name: LimitName, key: { readonly ref: string; readonly address: string }, settings: AuthSettings): void
}

export function createRateLimits(clock: Clock): RateLimits {
  /** In the order of their last call, oldest first. */
  const buckets = new Map<string, Bucket>()
  return {
    count(name, { ref, address }, settings) {
      const { calls, seconds } = rates[name](settings)
      const perMs = calls / (seconds * 1000)
      const key = `${ref} ${name} ${addressKey(address)}`
      const now = clock.now()
      const bucket = buckets.get(key) ?? { tokens: burst, at: now }
      bucket.tokens = Math.min(burst, bucket.tokens + (now - bucket.at) * perMs)
      bucket.at = now
      buckets.delete(key)
      buckets.set(key, bucket)
      if (buckets.size > bucketsMost) buckets.delete(buckets.keys().next().value!)
      if (bucket.tokens < 1) {
        const wait = Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000))
        throw new AuthError('over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: wait })
      }
      bucket.tokens -= 1
    },
  }
}
