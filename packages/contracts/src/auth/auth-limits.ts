import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** Message limits, for the whole project. */
export const messageLimits = ['rate_limit_email_sent', 'rate_limit_sms_sent'] as const

/** Request limits per IP address. Each is the setting of the same name. */
export const settingLimits = [
  'rate_limit_anonymous_users',
  'rate_limit_token_refresh',
  'rate_limit_verify',
  'rate_limit_otp',
  'rate_limit_web3',
] as const

/** Fixed limits per IP address, except for `wrong_codes` (guesses of short codes), which is per user. */
export const fixedLimits = {
  sso: { calls: 30, seconds: 300 },
  passkeys: { calls: 30, seconds: 300 },
  factors: { calls: 15, seconds: 60 },
  client_registration: { calls: 10, seconds: 300 },
  wrong_codes: { calls: 20, seconds: 3_600 },
} as const
export type FixedLimit = keyof typeof fixedLimits
export const fixedLimitNames = Object.keys(fixedLimits) as readonly FixedLimit[]

export type CallLimit = (typeof settingLimits)[number] | Exclude<FixedLimit, 'wrong_codes'>

export const authLimits = [...messageLimits, ...settingLimits, ...fixedLimitNames] as const
export type AuthLimit = (typeof authLimits)[number]

export const AuthLimitUsage = z.object({
  limit: z.enum(authLimits),
  /** Highest usage by a single address or user; null if unknown because the project has been asleep since Colonnade started. */
  used: z.number().int().nullable(),
  /** Burst size in requests, or messages per hour. Used requests refill at the configured rate. */
  most: z.number().int(),
  /** The address or user with the highest usage; null if there is none, for project-wide limits, and for members who can't see users. */
  caller: z.string().nullable(),
  /** Number of addresses or users with any usage. */
  callers: z.number().int(),
  refused_last_hour: z.number().int(),
})
export type AuthLimitUsage = z.infer<typeof AuthLimitUsage>

/** Current rate limit usage of a project's auth service. */
export const authLimitUsage = resource('/platform/auth/{ref}/rate-limits', {
  list: get('/', {
    summary: 'Retrieve the current usage of each rate limit and how often it was reached. Does not wake the project',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: z.object({ items: z.array(AuthLimitUsage) }),
  }),
})
