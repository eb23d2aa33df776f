import { type AuthLimitUsage, authLimits } from '@colonnade/contracts/auth/auth-limits'
import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import type { KnownProjects } from '@colonnade/projects'
import type { ProjectDatabases } from '../project/project-databases.ts'
import type { Guesses } from './guesses.ts'
import type { PostedMessages } from './posted-messages.ts'
import type { RateLimits } from './rate-limits.ts'
import type { Refusals } from './refusals.ts'
import type { Usage } from './usage.ts'

export interface LimitUsageParts {
  readonly known: KnownProjects
  readonly databases: Pick<ProjectDatabases, 'peek'>
  readonly limits: Pick<RateLimits, 'usage'>
  readonly guesses: Pick<Guesses, 'usage'>
  readonly posted: PostedMessages
  readonly refusals: Pick<Refusals, 'lastHour'>
}

/** Returns how much of a project's limits is used right now. Neither wakes the project nor keeps it awake. */
export async function limitUsage({ known, databases, limits, guesses, posted, refusals }: LimitUsageParts, ref: string): Promise<AuthLimitUsage[]> {
  const settings = completeAuthSettings((await known.find(ref))?.auth.settings ?? {})
  const database = databases.peek(ref)
  if (database !== null) await posted.read(ref, database)
  const ofProject = (used: number | null, most: number): Usage => ({ used, most, caller: null, callers: 0 })
  const usage = new Map<string, Usage>([
    ['rate_limit_email_sent', ofProject(posted.lastHour(ref, 'email'), settings.rate_limit_email_sent)],
    ['rate_limit_sms_sent', ofProject(posted.lastHour(ref, 'sms'), settings.rate_limit_sms_sent)],
    ...limits.usage(ref, settings),
    ['wrong_codes', guesses.usage(ref)],
  ])
  return authLimits.map((limit) => ({ limit, ...usage.get(limit)!, refused_last_hour: refusals.lastHour(ref, limit) }))
}
