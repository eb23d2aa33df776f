import { AuditFilter, AuditKind } from '@colonnade/contracts/organizations/audit-log'
import { z } from 'zod'

const dayMs = 86_400_000

/** How far back one looks, in days. */
export const periods = [
  { value: '1', label: 'Last 24 hours' },
  { value: '7', label: 'Last 7 days' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
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
  return {
    ...(kind !== undefined && { kind }),
    ...(actor !== undefined && { actor }),
    ...(project !== undefined && { project_ref: project }),
    ...(days !== undefined && { since: new Date(now - Number(days) * dayMs).toISOString() }),
  }
}
