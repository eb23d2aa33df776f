import type { Backup, BackupRemoval, BackupReport, BegunRestore, RestoreInput } from '@colonnade/contracts/copies/backups'
import type { PitrInput } from '@colonnade/contracts/copies/pitr'
import { backupRules } from '@colonnade/contracts/copies/rules'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, FileStream, RequestFacts, StreamEvent } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { followWith } from '../../../kernel/news/follow.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { isMember } from '../../projects/projects/store.ts'
import { beginRestore, refusal } from './begin-restore.ts'
import * as pitr from './pitr/service.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** Returns the report from the control plane only. */
export async function reportBackups(
  { database, clock, config }: Pick<PlatformContext, 'database' | 'clock' | 'config'>,
  ref: string,
): Promise<BackupReport> {
  const { plan, next_at } = await store.findSchedule(database, ref)
  const { keptDays, manualMost } = backupRules[plan]
  return {
    backups: await store.listBackups(database, ref),
    restores: await store.listRestores(database, ref),
    kept_days: keptDays,
    manual_most: manualMost,
    next_at,
    is_offsite: config.offsite !== null,
    ...(await pitr.reportPitr(database, ref, clock.now())),
  }
}

/** Requests a backup and returns at once. @throws AppError `too_many_backups`, `project_busy` while another is being created */
export async function createBackup(ctx: Context, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Backup> {
  const { plan } = await store.findSchedule(ctx.database, ref)
  const most = backupRules[plan].manualMost
  const backup = await ctx.database.transaction(async (tx) => {
    if (await store.isMaking(tx, ref)) throw new AppError('project_busy', {}, { message: messages.underWay })
    const id = await store.insertManual(tx, ref, most)
    if (id === undefined) {
      const message = messages.tooMany(most)
      throw new AppError('too_many_backups', { most }, { message })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { backup: id } })
    return store.findBackup(tx, ref, id)
  })
  ctx.parts.backups.kickBackup(backup!.id)
  return backup!
}

/** @throws AppError `backup_not_found`, `project_busy` */
export function proveBackup(ctx: Context, scope: ProjectScope, id: string, audit: Audit): Promise<Backup> {
  return change(ctx, scope, id, 'PROVING', audit)
}

/** @throws AppError `backup_not_found`, `project_busy` */
export function removeBackup(ctx: Context, scope: ProjectScope, id: string, audit: Audit): Promise<Backup> {
  return change(ctx, scope, id, 'REMOVING', audit)
}

/** @throws AppError `backup_not_found`, and those of `beginRestore` */
export async function restoreBackup(
  ctx: Context,
  actor: Actor,
  scope: ProjectScope,
  id: string,
  input: RestoreInput,
  audit: Audit,
): Promise<BegunRestore> {
  const backup = await find(ctx, scope.ref, id)
  return beginRestore(ctx, actor, scope, { id, restoredTo: backup.taken_at ?? backup.inserted_at, until: null }, input, audit)
}

/** @throws AppError `backup_not_found`, `backup_damaged` */
export async function downloadBackup(ctx: Context, { ref, name }: ProjectScope, id: string): Promise<FileStream> {
  const found = await store.loadBackup(ctx.database, (await find(ctx, ref, id)).id)
  if (found?.manifest_sha256 == null) throw new AppError('backup_not_found', { id })
  const fileName = `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}-backup-${id.slice(0, 8)}.tar`
  return { stream: await ctx.clusters.need(found.ref, 'backups').read(store.sourceOf(found)), fileName, mediaType: 'application/x-tar' }
}

/** Yields the report now and after each change, until the client disconnects, signs out, or is no longer a member. */
export function streamBackups(
  ctx: Context,
  actor: Actor,
  { ref }: ProjectScope,
  request: Pick<RequestFacts, 'signal'>,
): AsyncGenerator<StreamEvent<BackupReport>> {
  let sent = 0
  // the next backup's time depends on the project's status
  const news = ctx.bus.subscribe(`backups:${ref}`, `project:${ref}`, `session:${actor.sessionId}`)
  return followWith(ctx, actor, news, request, async function* () {
    if (!(await isMember(ctx.database, ref, actor))) return false
    yield { id: String((sent += 1)), data: await reportBackups(ctx, ref) }
    return true
  })
}

/** Turns point-in-time recovery on or off. @throws AppError `invalid_input` */
export async function changePitr(ctx: Context, scope: ProjectScope, input: PitrInput, audit: Audit): Promise<BackupReport> {
  await pitr.changePitr(ctx, scope, input, audit)
  return reportBackups(ctx, scope.ref)
}

/** Starts a check of all archived WAL. @throws AppError `invalid_input` */
export async function readArchive(ctx: Context, scope: ProjectScope, audit: Audit): Promise<BackupReport> {
  await pitr.readArchive(ctx, scope, audit)
  return reportBackups(ctx, scope.ref)
}

/** Returns the times that can't be recovered without a backup. @throws AppError `backup_not_found` */
export async function previewRemoval(ctx: Context, { ref }: ProjectScope, id: string): Promise<BackupRemoval> {
  return pitr.previewRemoval(ctx, ref, (await find(ctx, ref, id)).id)
}

/** Updates the recovery window of each project. */
export function makeWindowRound(ctx: Context): Promise<void> {
  return ctx.parts.backups.windowRound()
}

/** Creates due backups, and deletes expired ones. */
export function makeBackupRound(ctx: Context): Promise<void> {
  return ctx.parts.backups.round()
}

async function change(ctx: Context, { ref, organizationId }: ProjectScope, id: string, to: 'PROVING' | 'REMOVING', audit: Audit) {
  const backup = await ctx.database.transaction(async (tx) => {
    const before = await store.findBackup(tx, ref, id)
    if (before === undefined) throw new AppError('backup_not_found', { id })
    if (!(await store.requestStatus(tx, id, to))) throw refusal(before)
    await audit(tx, { organizationId, projectRef: ref, details: { backup: id } })
    return store.findBackup(tx, ref, id)
  })
  ctx.parts.backups.kickBackup(id)
  return backup!
}

async function find(ctx: Context, ref: string, id: string): Promise<Backup> {
  const backup = await store.findBackup(ctx.database, ref, id)
  if (backup === undefined) throw new AppError('backup_not_found', { id })
  return backup
}
