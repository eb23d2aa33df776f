import { type Backup, backupRules, type BackupReport, type BegunRestore, type RestoreInput } from '@colonnade/contracts'
import { AppError, newPassword, newRef } from '@colonnade/core'
import type { AuditRecorder, FileStream, RequestFacts, StreamEvent } from '@colonnade/http'
import { scramVerifier, type Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../context.ts'
import { follow } from '../../news/follow.ts'
import type { Actor, ProjectScope } from '../../serve.ts'
import { isMember } from '../projects/store.ts'
import { listReplicas } from '../replicas/store.ts'
import { isNameTaken, nameTaken } from './restored-projects.ts'
import * as store from './store.ts'

type Audit = AuditRecorder<Transaction>

/** Asks the control plane alone. */
export async function reportBackups({ database }: PlatformContext, ref: string): Promise<BackupReport> {
  const { plan, next_at } = await store.findSchedule(database, ref)
  const { keptDays, manualMost } = backupRules[plan]
  return {
    backups: await store.listBackups(database, ref),
    restores: await store.listRestores(database, ref),
    kept_days: keptDays,
    manual_most: manualMost,
    next_at,
  }
}

/** Writes the wish and answers at once. @throws AppError `too_many_backups`, `project_busy` while another one is made */
export async function createBackup(ctx: PlatformContext, { ref, organizationId }: ProjectScope, audit: Audit): Promise<Backup> {
  const { plan } = await store.findSchedule(ctx.database, ref)
  const most = backupRules[plan].manualMost
  const backup = await ctx.database.transaction(async (tx) => {
    if (await store.isMaking(tx, ref)) throw new AppError('project_busy', {}, { message: 'Another backup is being made: wait for it' })
    const id = await store.insertManual(tx, ref, most)
    if (id === undefined) {
      const message = `The organization's plan keeps at most ${most} backups that are made by hand. Remove one to make another`
      throw new AppError('too_many_backups', { most }, { message })
    }
    await audit(tx, { organizationId, projectRef: ref, details: { backup: id } })
    return store.findBackup(tx, ref, id)
  })
  ctx.backups.kickBackup(backup!.id)
  return backup!
}

/** @throws AppError `backup_not_found`, `project_busy` */
export function proveBackup(ctx: PlatformContext, scope: ProjectScope, id: string, audit: Audit): Promise<Backup> {
  return change(ctx, scope, id, 'PROVING', audit)
}

/** @throws AppError `backup_not_found`, `project_busy` */
export function removeBackup(ctx: PlatformContext, scope: ProjectScope, id: string, audit: Audit): Promise<Backup> {
  return change(ctx, scope, id, 'REMOVING', audit)
}

/**
 * Writes the wish and answers at once. In place, what there is goes on until the backup is ready to take over.
 *
 * @throws AppError `backup_not_found`, `invalid_input` when the name is not the project's, `project_busy`, `project_name_taken`
 */
export async function restoreBackup(ctx: PlatformContext, scope: ProjectScope, id: string, input: RestoreInput, audit: Audit): Promise<BegunRestore> {
  const { ref, organizationId, name } = scope
  const isNew = input.target === 'new'
  if (input.target === 'project' && input.project_name !== name) {
    const message = `Give the name of the project, "${name}", to have its database replaced`
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'project_name'], message }] }, { message })
  }
  const generated = isNew && input.db_pass === undefined ? newPassword(ctx.random) : null
  const passwordVerifier = isNew ? await scramVerifier(input.db_pass ?? generated!) : null
  const restore = await ctx.database.transaction(async (tx) => {
    const backup = await store.findBackup(tx, ref, id)
    if (backup === undefined) throw new AppError('backup_not_found', { id })
    if (isNew && (await isNameTaken(tx, organizationId, input.name))) throw nameTaken(input.name)
    if (!isNew && (await listReplicas(tx, ref)).length > 0) {
      throw new AppError('project_busy', {}, { message: 'Its read replicas could not follow it into the past: drop them first' })
    }
    const restoreId = await store.insertRestore(tx, {
      ref,
      backupId: id,
      restoredTo: backup.taken_at ?? backup.inserted_at,
      targetRef: isNew ? newRef(ctx.random) : ref,
      targetName: isNew ? input.name : null,
      passwordVerifier,
    })
    if (restoreId === undefined) throw refusal(backup)
    await audit(tx, { organizationId, projectRef: ref, details: { backup: id, target: input.target, ...(isNew && { name: input.name }) } })
    return (await store.listRestores(tx, ref)).find((one) => one.id === restoreId)
  })
  ctx.backups.kickRestore(restore!.id)
  return { ...restore!, db_pass: generated }
}

/** @throws AppError `backup_not_found`, `backup_damaged` */
export async function downloadBackup(ctx: PlatformContext, { ref, name }: ProjectScope, id: string): Promise<FileStream> {
  const found = await store.loadBackup(ctx.database, (await find(ctx, ref, id)).id)
  if (found?.manifest_sha256 == null) throw new AppError('backup_not_found', { id })
  const fileName = `${name.replace(/[^\p{L}\p{N}._-]+/gu, '-')}-backup-${id.slice(0, 8)}.tar`
  return { stream: await ctx.clusters.backups.read(store.sourceOf(found)), fileName, mediaType: 'application/x-tar' }
}

/** The report now, and again whenever something changes, until the caller leaves, is signed out, or is no member any more. */
export function streamBackups(
  ctx: PlatformContext,
  actor: Actor,
  { ref }: ProjectScope,
  request: Pick<RequestFacts, 'signal'>,
): AsyncGenerator<StreamEvent<BackupReport>> {
  let sent = 0
  return follow(ctx, actor, `backups:${ref}`, request, async function* () {
    if (!(await isMember(ctx.database, ref, actor.userId))) return false
    yield { id: String((sent += 1)), data: await reportBackups(ctx, ref) }
    return true
  })
}

/** Makes what is due, and removes what has expired. */
export function makeBackupRound(ctx: PlatformContext): Promise<void> {
  return ctx.backups.round()
}

async function change(ctx: PlatformContext, { ref, organizationId }: ProjectScope, id: string, to: 'PROVING' | 'REMOVING', audit: Audit) {
  const backup = await ctx.database.transaction(async (tx) => {
    const before = await store.findBackup(tx, ref, id)
    if (before === undefined) throw new AppError('backup_not_found', { id })
    if (!(await store.wish(tx, id, to))) throw refusal(before)
    await audit(tx, { organizationId, projectRef: ref, details: { backup: id } })
    return store.findBackup(tx, ref, id)
  })
  ctx.backups.kickBackup(id)
  return backup!
}

async function find(ctx: PlatformContext, ref: string, id: string): Promise<Backup> {
  const backup = await store.findBackup(ctx.database, ref, id)
  if (backup === undefined) throw new AppError('backup_not_found', { id })
  return backup
}

function refusal({ status }: Backup): AppError {
  const isWhole = status === 'COMPLETED' || status === 'PROVING'
  const message = isWhole ? 'The backup, or where it is restored to, is in use: wait until that is over' : `The backup is ${status}`
  return new AppError('project_busy', { status }, { message })
}
