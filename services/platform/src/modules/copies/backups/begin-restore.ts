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

/** What is restored: a backup, or what the WAL after it has made of it. */
export interface Restored {
  /** of the backup */
  readonly id: string
  /** The moment, for people. */
  readonly restoredTo: string
  readonly until: NonNullable<BackupSource['until']> | null
}

/**
 * Writes the wish and answers at once. In place, what there is goes on until what is restored is ready to take over.
 *
 * @throws AppError `backup_not_found`, `invalid_input` when the name is not the project's, or the password is made of it, `project_busy`, `project_name_taken`,
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
    const message = `Give the name of the project, "${name}", to have its database replaced`
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
      throw new AppError('project_busy', {}, { message: 'Its read replicas could not follow it into the past: drop them first' })
    }
    const restoreId = await store.insertRestore(tx, {
      ref,
      backupId: id,
      restoredTo,
      until,
      targetRef: isInPlace ? ref : newRef(ctx.random),
      targetName: isInPlace ? null : input.name,
      isBranch: input.target === 'branch',
      userId,
      passwordVerifier,
      isPasswordGenerated: generated !== null,
    })
    if (restoreId === undefined) throw refusal(backup)
    const details = { backup: id, target: input.target, ...(!isInPlace && { name: input.name }), ...(until !== null && { at: restoredTo }) }
    await audit(tx, { organizationId, projectRef: ref, details })
    return (await store.listRestores(tx, ref)).find((one) => one.id === restoreId)
  })
  ctx.parts.backups.kickRestore(restore!.id)
  return { ...restore!, db_pass: generated }
}

export function refusal({ status }: Backup): AppError {
  const isWhole = status === 'COMPLETED' || status === 'PROVING'
  const message = isWhole ? 'The backup, or where it is restored to, is in use: wait until that is over' : `The backup is ${status}`
  return new AppError('project_busy', { status }, { message })
}
