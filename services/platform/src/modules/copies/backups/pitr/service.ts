import type { BackupRemoval, BackupReport, BegunRestore, PitrRestoreInput } from '@colonnade/contracts/copies/backups'
import { type Pitr, pitrDaysOf, type PitrInput } from '@colonnade/contracts/copies/pitr'
import { AppError } from '@colonnade/core'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { AuditRecorder } from '@colonnade/http'
import type { Actor, ProjectScope } from '../../../../kernel/serve.ts'
import { beginRestore } from '../begin-restore.ts'
import { readLeads } from './reconcile.ts'
import { leadsOf, lostOf, rangesOf, wayTo, without } from './ranges.ts'
import * as store from './store.ts'
import type { Context } from '../context.ts'
import { pitrMessages } from '../messages.ts'

type Audit = AuditRecorder<Transaction>

export interface PitrReport extends Pick<BackupReport, 'pitr' | 'pitr_days'> {}

export async function reportPitr(db: Queryable, ref: string, now: number): Promise<PitrReport> {
  const pitr = await store.findPitr(db, ref)
  return { pitr: pitr === undefined ? null : { ...pitr, ranges: within(pitr, now) }, pitr_days: await daysOf(db, ref) }
}

/** Moves the window's start up to now: the stored ranges are as of the last check. Older releases didn't store the version. */
function within({ ranges, days }: Pitr, now: number): Pitr['ranges'] {
  const start = new Date(now - days * 86_400_000).toISOString()
  return ranges
    .filter(({ ends_at }) => ends_at >= start)
    .map((range) => ({ ...range, starts_at: range.starts_at < start ? start : range.starts_at, postgres_major: range.postgres_major ?? null }))
}

async function daysOf(db: Queryable, ref: string): Promise<number[]> {
  const { plan, is_branch } = await store.findPlan(db, ref)
  return is_branch ? [] : pitrDaysOf(plan)
}

/** Requests the change and returns at once. @throws AppError `invalid_input` for a window that isn't available to the project */
export async function changePitr(ctx: Context, { ref, organizationId }: ProjectScope, { days }: PitrInput, audit: Audit): Promise<void> {
  const change = async (tx: Transaction): Promise<void> => {
    if (days === null) await store.requestOff(tx, ref)
    else {
      const allowed = await daysOf(tx, ref)
      if (!allowed.includes(days)) {
        const message = allowed.length === 0 ? pitrMessages.noBranches : pitrMessages.windows(allowed)
        throw new AppError('invalid_input', { issues: [{ path: ['body', 'days'], message }] }, { message })
      }
      await store.requestOn(tx, ref, days)
    }
    await audit(tx, { organizationId, projectRef: ref, details: { days } })
  }
  await awake(ctx, ref, days, () => ctx.database.transaction(change))
  ctx.parts.backups.kickWindow(ref)
}

/** Wakes a sleeping project, because the base backup needs a running server. */
async function awake<T>(ctx: Context, ref: string, days: number | null, work: () => Promise<T>): Promise<T> {
  if (days === null) return work()
  const release = await ctx.parts.sleeper.use(ref, { kind: 'change', what: pitrMessages.feature })
  return work().finally(release)
}

/** Starts a check of all archived WAL. @throws AppError `invalid_input` while point-in-time recovery is off */
export async function readArchive(ctx: Context, { ref, organizationId }: ProjectScope, audit: Audit): Promise<void> {
  await ctx.database.transaction(async (tx) => {
    if (!(await store.requestReading(tx, ref))) {
      throw new AppError('invalid_input', {}, { message: pitrMessages.offNothingToCheck })
    }
    await audit(tx, { organizationId, projectRef: ref, details: {} })
  })
  ctx.parts.backups.kickReading(ref)
}

/** Returns the times that can be recovered from this backup only. */
export async function previewRemoval(ctx: Context, ref: string, id: string): Promise<BackupRemoval> {
  const pitr = await store.findPitr(ctx.database, ref)
  if (pitr === undefined || pitr.state === 'TURNING_OFF') return { lost: [] }
  const windowStart = ctx.clock.now() - pitr.days * 86_400_000
  const { known, leads } = await readLeads({ ...ctx, offsite: ctx.parts.offsite }, ref)
  return { lost: lostOf(rangesOf(leads, windowStart), rangesOf(leadsOf(without(known, id)), windowStart), windowStart) }
}

/**
 * Requests a restore and returns at once. Archives the latest writes first.
 *
 * @throws AppError `moment_not_recoverable`, and those of `beginRestore`
 */
export async function restoreTo(
  ctx: Context,
  actor: Actor,
  scope: ProjectScope,
  { at, into }: PitrRestoreInput,
  audit: Audit,
): Promise<BegunRestore> {
  const { ref } = scope
  const time = Date.parse(at)
  const pitr = await store.findPitr(ctx.database, ref)
  if (pitr === undefined || pitr.state === 'TURNING_OFF') {
    throw new AppError('moment_not_recoverable', { at }, { message: pitrMessages.off })
  }
  if (time > Date.parse(pitr.ranges.at(-1)?.ends_at ?? at) && time <= ctx.clock.now()) {
    const release = await ctx.parts.sleeper.use(ref, { kind: 'change', what: 'restore' })
    await ctx.parts.backups.lookAtWindow(ref).finally(release)
  }
  const { known, leads } = await readLeads({ ...ctx, offsite: ctx.parts.offsite }, ref)
  const way = wayTo(time, leads, known.marks)
  if (way === undefined) throw unreachable(at, within({ ...pitr, ranges: rangesOf(leads, 0) }, ctx.clock.now()))
  return beginRestore(ctx, actor, scope, { id: way.lead.backup, restoredTo: new Date(time).toISOString(), until: way.until }, into, audit)
}

function unreachable(at: string, ranges: Pitr['ranges']): AppError {
  return new AppError('moment_not_recoverable', { at, ranges }, { message: pitrMessages.unreachable(at, ranges) })
}
