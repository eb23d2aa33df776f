import { type CallLimit, fixedLimits } from '@colonnade/contracts/auth/auth-limits'
import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { Clock } from '@colonnade/core'
import { addressKey } from '@colonnade/http'
import { AuthError } from '../errors.ts'
import { createBuckets, type Filling } from './buckets.ts'
import type { Refusals } from './refusals.ts'
import { type Usage, usageOf } from './usage.ts'

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

/** Calls per address and time; the project sets some of them (auth.md, Limits). */
const rates: Readonly<Record<LimitName, (settings: AuthSettings) => Rate>> = {
  token: (settings) => ({ calls: settings.rate_limit_token_refresh, seconds: fiveMinutes }),
  verify: (settings) => ({ calls: settings.rate_limit_verify, seconds: fiveMinutes }),
  signup: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  otp: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  recover: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  resend: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  user: (settings) => ({ calls: settings.rate_limit_otp, seconds: fiveMinutes }),
  sso: () => fixedLimits.sso,
  web3: (settings) => ({ calls: settings.rate_limit_web3, seconds: fiveMinutes }),
  passkey: () => fixedLimits.passkeys,
  factors: () => fixedLimits.factors,
  anonymous: (settings) => ({ calls: settings.rate_limit_anonymous_users, seconds: 3_600 }),
  registration: () => fixedLimits.client_registration,
}

/** Calls that may come at once before the rate counts (GoTrue, `SetBurst(30)`). */
const burst = 30

/** The limits that kinds of calls count against, as the dashboard names them. */
const limits: Readonly<Record<LimitName, CallLimit>> = {
  token: 'rate_limit_token_refresh',
  verify: 'rate_limit_verify',
  signup: 'rate_limit_otp',
  otp: 'rate_limit_otp',
  recover: 'rate_limit_otp',
  resend: 'rate_limit_otp',
  user: 'rate_limit_otp',
  sso: 'sso',
  web3: 'rate_limit_web3',
  passkey: 'passkeys',
  factors: 'factors',
  anonymous: 'rate_limit_anonymous_users',
  registration: 'client_registration',
}

export interface RateLimits {
  /** Counts a call. @throws AuthError `over_request_rate_limit` with the seconds to wait */
  count(name: LimitName, key: { readonly ref: string; readonly address: string }, settings: AuthSettings): void
  /** Returns how much of each limit is used in a project. */
  usage(ref: string, settings: AuthSettings): ReadonlyMap<CallLimit, Usage>
}

function fillingOf(name: LimitName, settings: AuthSettings): Filling {
  const { calls, seconds } = rates[name](settings)
  return { most: burst, perMs: calls / (seconds * 1000) }
}

export function createRateLimits(clock: Clock, refusals: Pick<Refusals, 'add'>): RateLimits {
  const buckets = createBuckets(clock)
  return {
    count(name, { ref, address }, settings) {
      const wait = buckets.take(`${ref} ${name} ${addressKey(address)}`, fillingOf(name, settings))
      if (wait === null) return
      refusals.add(ref, limits[name])
      throw new AuthError('over_request_rate_limit', 'Request rate limit reached', { retryAfterSeconds: wait })
    },
    usage(ref, settings) {
      const callers = new Map(Object.values(limits).map((limit) => [limit, [] as { caller: string; used: number }[]]))
      for (const { rest, used } of buckets.used(`${ref} `, (each) => fillingOf(nameOf(each), settings))) {
        callers.get(limits[nameOf(rest)])!.push({ caller: rest.slice(rest.indexOf(' ') + 1), used })
      }
      return new Map([...callers].map(([limit, found]) => [limit, usageOf(burst, found)]))
    },
  }
}

const nameOf = (rest: string): LimitName => rest.slice(0, rest.indexOf(' ')) as LimitName
