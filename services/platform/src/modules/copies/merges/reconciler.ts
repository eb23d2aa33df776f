import { AppError } from '@colonnade/core'
import { copyDeadlineMs } from '../../../kernel/limits.ts'
import { attemptStep, createRuns, type Run } from '@colonnade/reconciling'
import { insertForMembers } from '../../installation/notifications/store.ts'
import type { Reconciler, ReconcilerParts } from '../../projects/projects/reconciler.ts'
import type { Sleeper } from '../../projects/sleeps/sleeper.ts'
import * as store from './store.ts'
import { applyMerge, migrationText, rehearseMerge } from './tasks.ts'
import { messages } from './messages.ts'

/** This module's part of a context. */
export interface HasMerges {
  readonly merges: MergeReconciler
}

/** Rehearses and applies merges, by their IDs. */
export type MergeReconciler = Pick<Reconciler, 'kick' | 'idle' | 'start' | 'close'>

export interface MergeReconcilerParts extends Pick<ReconcilerParts, 'database' | 'clusters' | 'logger' | 'failpoint'> {
  readonly sleeper: Sleeper
}

export function createMergeReconciler(parts: MergeReconcilerParts): MergeReconciler {
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

async function reconcile(parts: MergeReconcilerParts, id: string, run: Run, stopping: AbortSignal): Promise<void> {
  const { clusters, database, sleeper, logger, failpoint } = parts
  const merge = await store.loadMerge(database, id)
  if (merge?.status !== 'REHEARSING' && merge?.status !== 'APPLYING') return
  const isApplying = merge.status === 'APPLYING'
  const [task, work] = isApplying ? (['apply', applyMerge] as const) : (['rehearse', rehearseMerge] as const)
  const cancelled = new AbortController()
  const look = async (): Promise<void> => {
    if ((await store.loadMerge(database, id))?.status !== merge.status) cancelled.abort(new Error('cancelled'))
  }
  // an apply continues regardless of later requests
  if (!isApplying) run.onRequest = () => void look().catch((error: unknown) => logger.warn('merge not looked at', { id, error }))
  const signal = AbortSignal.any([stopping, cancelled.signal])
  const step = { logger, failpoint, stopping: signal, name: `merges.${task}`, of: id, deadlineMs: copyDeadlineMs }
  const outcome = await attemptStep(step, async () => {
    await work({ clusters, database, sleeper, signal }, merge)
    return {}
  })
  delete run.onRequest
  if (!(outcome instanceof AppError)) return
  if (!isApplying) return store.recordEnd(database, id, 'REHEARSAL_FAILED', outcome.message)
  await database.transaction(async (tx) => {
    const { applied = [] } = (await store.loadMerge(tx, id)) ?? {}
    const known = new Map(merge.report.migrations?.map((migration) => [migration.version, migrationText(migration)]))
    const named = (version: string): string => known.get(version) ?? version
    const { migration } = outcome.details
    const reason = typeof migration === 'string' ? messages.failed(named(migration), outcome.message) : outcome.message
    const problem = `${reason}. ${applied.length === 0 ? messages.nothingChanged : messages.applied(applied.map(named))}`
    await store.recordEnd(tx, id, 'FAILED', problem)
    await insertForMembers(tx, {
      organizationId: merge.organization_id,
      projectRef: merge.parent_ref,
      priority: 'Warning',
      title: messages.notice.title(merge.branch_name, merge.parent_name),
      message: problem,
      actions: [{ label: messages.notice.action, action_type: 'open_branches' }],
    })
  })
}
