import { z } from 'zod'
import { get, patch, post, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'
import type { PlanId } from '../organizations/organizations.ts'
import { Project } from './projects.ts'

/** What a plan allows of sleep. */
export interface SleepRule {
  /** Minutes without use after which projects sleep that choose nothing; null: they stay awake. */
  readonly standardMinutes: number | null
  /** The longest that may be chosen; null: a project may also stay awake for ever. */
  readonly mostMinutes: number | null
}

/** The specification names no figures: free projects sleep soon, because most of them are idle most of the time; paid ones when somebody wants it. */
export const sleepRules: Readonly<Record<PlanId, SleepRule>> = {
  free: { standardMinutes: 15, mostMinutes: 60 },
  pro: { standardMinutes: null, mostMinutes: null },
  team: { standardMinutes: null, mostMinutes: null },
  enterprise: { standardMinutes: null, mostMinutes: null },
}

/** Longest that can be asked for: a week. */
export const sleepAfterMinutesMax = 7 * 24 * 60

/** Minutes without use, `never`, or `plan` for what the plan says. */
export const SleepAfter = z.union([z.literal('plan'), z.literal('never'), z.number().int().min(1).max(sleepAfterMinutesMax)])
export type SleepAfter = z.infer<typeof SleepAfter>

/** Idle minutes before a project sleeps; null for never. A value that the plan no longer allows counts as the plan's maximum. */
export function sleepAfterMinutes(plan: PlanId, chosen: SleepAfter): number | null {
  const { standardMinutes, mostMinutes } = sleepRules[plan]
  if (chosen === 'plan') return standardMinutes
  if (chosen === 'never') return mostMinutes
  return mostMinutes === null ? chosen : Math.min(chosen, mostMinutes)
}

/** Whether a plan allows what somebody chooses. */
export function isSleepAllowed(plan: PlanId, chosen: SleepAfter): boolean {
  const { mostMinutes } = sleepRules[plan]
  return chosen === 'plan' || mostMinutes === null || (chosen !== 'never' && chosen <= mostMinutes)
}

/** What ends a sleep: a client of the pooler, a page of the dashboard, another caller of the API, or another wish for the project. */
export const wakeKinds = ['connection', 'dashboard', 'api', 'change'] as const

export const WakeCause = z.object({
  kind: z.enum(wakeKinds),
  /** The pooler's mode or "direct", what was called, or the status that was asked for. */
  what: z.string(),
  /** Database role of a connection, or name of a person; null where nobody is known. */
  who: z.string().nullable(),
})
export type WakeCause = z.infer<typeof WakeCause>

/** One sleep of a project. */
export const Sleep = z.object({
  id: z.number().int(),
  slept_at: Timestamp,
  /** null while it sleeps */
  woken_at: Timestamp.nullable(),
  woken_by: WakeCause.nullable(),
  /** From the first call to the first connection that was possible. */
  wake_ms: z.number().int().nullable(),
  /** What the server took before: shared pages count in part, as they are shared. null where the system does not tell. */
  memory_bytes: z.number().int().nullable(),
  /** Why it could not be woken. */
  problem: z.string().nullable(),
})
export type Sleep = z.infer<typeof Sleep>

/** How a project sleeps, and what that saved. */
export const SleepReport = z.object({
  /** As chosen for the project. */
  after: SleepAfter,
  /** What that means on the organization's plan, in minutes; null for never. */
  after_minutes: z.number().int().nullable(),
  /** What keeps it awake whatever is chosen; null for nothing. */
  kept_awake_by: z.enum(['replicas']).nullable(),
  /** Newest first. */
  sleeps: z.array(Sleep),
  /** Of the sleeps since a time, which are all that are kept. */
  saved: z.object({
    since: Timestamp,
    sleeps: z.number().int(),
    asleep_seconds: z.number(),
    /** Memory freed for others: bytes times seconds. */
    memory_byte_seconds: z.number(),
  }),
})
export type SleepReport = z.infer<typeof SleepReport>

/** Sleeps that a report lists, and for how long they are kept. */
export const sleepsListed = 20
export const sleepsKeptDays = 30

export const sleeps = resource('/platform/projects/{ref}', {
  report: get('/sleeps', {
    summary: 'When the project sleeps, its last sleeps, what woke it and what they saved; wakes nothing',
    auth: 'user',
    permission: 'projects:read',
    reply: SleepReport,
  }),
  update: patch('/sleeps', {
    summary: 'Choose after how long without use the project sleeps',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.sleep_changed',
    body: z.object({ after: SleepAfter }),
    needs: 'machine',
    reply: SleepReport,
  }),
  sleep: post('/sleep', {
    summary: 'Suspend the project now unless it’s in use; any connection wakes it',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.put_to_sleep',
    needs: 'machine',
    reply: Project,
    errors: ['project_not_active', 'project_busy'],
  }),
  wake: post('/wake', {
    summary: 'Wake the project, and answer when it takes connections',
    auth: 'user',
    permission: 'database:read',
    audit: 'project.woken',
    needsActive: true,
    reply: Project,
  }),
})
