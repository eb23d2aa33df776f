import type { BackupSource } from '@colonnade/clusters'
import type { Backup, BegunRestore, RestoreInput } from '@colonnade/contracts/copies/backups'
import { AppError, newPassword, newRef } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import { scramVerifier, type Transaction } from '@colonnade/pg'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { claimBranch } from '../branches/service.ts'
import { requireUnguessable } from '../../projects/projects/password-rules.ts'
import { listReplicas } from '../replicas/store.ts'
import { isNameTaken, nameTaken } from './restored-projects.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

/** State to restore: a backup, or a later point in time from the WAL after it. */
export interface Restored {
  /** Identifier of the backup. */
  readonly id: string
  /** Point in time to show to people. */
  readonly restoredTo: string
  readonly until: NonNullable<BackupSource['until']> | null
}

/**
 * Requests a restore and returns at once. An in-place restore replaces the database only when the restored one is ready.
 *
 * @throws AppError `backup_not_found`, `invalid_input` when the name isn't the project's or the password contains it, `project_busy`,
 * `project_name_taken`,
 * `branch_name_taken`, `too_many_branches`
 */
export async function beginRestore(
  ctx: Context,
  { userId }: Actor,
  { ref, organizationId, name }: ProjectScope,
  { id, restoredTo, until }: Restored,
  input: RestoreInput,
  audit: AuditRecorder<Transaction>,
): Promise<BegunRestore> {
  const isInPlace = input.target === 'project'
  const chosen = input.target === 'new' ? input.db_pass : undefined
  if (input.target === 'project' && input.project_name !== name) {
    const message = messages.confirmName(name)
    throw new AppError('invalid_input', { issues: [{ path: ['body', 'project_name'], message }] }, { message })
  }
  if (input.target === 'new') requireUnguessable(chosen, [input.name])
  const generated = isInPlace || chosen !== undefined ? null : newPassword(ctx.random)
  const passwordVerifier = isInPlace ? null : await scramVerifier(chosen ?? generated!)
  const restore = await ctx.database.transaction(async (tx) => {
    const backup = await store.findBackup(tx, ref, id)
    if (backup === undefined) throw new AppError('backup_not_found', { id })
    if (input.target === 'new' && (await isNameTaken(tx, organizationId, input.name))) throw nameTaken(input.name)
    if (input.target === 'branch') await claimBranch(tx, userId, ref, input.name)
    if (isInPlace) await ctx.guards.refuseInterruption(tx, ref, 'restore')
    if (isInPlace && (await listReplicas(tx, ref)).length > 0) {
      throw new AppError('project_busy', {}, { message: messages.hasReplicas })
    }
    const targetRef = isInPlace ? ref : newRef(ctx.random)
    const restoreId = await store.insertRestore(tx, {
      ref,
      backupId: id,
      restoredTo,
      until,
      targetRef,
      targetName: isInPlace ? null : input.name,
      isBranch: input.target === 'branch',
      userId,
      passwordVerifier,
      isPasswordGenerated: generated !== null,
    })
    if (restoreId === undefined) throw refusal(backup)
    const details = {
      backup: id,
      target: input.target,
      ...(!isInPlace && { name: input.name, target_ref: targetRef }),
      ...(until !== null && { at: restoredTo }),
    }
    await audit(tx, { organizationId, projectRef: ref, details })
    return (await store.listRestores(tx, ref)).find((one) => one.id === restoreId)
  })
  ctx.parts.backups.kickRestore(restore!.id)
  return { ...restore!, db_pass: generated }
}

export function refusal({ status }: Backup): AppError {
  const isWhole = status === 'COMPLETED' || status === 'PROVING'
  const message = isWhole ? messages.inUse : messages.status(status)
  return new AppError('project_busy', { status }, { message })
}
