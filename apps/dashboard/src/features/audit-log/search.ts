import { AuditFilter, AuditKind } from '@colonnade/contracts/organizations/audit-log'
import { z } from 'zod'
import { rangeOf } from '../../lib/log-table/time-range.ts'

const dayMs = 86_400_000

/** How far back one looks, in days. */
export const periods = [
  { value: '1', label: 'Last 24 hours', ms: dayMs },
  { value: '7', label: 'Last 7 days', ms: 7 * dayMs },
  { value: '30', label: 'Last 30 days', ms: 30 * dayMs },
  { value: '90', label: 'Last 90 days', ms: 90 * dayMs },
] as const

/** What of the log is looked at, in the address. */
export const AuditSearch = z.object({
  kind: AuditKind.optional().catch(undefined),
  actor: AuditFilter.shape.actor.catch(undefined),
  project: z.string().max(40).optional().catch(undefined),
  /** All of it when left out. */
  days: z
    .enum(periods.map(({ value }) => value))
    .optional()
    .catch(undefined),
})
export type AuditSearch = z.infer<typeof AuditSearch>

/** What the server is asked for. `now` is rounded down to the minute by the caller, so that looking again asks the same. */
export function filterOf({ kind, actor, project, days }: AuditSearch, now: number): AuditFilter {
  const { since } = rangeOf(periods, days, now)
  return {
    ...(kind !== undefined && { kind }),
    ...(actor !== undefined && { actor }),
    ...(project !== undefined && { project_ref: project }),
    ...(since !== undefined && { since: new Date(since).toISOString() }),
  }
}
