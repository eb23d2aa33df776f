import { AppError, type Clock, isAppError } from '@colonnade/core'
import { archiveReadingHours } from '@colonnade/contracts/copies/pitr'
import type { NotificationPriority } from '@colonnade/contracts/installation/notifications'
import type { Queryable } from '@colonnade/pg'
import type { Secrets } from '@colonnade/secrets'
import { setTimeout as delay } from 'node:timers/promises'
import { copyDeadlineMs, windowLookMs } from '../../../kernel/limits.ts'
import { attemptStep, createRuns } from '@colonnade/reconciling'
import { insertForMembers } from '../../installation/notifications/store.ts'
import type { Offsite } from '../offsite/offsite.ts'
import type { StoredFiles } from '../stored-files/stored-files.ts'
import type { Reconciler, ReconcilerParts } from '../../projects/projects/reconciler.ts'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'
import { reconcileWindow } from './pitr/reconcile.ts'
import { readWindow } from './pitr/reading.ts'
import { isFailing, listReadings, listWindows, recordDamaged, wishReadings } from './pitr/store.ts'
import * as store from './store.ts'
import type { RestoreRow } from './store.ts'
import { makeBackup, placeRestore, prepareRestore, proveBackup, removeBackup, type TaskTools } from './tasks.ts'

/** A context's part of this module. */
export interface HasBackups {
  readonly backups: BackupReconciler
}

/** Makes, proves and removes backups, and restores them. */
export interface BackupReconciler {
  kickBackup(id: string): void
  kickRestore(id: string): void
  /** What is wanted of the recoverable window of a project has changed. */
  kickWindow(ref: string): void
  /** All WAL that is kept for a project is to be read. */
  kickReading(ref: string): void
  /** Resolves when the recoverable window of a project is known up to now, or its server has not answered in time; at once where there is none. */
  lookAtWindow(ref: string): Promise<void>
  /** Resolves when nothing is being done for a backup or a restore, by its identifier; and no WAL of a project is being read, by its ref. */
  idle(name: string): Promise<void>
  /** Asks for what is due, and has removed what has expired. */
  round(): Promise<void>
  /** Looks at the recoverable window of each project that is awake. */
  windowRound(): Promise<void>
  /** Goes on with what is not finished. */
  start(): Promise<void>
  close(): Promise<void>
}

export interface BackupReconcilerParts extends Pick<ReconcilerParts, 'database' | 'clusters' | 'logger' | 'failpoint'> {
  readonly clock: Clock
  readonly secrets: Secrets
  readonly sleeper: Sleeper
  readonly reconciler: Reconciler
  readonly offsite: Offsite
  readonly storedFiles: StoredFiles
}

interface Parts extends BackupReconcilerParts {
  readonly kickBackup: (id: string) => void
  readonly lookAtWindow: (ref: string) => Promise<void>
}

/** What a backup that fails with one of these is: no good, whenever it is tried again. */
const isUnsound = (error: AppError): boolean =>
  isAppError(error, 'backup_damaged') || isAppError(error, 'backup_not_found') || isAppError(error, 'recovery_failed')

export function createBackupReconciler(parts: BackupReconcilerParts): BackupReconciler {
  const { database, logger } = parts
  // backups are made and proved one at a time, whosever they are, and archives read: they keep the disk busy
  const [inTurn, inReadingTurn] = [createTurns(), createTurns()]
  let isStarted = false
  let unwatch = (): void => {}
  const kickBackup = (id: string): void => backups.kick(id)
  const windows = createRuns({ logger, reconcile: (ref, _run, stopping) => reconcileWindow({ ...parts, kickBackup }, ref, stopping) })
  const lookAtWindow = async (ref: string): Promise<void> => {
    windows.look(ref)
    const timer = new AbortController()
    await Promise.race([windows.idle(ref), delay(windowLookMs, undefined, { signal: timer.signal, ref: false }).catch(() => {})])
    timer.abort()
  }
  /** A full disk may have ended its server: with that it can be told whether it archives again. */
  const lookAgain = async (ref: string): Promise<void> => {
    if (await isFailing(database, ref)) windows.look(ref)
  }
  const withWindows = { ...parts, kickBackup, lookAtWindow }
  const backups = createRuns({ logger, reconcile: (id, _run, stopping) => reconcileBackup(withWindows, id, stopping, inTurn) })
  const restores = createRuns({ logger, reconcile: (id, _run, stopping) => reconcileRestore(withWindows, id, stopping) })
  const readings = createRuns({
    logger,
    reconcile: (ref, _run, stopping) => inReadingTurn(() => readWindow({ ...parts, lookAtWindow }, ref, stopping)),
  })
  return {
    kickBackup: (id) => backups.kick(id),
    kickRestore: (id) => restores.kick(id),
    kickWindow: (ref) => windows.kick(ref),
    kickReading: (ref) => readings.kick(ref),
    lookAtWindow,
    async idle(name) {
      await readings.idle(name)
      await backups.idle(name)
      await restores.idle(name)
    },
    async round() {
      // a project that is still coming up can not be backed up
      if (!isStarted) return
      const now = parts.clock.date()
      for (const ref of await store.forgetRemoved(database)) await parts.clusters.need(ref, 'backups').removeAll(ref)
      const asked = [await store.wishExpired(database, now), await store.wishUnproved(database), await store.insertDue(database, now)]
      for (const { id } of asked.flat()) backups.look(id)
      await wishReadings(database, new Date(now.getTime() - archiveReadingHours * 3_600_000))
      for (const ref of await listReadings(database)) readings.look(ref)
    },
    async windowRound() {
      if (!isStarted) return
      for (const ref of await listWindows(database)) windows.look(ref)
    },
    async start() {
      isStarted = true
      unwatch = parts.clusters.watch(({ ref, state }) => {
        if (state === 'running') lookAgain(ref).catch((error: unknown) => logger.warn('archive not looked at', { ref, error }))
      })
      const unfinished = await store.listUnfinished(database)
      for (const id of unfinished.restores) restores.look(id)
      for (const id of unfinished.backups) backups.look(id)
      await this.round()
      await this.windowRound()
    },
    async close() {
      unwatch()
      await Promise.all([backups.close(), restores.close(), readings.close(), windows.close()])
    },
  }
}

/** Does one work after the other. */
type Turns = <T>(work: () => Promise<T>) => Promise<T>

function createTurns(): Turns {
  let turn: Promise<unknown> = Promise.resolve()
  return (work) => {
    const mine = turn.then(work)
    turn = mine.catch(() => {})
    return mine
  }
}

type Attempt = (task: string, of: string, work: (tools: TaskTools) => Promise<void>) => Promise<AppError | null | 'done'>

/** Does a task, and says what it is given up for; null when it is to stop. */
function attempts({ logger, failpoint, ...parts }: Parts, stopping: AbortSignal): Attempt {
  return async (task, of, work) => {
    const step = { logger, failpoint, stopping, name: `backups.${task}`, of, deadlineMs: copyDeadlineMs }
    const outcome = await attemptStep(step, async () => {
      await work({ ...parts, signal: stopping })
      return {}
    })
    return outcome === null || outcome instanceof AppError ? outcome : 'done'
  }
}

async function reconcileBackup(parts: Parts, id: string, stopping: AbortSignal, inTurn: Turns): Promise<void> {
  const { database } = parts
  const attempt = attempts(parts, stopping)
  while (!stopping.aborted) {
    const backup = await store.loadBackup(database, id)
    if (backup === undefined) return
    const name = backup.project_name
    const { status } = backup
    if (status === 'MAKING') {
      const outcome = await inTurn(() => attempt('make', id, (tools) => makeBackup(tools, backup)))
      if (outcome instanceof AppError) {
        const problem = outcome.message
        await giveUp(parts, backup.ref, backup, 'Warning', `A backup of ${name} could not be made`, problem, (tx) =>
          store.recordProblem(tx, id, 'FAILED', problem),
        )
      }
      if (outcome !== 'done') return
      // moments after it can be recovered from now on
      await parts.lookAtWindow(backup.ref)
    } else if (status === 'PROVING') {
      const outcome = await inTurn(() => attempt('prove', id, (tools) => proveBackup(tools, backup)))
      if (outcome instanceof AppError) {
        const isBad = isUnsound(outcome)
        const problem = outcome.message
        const title = isBad ? `A backup of ${name} is damaged` : `A backup of ${name} could not be proved`
        await giveUp(parts, backup.ref, backup, isBad ? 'Critical' : 'Warning', title, problem, (tx) =>
          store.recordProblem(tx, id, isBad ? 'DAMAGED' : 'COMPLETED', problem),
        )
      }
      if (outcome !== 'done') return
    } else if (status === 'REMOVING') {
      const outcome = await attempt('remove', id, (tools) => removeBackup(tools, backup))
      if (outcome instanceof AppError) await store.recordProblem(database, id, 'FAILED', outcome.message)
      return
    } else return
  }
}

async function reconcileRestore(parts: Parts, id: string, stopping: AbortSignal): Promise<void> {
  const { database } = parts
  const attempt = attempts(parts, stopping)
  while (!stopping.aborted) {
    const restore = await store.loadRestore(database, id)
    if (restore === undefined) return
    const { status } = restore
    if (status !== 'PREPARING' && status !== 'PLACING') return
    const task = status === 'PREPARING' ? prepareRestore : placeRestore
    const outcome = await attempt(status === 'PREPARING' ? 'prepare' : 'place', id, (tools) => task(tools, restore))
    if (outcome === null) return
    if (outcome instanceof AppError) {
      const problem = outcome.message
      if (restore.until !== null && isAppError(outcome, 'backup_damaged')) await doubt(parts, restore, outcome)
      await giveUp(parts, restore.project_ref, restore, 'Warning', `${restore.project_name} could not be restored`, problem, (tx) =>
        store.recordRestore(tx, id, 'FAILED', problem),
      )
      return
    }
  }
}

/** What a moment could not be recovered from is not tried again: nothing leads across a segment that is damaged, and a backup is proved anew. */
async function doubt({ database, lookAtWindow, kickBackup }: Parts, restore: RestoreRow, { details }: AppError): Promise<void> {
  const file = String(details['file'])
  if (/^[0-9A-F]{24}$/.test(file)) await recordDamaged(database, restore.project_ref, file)
  else if (await store.wishProof(database, restore.backup_id ?? '')) kickBackup(restore.backup_id ?? '')
  await lookAtWindow(restore.project_ref)
}

/** What can't be done is written down, and told. */
async function giveUp(
  { database }: BackupReconcilerParts,
  projectRef: string,
  { organization_id: organizationId }: { readonly organization_id: string },
  priority: NotificationPriority,
  title: string,
  message: string,
  record: (tx: Queryable) => Promise<void>,
): Promise<void> {
  await database.transaction(async (tx) => {
    await record(tx)
    await insertForMembers(tx, {
      organizationId,
      projectRef,
      priority,
      title,
      message,
      actions: [{ label: 'Open backups', action_type: 'open_backups' }],
    })
  })
}
