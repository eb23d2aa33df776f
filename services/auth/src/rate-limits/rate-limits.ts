import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { Clock } from '@colonnade/core'
import { addressKey } from '@colonnade/http'
import { AuthError } from '../errors.ts'
import { createBuckets } from './buckets.ts'

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

export interface RateLimits {
  /** Counts a call. @throws AuthError `over_request_rate_limit` with the seconds to wait */
  count(name: LimitName, key: { readonly ref: string; readonly address: string }, settings: AuthSettings): void
}

export function createRateLimits(clock: Clock): RateLimits {
  const buckets = createBuckets(clock)
  return {
    count(name, { ref, address }, settings) {
      const { calls, seconds } = rates[name](settings)
      const wait = buckets.take(`${ref} ${name} ${addressKey(address)}`, { most: burst, perMs: calls / (seconds * 1000) })
      if (wait !== null) throw new AuthError('over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: wait })
    },
  }
}
