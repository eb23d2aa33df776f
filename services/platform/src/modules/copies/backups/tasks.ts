import type { Fleet, RestoreStep } from '@colonnade/clusters'
import { AppError, toAppError } from '@colonnade/core'
import type { Database, Queryable } from '@colonnade/pg'
import type { Secrets } from '@colonnade/secrets'
import { copyAuthSettings } from '../../auth/auth-settings/kept-settings.ts'
import { copyIssuers } from '../../auth/third-party-auth/store.ts'
import { restoreFunctions } from '../../functions/function-history/service.ts'
import { copyFunctions, hadFunctions } from '../../functions/function-history/store.ts'
import { copyFunctionSecrets } from '../../functions/function-secrets/service.ts'
import { copyRealtimeSettings } from '../../realtime/realtime-settings/store.ts'
import { copyStorageSettings } from '../../storage/storage-settings/store.ts'
import { insertForMembers } from '../../installation/notifications/store.ts'
import type { Offsite } from '../offsite/offsite.ts'
import type { StoredFiles } from '../stored-files/stored-files.ts'
import { statusWords } from '../../projects/projects/not-active.ts'
import type { Reconciler } from '../../projects/projects/reconciler.ts'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'
import { inWords } from './pitr/reconcile.ts'
import { requestMark } from './pitr/store.ts'
import { proveServer } from './prove-server.ts'
import { findState, insertRestored, requestRestored } from './restored-projects.ts'
import * as store from './store.ts'
import { messages, noticeText } from './messages.ts'

/** What a task works with. */
export interface TaskTools {
  readonly clusters: Fleet
  readonly database: Database
  readonly secrets: Secrets
  readonly sleeper: Sleeper
  readonly reconciler: Reconciler
  readonly offsite: Offsite
  readonly storedFiles: StoredFiles
  /** Updates the recovery window of a project. */
  readonly lookAtWindow: (ref: string) => Promise<void>
  /** Aborts to stop the task where it is. */
  readonly signal: AbortSignal
}

/** Every task is safe to repeat: an interrupted backup or restore starts over. */
export async function makeBackup({ clusters, database, sleeper, signal }: TaskTools, { id, ref }: store.BackupRow): Promise<void> {
  const release = await sleeper.use(ref, { kind: 'api', what: 'backup' })
  try {
    await store.recordMade(database, id, await clusters.need(ref, 'backups').take(ref, id, { signal }))
  } catch (error) {
    const { status } = await findState(database, ref)
    if (status !== 'PAUSING' && status !== 'INACTIVE') throw error
    throw new AppError(toAppError(error).code, {}, { message: messages.pausedDuring, cause: error })
  } finally {
    release()
  }
}

export async function proveBackup({ clusters, database, offsite, signal }: TaskTools, backup: store.BackupRow): Promise<void> {
  const source = store.sourceOf(backup)
  const proof = await offsite.orWithCopies(source, signal, () => clusters.need(backup.ref, 'backups').rehearse(source, proveServer, { signal }))
  await store.recordProof(database, backup.id, proof)
  offsite.look()
}

export async function removeBackup({ clusters, database, offsite }: TaskTools, { id, ref }: store.BackupRow): Promise<void> {
  await clusters.need(ref, 'backups').remove(ref, id)
  await store.deleteBackup(database, id)
  offsite.look()
}

/** The current database keeps running until the restored one is ready. */
export async function prepareRestore({ clusters, database, offsite, signal }: TaskTools, restore: store.RestoreRow): Promise<void> {
  const { id, project_ref: ref, target_ref, compute, backup_id, manifest_sha256, until } = restore
  const source = { ...store.sourceOf({ ref, id: backup_id ?? '', manifest_sha256 }), ...(until !== null && { until }) }
  const onStep = (step: RestoreStep) => store.reach(database, id, step)
  const into = { ref: target_ref, compute, restore: id }
  await offsite.orWithCopies(source, signal, () => clusters.need(ref, 'backups').prepare(source, into, { onStep, signal }))
  await store.recordRestore(database, id, 'PLACING')
}

/** Replaces the database with the restored one, and has the project's reconciler start it. */
export async function placeRestore(
  { clusters, database, secrets, reconciler, storedFiles, lookAtWindow, signal }: TaskTools,
  restore: store.RestoreRow,
): Promise<void> {
  const { id, project_ref: sourceRef, target_ref: ref } = restore
  // lets members return to the state just before the restore
  await requestMark(database, ref)
  await lookAtWindow(ref)
  const isNewProject = restore.target_name !== null && !restore.is_branch
  if (isNewProject) await storedFiles.shareForRestore(sourceRef, ref, new Date(restore.restored_to), signal)
  if (!(await clusters.need(ref, 'backups').place({ ref, restore: id }))) return store.recordRestore(database, id, 'PREPARING')
  await database.transaction(async (tx) => {
    if (restore.target_name === null) await requestRestored(tx, ref)
    else await insertRestored(tx, restore)
    // keep what members have changed since, if this was interrupted after the transaction
    if (!(await store.hasReached(tx, id, 'placed'))) await bringSettings({ secrets }, tx, restore)
    if (!isNewProject) await storedFiles.setBack(tx, sourceRef)
    await store.reach(tx, id, 'placed')
  })
  reconciler.kick(ref)
  await reconciler.idle(ref)
  const { status, problem } = await findState(database, ref)
  if (status !== 'ACTIVE_HEALTHY') {
    throw new AppError('recovery_failed', {}, { message: messages.noAnswer(problem?.message ?? messages.itIs(statusWords[status])) })
  }
  await lookAtWindow(ref)
  await database.transaction(async (tx) => {
    await store.reach(tx, id, 'completed')
    await store.recordRestore(tx, id, 'COMPLETED')
    if (restore.target_name === null) await notifyReplaced(tx, restore)
  })
}

/** Restores edge functions as of that time. A new project also gets the current settings and secrets of its source, which have no history. */
async function bringSettings(parts: Pick<TaskTools, 'secrets'>, tx: Queryable, restore: store.RestoreRow): Promise<void> {
  const { project_ref: from, target_ref: to, target_name: name } = restore
  const at = new Date(restore.restored_to)
  if (name === null) return restoreFunctions(tx, to, at)
  await copyAuthSettings(parts, tx, { from, to, withSending: true })
  await copyIssuers(tx, { from, to })
  await copyStorageSettings(tx, { from, to })
  await copyRealtimeSettings(tx, { from, to })
  await copyFunctions(tx, { from, to, at })
  await copyFunctionSecrets(parts, tx, { from, to })
}

/** Notifies members that the data was replaced. A new project or branch announces itself when it's ready. */
async function notifyReplaced(tx: Queryable, { organization_id, project_ref, project_name, restored_to }: store.RestoreRow): Promise<void> {
  const hasFunctions = await hadFunctions(tx, project_ref, new Date(restored_to))
  await insertForMembers(tx, {
    organizationId: organization_id,
    projectRef: project_ref,
    priority: 'Warning',
    outcome: 'project_replaced',
    title: noticeText.restored.title(project_name),
    message: noticeText.restored.message(inWords(restored_to), hasFunctions),
    actions: [{ label: noticeText.openBackups, action_type: 'open_backups' }],
  })
}
