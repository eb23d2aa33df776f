import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** Limits of messages, for the whole project. */
export const messageLimits = ['rate_limit_email_sent', 'rate_limit_sms_sent'] as const

/** Limits of calls by address, each of which is the setting of its name. */
export const settingLimits = [
  'rate_limit_anonymous_users',
  'rate_limit_token_refresh',
  'rate_limit_verify',
  'rate_limit_otp',
  'rate_limit_web3',
] as const

/** Limits that no setting changes, by address; `wrong_codes`, guesses at short codes, by the user. */
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
  /** Used by whoever has used most of it; null while it isn't known, because the project has been asleep since Colonnade started. */
  used: z.number().int().nullable(),
  /** Calls at once, or messages an hour. What was used by calls refills at the rate that is set. */
  most: z.number().int(),
  /** The address, or the user as the codes name them; null for nobody, for limits of the whole project, and for members who can't see users. */
  caller: z.string().nullable(),
  /** Addresses or users that have used some of it. */
  callers: z.number().int(),
  refused_last_hour: z.number().int(),
})
export type AuthLimitUsage = z.infer<typeof AuthLimitUsage>

/** How much of its limits the auth service of a project has used. */
export const authLimitUsage = resource('/platform/auth/{ref}/rate-limits', {
  list: get('/', {
    summary: 'Show how much of each rate limit is used right now, and how often it was reached; wakes nobody',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: z.object({ items: z.array(AuthLimitUsage) }),
  }),
})
