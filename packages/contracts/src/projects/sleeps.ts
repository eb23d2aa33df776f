import { z } from 'zod'
import { get, patch, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import type { PlanId } from '../organizations/organizations.ts'
import { Project } from './projects.ts'

/** Sleep settings of a plan. */
export interface SleepRule {
  /** Default idle minutes before sleep; null to stay awake. */
  readonly standardMinutes: number | null
  /** Maximum idle minutes; null if a project can always stay awake. */
  readonly mostMinutes: number | null
}

/** The specification sets no numbers. Free projects sleep early, because most are idle most of the time; paid projects only on request. */
export const sleepRules: Readonly<Record<PlanId, SleepRule>> = {
  free: { standardMinutes: 15, mostMinutes: 60 },
  pro: { standardMinutes: null, mostMinutes: null },
  team: { standardMinutes: null, mostMinutes: null },
  enterprise: { standardMinutes: null, mostMinutes: null },
}

/** Maximum of the setting: one week. */
export const sleepAfterMinutesMax = 7 * 24 * 60

/** Idle minutes, `never`, or `plan` for the plan's default. */
export const SleepAfter = z.union([z.literal('plan'), z.literal('never'), z.number().int().min(1).max(sleepAfterMinutesMax)])
export type SleepAfter = z.infer<typeof SleepAfter>

/** Returns the idle minutes before a project sleeps; null for never. A value above the plan's maximum counts as the maximum. */
export function sleepAfterMinutes(plan: PlanId, chosen: SleepAfter): number | null {
  const { standardMinutes, mostMinutes } = sleepRules[plan]
  if (chosen === 'plan') return standardMinutes
  if (chosen === 'never') return mostMinutes
  return mostMinutes === null ? chosen : Math.min(chosen, mostMinutes)
}

/** Returns true if the plan allows the setting. */
export function isSleepAllowed(plan: PlanId, chosen: SleepAfter): boolean {
  const { mostMinutes } = sleepRules[plan]
  return chosen === 'plan' || mostMinutes === null || (chosen !== 'never' && chosen <= mostMinutes)
}

/** What woke a project: a pooler client, a dashboard page, another API caller, or a status change. */
export const wakeKinds = ['connection', 'dashboard', 'api', 'change'] as const

export const WakeCause = z.object({
  kind: z.enum(wakeKinds),
  /** The pool mode or "direct", the API call, or the requested status. */
  what: z.string(),
  /** Database role of a connection, or name of a person; null if unknown. */
  who: z.string().nullable(),
})
export type WakeCause = z.infer<typeof WakeCause>

/** One sleep of a project. */
export const Sleep = z.object({
  id: z.number().int(),
  slept_at: Timestamp,
  /** null while asleep. */
  woken_at: Timestamp.nullable(),
  woken_by: WakeCause.nullable(),
  /** Time from the first request to the first available connection. */
  wake_ms: z.number().int().nullable(),
  /** Memory of the server before (proportional set size); null if the system doesn't report it. */
  memory_bytes: z.number().int().nullable(),
  /** Why waking failed. */
  problem: z.string().nullable(),
})
export type Sleep = z.infer<typeof Sleep>

/** Sleep settings of a project, its sleeps and their savings. */
export const SleepReport = z.object({
  /** Setting of the project. */
  after: SleepAfter,
  /** Effective idle minutes on the organization's plan; null for never. */
  after_minutes: z.number().int().nullable(),
  /** What keeps it awake regardless of the setting; null if nothing. */
  kept_awake_by: z.enum(['replicas']).nullable(),
  /** Newest first. */
  sleeps: z.array(Sleep),
  /** Totals of all retained sleeps. */
  saved: z.object({
    since: Timestamp,
    sleeps: z.number().int(),
    asleep_seconds: z.number(),
    /** Freed memory in byte-seconds. */
    memory_byte_seconds: z.number(),
  }),
})
export type SleepReport = z.infer<typeof SleepReport>

/** Number of sleeps in a report, and their retention. */
export const sleepsListed = 20
export const sleepsKeptDays = 30

export const sleeps = resource('/platform/projects/{ref}', {
  report: get('/sleeps', {
    summary: 'Retrieve sleep settings, recent sleeps, their wake causes and savings. Does not wake the project',
    auth: 'user',
    permission: 'projects:read',
    reply: SleepReport,
  }),
  update: patch('/sleeps', {
    summary: 'Set the idle time before the project sleeps',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.sleep_changed',
    body: z.object({ after: SleepAfter }),
    needs: 'machine',
    reply: SleepReport,
  }),
  sleep: post('/sleep', {
    summary: 'Suspend the project now unless it’s in use. Any connection wakes it',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.put_to_sleep',
    needs: 'machine',
    reply: Project,
    errors: ['project_not_active', 'project_busy'],
  }),
  wake: post('/wake', {
    summary: 'Wake the project. Responds once it accepts connections',
    auth: 'user',
    permission: 'database:read',
    audit: 'project.woken',
    needsActive: true,
    reply: Project,
  }),
})
