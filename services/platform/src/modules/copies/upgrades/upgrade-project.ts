import type { Fleet } from '@colonnade/clusters'
import type { UpgradeReport } from '@colonnade/contracts/copies/upgrades'
import { AppError, type Failpoint } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import type { BackupReconciler } from '../backups/reconciler.ts'
import { requestMark } from '../backups/pitr/store.ts'
import { statusWords } from '../../projects/projects/not-active.ts'
import type { Reconciler } from '../../projects/projects/reconciler.ts'
import { findState } from '../backups/restored-projects.ts'
import { insertForMembers } from '../../installation/notifications/store.ts'
import { checkProject } from './checks.ts'
import { isBlocked, shortOfRoom } from './rehearse.ts'
import * as store from './store.ts'
import { createTransfer, emptyReport, type Transfer } from './transfer/transfer-project.ts'
import { messages, noticeText } from './messages.ts'

/** What an upgrade works with. Every function here checks the current state first and is safe to repeat. */
export interface UpgradeTools {
  readonly clusters: Fleet
  readonly database: Database
  readonly reconciler: Reconciler
  readonly backups: Pick<BackupReconciler, 'kickBackup' | 'idle' | 'lookAtWindow'>
  readonly failpoint: Failpoint
  /** Aborts when the upgrade is cancelled, or the platform stops. */
  readonly signal: AbortSignal
}

/** Thrown to abort the load and discard it. */
class Blocked extends Error {}

/** Backs up the project, closes it, and loads everything into a new cluster that is ready to replace it. Doesn't touch the old one. */
export async function loadNewVersion(tools: UpgradeTools, upgrade: store.UpgradeRow): Promise<void> {
  const { clusters, database, reconciler, backups, signal } = tools
  const { id, project_ref: ref, to_version: version } = upgrade
  const transfer = journalOf(tools, upgrade, emptyReport)
  await transfer.begin('backup')
  const refusal = shortOfRoom(await clusters.need(ref, 'copies').copyCost(ref), (await clusters.machine.volume()).free, 'upgrade')
  if (refusal !== null) throw refusal
  await ensureBackup(tools, upgrade, 'backup_before')

  await transfer.begin('close')
  await database.transaction(async (tx) => {
    const hindrance = await store.findHindrance(tx, ref)
    if (hindrance !== null) throw new AppError('project_busy', {}, { message: hindrance })
    if (!(await store.closeProject(tx, upgrade))) {
      const { status } = await findState(tx, ref)
      throw new AppError('project_not_active', { status }, { message: messages.notActive(statusWords[status]) })
    }
  })
  // finishes what it's currently doing with the server
  reconciler.kick(ref)
  await reconciler.idle(ref)
  const old = await clusters.need(ref, 'upgrades').close(ref)
  const { compute } = await clusters.status(ref)
  transfer.note(await checkProject(old))
  // makes all times until now recoverable, including writes after the last backup
  await requestMark(database, ref)
  await backups.lookAtWindow(ref)

  try {
    await clusters.need(ref, 'upgrades').prepare(
      { ref, id, version, compute: compute ?? 'nano' },
      async (fresh) => {
        await transfer.run(old, fresh)
        if (isBlocked(transfer.report())) throw new Blocked()
        await transfer.begin('place')
      },
      signal,
    )
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    transfer.finish()
    await endUpgrade(tools, upgrade, 'BLOCKED', { report: transfer.report() })
    return
  }
  transfer.finish()
  await store.advance(database, id, 'UPGRADING', 'PLACING', transfer.report())
}

/** Replaces the project's cluster with the new one, and has the project's reconciler start it. */
export async function placeNewVersion({ clusters, database, failpoint }: UpgradeTools, upgrade: store.UpgradeRow): Promise<void> {
  const { id, project_ref: ref, report } = upgrade
  // after a restart of the platform nothing is marked as ready
  if (!(await clusters.need(ref, 'backups').place({ ref, restore: id })))
    return void (await store.advance(database, id, 'PLACING', 'UPGRADING', emptyReport))
  await failpoint('upgrades.change.placed')
  await database.transaction(async (tx) => {
    await store.openProject(tx, ref)
    await store.beginWindowAnew(tx, ref)
    await store.advance(tx, id, 'PLACING', 'PROTECTING', report ?? emptyReport)
  })
}

/** Requests the first backup of the new version, and deletes the old cluster after it. Returns what prevents that for now. */
export async function protectNewVersion(tools: UpgradeTools, upgrade: store.UpgradeRow): Promise<string | null> {
  const { clusters, database, reconciler, backups } = tools
  const { id, project_ref: ref, project_name: name, organization_id: organizationId, to_version: version, from_version: before } = upgrade
  const transfer = journalOf(tools, upgrade, upgrade.report ?? emptyReport)
  await transfer.begin('start')
  reconciler.kick(ref)
  await reconciler.idle(ref)
  const { status, problem } = await findState(database, ref)
  if (status !== 'ACTIVE_HEALTHY') return messages.notHealthy(version, statusWords[status], problem?.message ?? null)
  await store.recordOpened(database, id)
  await transfer.begin('protect')
  try {
    await ensureBackup(tools, upgrade, 'backup_after')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return messages.notProtected(error.message)
  }
  await backups.lookAtWindow(ref)
  await clusters.need(ref, 'upgrades').forget(ref)
  transfer.finish()
  await database.transaction(async (tx) => {
    if (!(await store.recordEnd(tx, id, 'UPGRADED', { report: transfer.report() }))) return
    await store.noteUpgraded(tx, upgrade)
    await insertForMembers(tx, {
      organizationId,
      projectRef: ref,
      priority: 'Info',
      outcome: 'project_upgraded',
      title: noticeText.done.title(name, version),
      message: noticeText.done.message(before),
      actions: [{ label: noticeText.openInfrastructure, action_type: 'open_infrastructure' }],
    })
  })
  return null
}

/** Ends an upgrade that hasn't switched over, and notifies members. The old cluster is opened afterwards. */
export async function endUpgrade(
  { database }: Pick<UpgradeTools, 'database'>,
  { id, project_ref: ref, project_name: name, organization_id: organizationId, to_version: version }: store.UpgradeRow,
  status: 'BLOCKED' | 'FAILED',
  told: { readonly report?: UpgradeReport; readonly problem?: string },
): Promise<void> {
  await database.transaction(async (tx) => {
    if (!(await store.recordEnd(tx, id, status, told))) return
    const [obstacle, table] = [told.report?.obstacles[0], told.report?.differing_tables[0]?.table]
    const first = obstacle ?? (table === undefined ? undefined : { subject: table, message: noticeText.notDone.rowsDiffer })
    const found = first === undefined ? noticeText.notDone.unknown : noticeText.notDone.finding(first.subject, first.message)
    await insertForMembers(tx, {
      organizationId,
      projectRef: ref,
      priority: 'Warning',
      title: noticeText.notDone.title(name, version),
      message: noticeText.notDone.message(told.problem ?? found),
      actions: [{ label: noticeText.openInfrastructure, action_type: 'open_infrastructure' }],
    })
  })
}

/** Reopens the project with its old version. */
export async function reopen(
  { clusters, database, reconciler, failpoint }: Omit<UpgradeTools, 'signal'>,
  { id, project_ref: ref }: store.UpgradeRow,
): Promise<void> {
  await failpoint('upgrades.reopen.before')
  await clusters.need(ref, 'upgrades').open(ref)
  await database.transaction(async (tx) => {
    await store.openProject(tx, ref)
    await store.recordOpened(tx, id)
  })
  reconciler.kick(ref)
  await reconciler.idle(ref)
}

function journalOf({ database, failpoint, signal }: UpgradeTools, { id }: store.UpgradeRow, report: UpgradeReport): Transfer {
  return createTransfer(
    {
      isCopy: false,
      signal,
      tell: (name, progress, found) => store.recordStep(database, id, name, progress, found),
      failpoint: (name) => failpoint(`upgrades.${name}.before`),
    },
    report,
  )
}

/** @throws AppError with the outcome of the backup */
async function ensureBackup(
  { database, backups, signal }: UpgradeTools,
  upgrade: store.UpgradeRow,
  which: 'backup_before' | 'backup_after',
): Promise<void> {
  const known = upgrade[which]
  const state = known === null ? undefined : await store.findBackupState(database, known)
  const id =
    known === null || state === undefined || state.status === 'FAILED' || state.status === 'DAMAGED'
      ? await store.insertBackup(database, upgrade, which)
      : known
  backups.kickBackup(id)
  const given = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true })
  })
  await Promise.race([backups.idle(id), given])
  const made = await store.findBackupState(database, id)
  if (made?.status === 'COMPLETED' && made.is_proved) return
  const why = made?.problem ?? messages.backupIs(made?.status)
  throw new AppError('backup_damaged', {}, { message: messages.noBackup(why) })
}
