import { plans } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import {
  isSleepAllowed,
  type SleepAfter,
  sleepAfterMinutes,
  type SleepReport,
  sleepRules,
  sleepsKeptDays,
  sleepsListed,
} from '@colonnade/contracts/projects/sleeps'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { retrieveProject } from '../projects/store.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

const keptSince = ({ clock }: Context): Date => new Date(clock.now() - sleepsKeptDays * 86_400_000)

/** Returns a project’s sleep settings and what its sleeps saved. Reads only the control plane. */
export async function reportSleeps(ctx: Context, { ref }: ProjectScope): Promise<SleepReport> {
  const { plan, after, has_replicas } = await store.findChoice(ctx.database, ref)
  return {
    after,
    after_minutes: sleepAfterMinutes(plan, after),
    kept_awake_by: has_replicas ? 'replicas' : null,
    sleeps: await store.listSleeps(ctx.database, ref, sleepsListed),
    saved: await store.sumSleeps(ctx.database, ref, keptSince(ctx)),
  }
}

/** @throws AppError `invalid_input` for a time that the organization's plan doesn't allow */
export async function chooseSleep(ctx: Context, scope: ProjectScope, { after }: { after: SleepAfter }, audit: Audit): Promise<SleepReport> {
  const { ref, organizationId } = scope
  await ctx.database.transaction(async (tx) => {
    const { plan } = await store.findChoice(tx, ref)
    if (!isSleepAllowed(plan, after)) {
      const message = messages.planLimit(plans.find(({ id }) => id === plan)!.name, sleepRules[plan].mostMinutes!)
      throw new AppError('invalid_input', { issues: [{ path: ['body', 'after'], message }] }, { message })
    }
    await store.chooseAfter(tx, ref, after)
    await audit(tx, { organizationId, projectRef: ref, details: { after } })
  })
  return reportSleeps(ctx, scope)
}

/** Suspends a project, and returns once its server has stopped. @throws AppError `project_not_active`, `project_busy` */
export async function putToSleep(ctx: Context, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Project> {
  await ctx.parts.sleeper.putToSleep(ref)
  await ctx.database.transaction((tx) => audit(tx, { organizationId, projectRef: ref }))
  return retrieveProject(ctx.database, ref)
}

/** Returns the project, which the call itself already woke. */
export async function wakeProject(ctx: Context, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Project> {
  await ctx.database.transaction((tx) => audit(tx, { organizationId, projectRef: ref }))
  return retrieveProject(ctx.database, ref)
}

export function forgetSleeps(ctx: Context): Promise<void> {
  return store.pruneSleeps(ctx.database, keptSince(ctx))
}
