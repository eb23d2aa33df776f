import { AppError } from '@colonnade/core'
import { copyDeadlineMs } from '../../limits.ts'
import { attemptStep } from '../../reconciling/attempts.ts'
import { createRuns, type Run } from '../../reconciling/runs.ts'
import type { Reconciler, ReconcilerParts } from '../projects/reconciler.ts'
import type { Sleeper } from '../sleeps/sleeper.ts'
import { isBlocked, rehearseUpgrade } from './rehearse.ts'
import * as store from './store.ts'

/** Rehearses upgrades; names are their ids. */
export type UpgradeReconciler = Pick<Reconciler, 'kick' | 'idle' | 'start' | 'close'>

export interface UpgradeReconcilerParts extends Pick<ReconcilerParts, 'database' | 'clusters' | 'logger' | 'failpoint'> {
  readonly sleeper: Sleeper
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

/** A rehearsal leaves nothing but what it has found: one that was cut off is begun anew. */
async function reconcile(parts: UpgradeReconcilerParts, id: string, run: Run, stopping: AbortSignal): Promise<void> {
  const { clusters, database, sleeper, logger, failpoint } = parts
  const cancelled = new AbortController()
  const look = async (): Promise<void> => {
    if ((await store.loadUpgrade(database, id))?.status !== 'REHEARSING') cancelled.abort()
  }
  run.onWish = () => void look().catch((error: unknown) => logger.warn('upgrade not looked at', { id, error }))
  const upgrade = await store.loadUpgrade(database, id)
  if (upgrade?.status !== 'REHEARSING') return
  const { project_ref: ref, to_version: to } = upgrade
  const signal = AbortSignal.any([stopping, cancelled.signal])
  const step = { logger, failpoint, stopping: signal, name: 'upgrades.rehearse', of: id, deadlineMs: copyDeadlineMs }
  const outcome = await attemptStep(step, async () => {
    const release = await sleeper.use(ref, { kind: 'change', what: 'upgrade' })
    try {
      const report = await rehearseUpgrade({
        clusters,
        ref,
        to,
        signal,
        tell: (name, progress, report) => store.recordStep(database, id, name, progress, report),
        failpoint: (name) => failpoint(`upgrades.${name}.before`),
      })
      await store.recordEnd(database, id, isBlocked(report) ? 'BLOCKED' : 'REHEARSED', { report })
    } finally {
      release()
    }
    return {}
  })
  delete run.onWish
  if (outcome instanceof AppError) await store.recordEnd(database, id, 'FAILED', { problem: outcome.message })
}
