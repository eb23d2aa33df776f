import { AppError, type Failpoint } from '@colonnade/core'
import { setTimeout as delay } from 'node:timers/promises'
import { copyDeadlineMs, protectRetryMs } from '../../../kernel/limits.ts'
import { attemptStep, createRuns, type Run } from '@colonnade/reconciling'
import type { BackupReconciler } from '../backups/reconciler.ts'
import type { Reconciler, ReconcilerParts } from '../../projects/projects/reconciler.ts'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'
import { isBlocked, rehearseUpgrade } from './rehearse.ts'
import * as store from './store.ts'
import { endUpgrade, loadNewVersion, placeNewVersion, protectNewVersion, reopen, type UpgradeTools } from './upgrade-project.ts'

/** This module's part of a context. */
export interface HasUpgrades {
  readonly upgrades: UpgradeReconciler
}

/** Rehearses and runs upgrades, by their IDs. */
export type UpgradeReconciler = Pick<Reconciler, 'kick' | 'idle' | 'start' | 'close'>

export interface UpgradeReconcilerParts extends Pick<ReconcilerParts, 'database' | 'clusters' | 'logger'> {
  readonly failpoint: Failpoint
  readonly sleeper: Sleeper
  readonly reconciler: Reconciler
  readonly backups: BackupReconciler
}

export function createUpgradeReconciler(parts: UpgradeReconcilerParts): UpgradeReconciler {
  const runs = createRuns({ logger: parts.logger, reconcile: (id, run, stopping) => reconcile(parts, id, run, stopping) })
  return {
    kick: (id) => runs.kick(id),
    idle: (id) => runs.idle(id),
    async start() {
      for (const id of await store.listUnfinished(parts.database)) runs.look(id)
    },
    close: () => runs.close(),
  }
}

type Task = 'rehearse' | 'load' | 'change' | 'finish'

const tasks: Partial<Readonly<Record<store.UpgradeRow['status'], Task>>> = {
  REHEARSING: 'rehearse',
  UPGRADING: 'load',
  PLACING: 'change',
  PROTECTING: 'finish',
}

/** Runs one stage after the other. An interrupted stage starts over, and continues from or discards what it had done. */
async function reconcile(parts: UpgradeReconcilerParts, id: string, run: Run, stopping: AbortSignal): Promise<void> {
  const { database, logger, failpoint } = parts
  while (!stopping.aborted) {
    const upgrade = await store.loadUpgrade(database, id)
    if (upgrade === undefined) return
    const { status } = upgrade
    const task = tasks[status]
    if (task === undefined) {
      if (upgrade.kind === 'upgrade' && upgrade.project_status === 'UPGRADING') await reopen(parts, upgrade)
      return
    }
    const cancelled = new AbortController()
    const look = async (): Promise<void> => {
      if ((await store.loadUpgrade(database, id))?.status !== status) cancelled.abort(new Error('cancelled'))
    }
    run.onRequest = () => void look().catch((error: unknown) => logger.warn('upgrade not looked at', { id, error }))
    const signal = AbortSignal.any([stopping, cancelled.signal])
    const step = { logger, failpoint, stopping: signal, name: `upgrades.${task}`, of: id, deadlineMs: copyDeadlineMs }
    let trouble: string | null = null
    const outcome = await attemptStep(step, async () => {
      const now = await store.loadUpgrade(database, id)
      if (now !== undefined && now.status === status) trouble = await take(parts, task, now, signal)
      return {}
    })
    delete run.onRequest
    if (outcome instanceof AppError) {
      const problem = outcome.message
      if (task === 'finish') trouble = problem
      else if (task === 'rehearse') await store.recordEnd(database, id, 'FAILED', { problem })
      else await endUpgrade(parts, upgrade, 'FAILED', { problem })
    }
    if (trouble === null) continue
    await store.recordTrouble(database, id, trouble)
    await delay(protectRetryMs, undefined, { signal: stopping, ref: false }).catch(() => {})
  }
}

/** Runs a stage while the project is kept awake; returns what prevents it for now. */
async function take(parts: UpgradeReconcilerParts, task: Task, upgrade: store.UpgradeRow, signal: AbortSignal): Promise<string | null> {
  const release = await parts.sleeper.use(upgrade.project_ref, { kind: 'change', what: 'upgrade' })
  try {
    const tools: UpgradeTools = { ...parts, signal }
    if (task === 'rehearse') await rehearse(parts, upgrade, signal)
    else if (task === 'load') await loadNewVersion(tools, upgrade)
    else if (task === 'change') await placeNewVersion(tools, upgrade)
    else return await protectNewVersion(tools, upgrade)
    return null
  } finally {
    release()
  }
}

/** Ends a rehearsal, of which only its report remains. */
async function rehearse({ clusters, database, failpoint }: UpgradeReconcilerParts, upgrade: store.UpgradeRow, signal: AbortSignal): Promise<void> {
  const { id, project_ref: ref, to_version: to } = upgrade
  const report = await rehearseUpgrade({
    clusters,
    ref,
    to,
    signal,
    tell: (name, progress, found) => store.recordStep(database, id, name, progress, found),
    failpoint: (name) => failpoint(`upgrades.${name}.before`),
  })
  await store.recordEnd(database, id, isBlocked(report) ? 'BLOCKED' : 'REHEARSED', { report })
}
