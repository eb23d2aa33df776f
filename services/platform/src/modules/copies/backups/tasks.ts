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
import { wishMark } from './pitr/store.ts'
import { proveServer } from './prove-server.ts'
import { findState, insertRestored, wishRestored } from './restored-projects.ts'
import * as store from './store.ts'

/** What a task works with. */
export interface TaskTools {
  readonly clusters: Fleet
  readonly database: Database
  readonly secrets: Secrets
  readonly sleeper: Sleeper
  readonly reconciler: Reconciler
  readonly offsite: Offsite
  readonly storedFiles: StoredFiles
  /** Brings what can be recovered of a project up to now. */
  readonly lookAtWindow: (ref: string) => Promise<void>
  /** Aborts when the task is to be left as it is. */
  readonly signal: AbortSignal
}

/** Everything here may be repeated: a backup or a restore that was cut off is begun anew. */
export async function makeBackup({ clusters, database, sleeper, signal }: TaskTools, { id, ref }: store.BackupRow): Promise<void> {
  const release = await sleeper.use(ref, { kind: 'api', what: 'backup' })
  try {
    await store.recordMade(database, id, await clusters.need(ref, 'backups').take(ref, id, { signal }))
  } catch (error) {
    const { status } = await findState(database, ref)
    if (status !== 'PAUSING' && status !== 'INACTIVE') throw error
    throw new AppError(toAppError(error).code, {}, { message: 'The project was paused while it was made', cause: error })
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

/** What there is goes on until all is ready. */
export async function prepareRestore({ clusters, database, offsite, signal }: TaskTools, restore: store.RestoreRow): Promise<void> {
  const { id, project_ref: ref, target_ref, compute, backup_id, manifest_sha256, until } = restore
  const source = { ...store.sourceOf({ ref, id: backup_id ?? '', manifest_sha256 }), ...(until !== null && { until }) }
  const tell = (step: RestoreStep) => store.reach(database, id, step)
  const into = { ref: target_ref, compute, restore: id }
  await offsite.orWithCopies(source, signal, () => clusters.need(ref, 'backups').prepare(source, into, { tell, signal }))
  await store.recordRestore(database, id, 'PLACING')
}

/** Puts what was prepared in place, and has the project's own reconciler bring it up. */
export async function placeRestore(
  { clusters, database, secrets, reconciler, storedFiles, lookAtWindow, signal }: TaskTools,
  restore: store.RestoreRow,
): Promise<void> {
  const { id, project_ref: sourceRef, target_ref: ref } = restore
  // who regrets it can go back to just before it
  await wishMark(database, ref)
  await lookAtWindow(ref)
  const isNewProject = restore.target_name !== null && !restore.is_branch
  if (isNewProject) await storedFiles.shareForRestore(sourceRef, ref, new Date(restore.restored_to), signal)
  if (!(await clusters.need(ref, 'backups').place({ ref, restore: id }))) return store.recordRestore(database, id, 'PREPARING')
  await database.transaction(async (tx) => {
    if (restore.target_name === null) await wishRestored(tx, ref)
    else await insertRestored(tx, restore)
    // what members have changed since, where it was cut off after this transaction, is theirs
    if (!(await store.hasReached(tx, id, 'placed'))) await bringSettings({ secrets }, tx, restore)
    if (!isNewProject) await storedFiles.setBack(tx, sourceRef)
    await store.reach(tx, id, 'placed')
  })
  reconciler.kick(ref)
  await reconciler.idle(ref)
  const { status, problem } = await findState(database, ref)
  if (status !== 'ACTIVE_HEALTHY') {
    throw new AppError(
      'recovery_failed',
      {},
      { message: `It was put in place, and does not answer: ${problem?.message ?? `it is ${statusWords[status]}`}` },
    )
  }
  await lookAtWindow(ref)
  await database.transaction(async (tx) => {
    await store.reach(tx, id, 'completed')
    await store.recordRestore(tx, id, 'COMPLETED')
    if (restore.target_name === null) await tellReplaced(tx, restore)
  })
}

/** Brings edge functions back as of that moment. A new project also gets today's settings and secrets of its source: no history is kept of those. */
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

/** A new project or branch tells that it is ready; of one whose data is another now, its members learn that. */
async function tellReplaced(tx: Queryable, { organization_id, project_ref, project_name, restored_to }: store.RestoreRow): Promise<void> {
  const what = (await hadFunctions(tx, project_ref, new Date(restored_to))) ? 'database and edge functions are' : 'database is'
  await insertForMembers(tx, {
    organizationId: organization_id,
    projectRef: project_ref,
    priority: 'Warning',
    isSuccess: true,
    title: `${project_name} was restored`,
    message: `Its ${what} as of ${inWords(restored_to)}. Data written later is gone.`,
    actions: [{ label: 'Open backups', action_type: 'open_backups' }],
  })
}
