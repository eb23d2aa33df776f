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
import { isFailing, listReadings, listWindows, recordDamaged, requestReadings } from './pitr/store.ts'
import * as store from './store.ts'
import type { RestoreRow } from './store.ts'
import { makeBackup, placeRestore, prepareRestore, proveBackup, removeBackup, type TaskTools } from './tasks.ts'
import { noticeText } from './messages.ts'

/** This module's part of a context. */
export interface HasBackups {
  readonly backups: BackupReconciler
}

/** Creates, verifies, deletes and restores backups. */
export interface BackupReconciler {
  kickBackup(id: string): void
  kickRestore(id: string): void
  /** Updates the recovery window of a project after its settings changed. */
  kickWindow(ref: string): void
  /** Checks all archived WAL of a project. */
  kickReading(ref: string): void
  /** Resolves when a project's recovery window is up to date, or its server hasn't responded in time; at once for a project without one. */
  lookAtWindow(ref: string): Promise<void>
  /** Resolves when no work is under way on a backup or restore, by its ID, or on the archived WAL of a project, by its ref. */
  idle(name: string): Promise<void>
  /** Requests due backups, and deletes expired ones. */
  round(): Promise<void>
  /** Updates the recovery windows of all awake projects. */
  windowRound(): Promise<void>
  /** Resumes unfinished work. */
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

/** Returns true for errors that mean the backup itself is damaged, so that a retry can't help. */
const isUnsound = (error: AppError): boolean =>
  isAppError(error, 'backup_damaged') || isAppError(error, 'backup_not_found') || isAppError(error, 'recovery_failed')

export function createBackupReconciler(parts: BackupReconcilerParts): BackupReconciler {
  const { database, logger } = parts
  // one backup or archive at a time across all projects, because each keeps the disk busy
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
  /** Checks again after a restart: a full disk may have stopped the server. */
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
      // projects that are still starting can't be backed up
      if (!isStarted) return
      const now = parts.clock.date()
      for (const ref of await store.forgetRemoved(database)) await parts.clusters.need(ref, 'backups').removeAll(ref)
      const asked = [
        await store.requestExpiredDeletions(database, now),
        await store.requestVerifications(database),
        await store.insertDue(database, now),
      ]
      for (const { id } of asked.flat()) backups.look(id)
      await requestReadings(database, new Date(now.getTime() - archiveReadingHours * 3_600_000))
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

/** Runs tasks one after the other. */
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

/** Runs a task, and returns the error it failed with; null when it was stopped. */
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
        await recordFailure(parts, backup.ref, backup, 'Warning', noticeText.notCreated(name), problem, (tx) =>
          store.recordProblem(tx, id, 'FAILED', problem),
        )
      }
      if (outcome !== 'done') return
      // times after the backup can be recovered from now on
      await parts.lookAtWindow(backup.ref)
    } else if (status === 'PROVING') {
      const outcome = await inTurn(() => attempt('prove', id, (tools) => proveBackup(tools, backup)))
      if (outcome instanceof AppError) {
        const isBad = isUnsound(outcome)
        const problem = outcome.message
        const title = isBad ? noticeText.damaged(name) : noticeText.notVerified(name)
        await recordFailure(parts, backup.ref, backup, isBad ? 'Critical' : 'Warning', title, problem, (tx) =>
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
      if (restore.until !== null && isAppError(outcome, 'backup_damaged')) await markSuspect(parts, restore, outcome)
      await recordFailure(parts, restore.project_ref, restore, 'Warning', noticeText.notRestored(restore.project_name), problem, (tx) =>
        store.recordRestore(tx, id, 'FAILED', problem),
      )
      return
    }
  }
}

/** Marks the damaged segment, or requests a new verification of the backup, so that the failed restore isn't repeated from it. */
async function markSuspect({ database, lookAtWindow, kickBackup }: Parts, restore: RestoreRow, { details }: AppError): Promise<void> {
  const file = String(details['file'])
  if (/^[0-9A-F]{24}$/.test(file)) await recordDamaged(database, restore.project_ref, file)
  else if (await store.requestVerification(database, restore.backup_id ?? '')) kickBackup(restore.backup_id ?? '')
  await lookAtWindow(restore.project_ref)
}

/** Stores the failure, and notifies members. */
async function recordFailure(
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
      actions: [{ label: noticeText.openBackups, action_type: 'open_backups' }],
    })
  })
}
