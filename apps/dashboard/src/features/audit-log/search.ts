import { AuditFilter, AuditKind } from '@colonnade/contracts/organizations/audit-log'
import { z } from 'zod'
import { rangeOf } from '../../lib/log-table/time-range.ts'
import { periodText } from './messages.ts'

const dayMs = 86_400_000

/** The periods of the filter, in days. */
export const periods = [
  { value: '1', label: periodText.day, ms: dayMs },
  { value: '7', label: periodText.week, ms: 7 * dayMs },
  { value: '30', label: periodText.month, ms: 30 * dayMs },
  { value: '90', label: periodText.quarter, ms: 90 * dayMs },
] as const

/** The filters of the page, in its address. */
export const AuditSearch = z.object({
  kind: AuditKind.optional().catch(undefined),
  actor: AuditFilter.shape.actor.catch(undefined),
  project: z.string().max(40).optional().catch(undefined),
  /** Any time if left out. */
  days: z
    .enum(periods.map(({ value }) => value))
    .optional()
    .catch(undefined),
})
export type AuditSearch = z.infer<typeof AuditSearch>

/** Returns the filter the server gets. The caller rounds `now` down to the minute, so that a reload sends the same one. */
export function filterOf({ kind, actor, project, days }: AuditSearch, now: number): AuditFilter {
  const { since } = rangeOf(periods, days, now)
  return {
    ...(kind !== undefined && { kind }),
    ...(actor !== undefined && { actor }),
    ...(project !== undefined && { project_ref: project }),
    ...(since !== undefined && { since: new Date(since).toISOString() }),
  }
}
