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

/** What an upgrade works with. Every function here checks the current state first and is safe to repeat. */
export interface UpgradeTools {
  readonly clusters: Fleet
  readonly database: Database
  readonly reconciler: Reconciler
  readonly backups: Pick<BackupReconciler, 'kickBackup' | 'idle' | 'lookAtWindow'>
  readonly failpoint: Failpoint
  /** Aborts when somebody cancels it, or the platform stops. */
  readonly signal: AbortSignal
}

/** Thrown out of the load, so that nothing of it is kept. */
class Blocked extends Error {}

/** Backs the project up, closes it, and has all of it in a new cluster that is ready to take its place. What there is is not touched. */
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
      throw new AppError('project_not_active', { status }, { message: `The project is being changed: it is ${statusWords[status]}` })
    }
  })
  // what it is just doing with the server comes to its end first
  reconciler.kick(ref)
  await reconciler.idle(ref)
  const old = await clusters.need(ref, 'upgrades').close(ref)
  const { compute } = await clusters.status(ref)
  transfer.note(await checkProject(old))
  // every moment until now can be recovered, also of what was never in a backup
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

/** Puts what was loaded in the project's place, and has the project's own reconciler bring it up. */
export async function placeNewVersion({ clusters, database, failpoint }: UpgradeTools, upgrade: store.UpgradeRow): Promise<void> {
  const { id, project_ref: ref, report } = upgrade
  // another life of the platform forgets what was ready
  if (!(await clusters.need(ref, 'backups').place({ ref, restore: id })))
    return void (await store.advance(database, id, 'PLACING', 'UPGRADING', emptyReport))
  await failpoint('upgrades.change.placed')
  await database.transaction(async (tx) => {
    await store.openProject(tx, ref)
    await store.beginWindowAnew(tx, ref)
    await store.advance(tx, id, 'PLACING', 'PROTECTING', report ?? emptyReport)
  })
}

/** Has the first backup of the new version made; what was in its place is removed then. Returns what is in the way of that for now. */
export async function protectNewVersion(tools: UpgradeTools, upgrade: store.UpgradeRow): Promise<string | null> {
  const { clusters, database, reconciler, backups } = tools
  const { id, project_ref: ref, project_name: name, organization_id: organizationId, to_version: version, from_version: before } = upgrade
  const transfer = journalOf(tools, upgrade, upgrade.report ?? emptyReport)
  await transfer.begin('start')
  reconciler.kick(ref)
  await reconciler.idle(ref)
  const { status, problem } = await findState(database, ref)
  if (status !== 'ACTIVE_HEALTHY') return `It is on Postgres ${version}, and is ${status}${problem === null ? '' : `: ${problem.message}`}`
  await store.recordOpened(database, id)
  await transfer.begin('protect')
  try {
    await ensureBackup(tools, upgrade, 'backup_after')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return `${error.message}. The old version stays until the backup succeeds`
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
      title: `${name} runs on Postgres ${version}`,
      message: `Everything was brought over from ${before} and compared, and a backup of it is there.`,
      actions: [{ label: 'Open infrastructure', action_type: 'open_infrastructure' }],
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
    const first = told.report?.obstacles[0] ?? told.report?.differing_tables.map(({ table }) => ({ subject: table, message: 'It has other rows' }))[0]
    await insertForMembers(tx, {
      organizationId,
      projectRef: ref,
      priority: 'Warning',
      title: `${name} was not upgraded to Postgres ${version}`,
      message: `${told.problem ?? (first === undefined ? 'Something stands in the way' : `${first.subject}: ${first.message}`)}. It goes on as it was.`,
      actions: [{ label: 'Open infrastructure', action_type: 'open_infrastructure' }],
    })
  })
}

/** Has the project go on as it was. */
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

/** @throws AppError with what has become of it */
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
  const why = made?.problem ?? `it is ${made?.status ?? 'gone'}`
  throw new AppError('backup_damaged', {}, { message: `The project couldn’t be backed up: ${why}` })
}
