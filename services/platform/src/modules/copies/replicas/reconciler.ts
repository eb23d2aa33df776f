import type { ClusterStatus } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { copyDeadlineMs, reconcileConcurrency } from '../../../kernel/limits.ts'
import { attemptStep, createRuns, type Run } from '@colonnade/reconciling'
import type { Reconciler, ReconcilerParts } from '../../projects/projects/reconciler.ts'
import { insertForMembers } from '../../installation/notifications/store.ts'
import { freeAt } from '../../../kernel/servers/free-room.ts'
import { planReplica, type ReplicaPlan } from './plan.ts'
import {
  deleteReplica,
  failStep,
  listIdentifiers,
  loadReplica,
  recordReplica,
  type ReplicaProgress,
  type ReplicaRow,
  reviveReplicas,
} from './store.ts'
import { tasks } from './tasks.ts'
import { messages } from './messages.ts'

/** This module's part of a context. */
export interface HasReplicas {
  readonly replicas: ReplicaReconciler
}

export interface ReplicaReconciler extends Omit<Reconciler, 'watch' | 'remove'> {
  /** Checks the replicas of a project. */
  lookAt(projectRef: string): Promise<void>
}
export type ReplicaReconcilerParts = Pick<ReconcilerParts, 'database' | 'clusters' | 'logger' | 'failpoint'>

/** Brings each read replica to the state that its row, its project and its primary ask for. Replicas are known by their identifiers. */
export function createReplicaReconciler(parts: ReplicaReconcilerParts): ReplicaReconciler {
  const { clusters, database, logger } = parts
  const runs = createRuns({ logger, reconcile: (identifier, run, stopping) => reconcile(parts, identifier, run, stopping) })
  let unwatch = (): void => {}
  const lookAt = async (clusterRef: string): Promise<void> => {
    for (const identifier of await listIdentifiers(database, clusterRef)) runs.look(identifier)
  }
  return {
    lookAt,
    kick: (identifier) => runs.kick(identifier),
    idle: (identifier) => runs.idle(identifier),
    async start() {
      unwatch = clusters.watch(({ ref, state }: ClusterStatus) => {
        if (state === 'starting' || state === 'stopping') return
        lookAt(ref).catch((error: unknown) => logger.error('replicas not looked at', { ref, error }))
      })
      await reviveReplicas(database)
      const identifiers = await listIdentifiers(database)
      const next = async (): Promise<void> => {
        for (let identifier = identifiers.shift(); identifier !== undefined; identifier = identifiers.shift()) {
          runs.look(identifier)
          await runs.idle(identifier)
        }
      }
      await Promise.all(Array.from({ length: reconcileConcurrency }, next))
    },
    async close() {
      unwatch()
      await runs.close()
    },
  }
}

/** Plans and runs tasks until nothing is left to do. */
async function reconcile(parts: ReplicaReconcilerParts, identifier: string, run: Run, stopping: AbortSignal): Promise<void> {
  const { clusters, database } = parts
  while (!stopping.aborted) {
    run.isRequested = false
    const replica = await loadReplica(database, identifier)
    if (!replica) return
    const cluster = await clusters.status(replica.cluster_ref)
    const primary = await clusters.status(replica.project_ref)
    const plan = planReplica(stateOf(replica), cluster.state, primary.state)
    if (plan.kind === 'gone') return deleteReplica(database, identifier)
    if (plan.kind === 'settled') {
      if (plan.status !== replica.status) await settle(parts, replica, plan.status, cluster.problem)
      return
    }
    if (run.isRequested) continue
    // a new request, such as a deletion, doesn't wait for a copy, or for a server that waits for its primary
    const request = new AbortController()
    run.onRequest = () => request.abort()
    const isDone = await doTask(parts, replica, plan, AbortSignal.any([stopping, request.signal]))
    delete run.onRequest
    if (!isDone && !request.signal.aborted) return
  }
}

async function doTask(
  { clusters, database, logger, failpoint }: ReplicaReconcilerParts,
  replica: ReplicaRow,
  { task, status }: Extract<ReplicaPlan, { kind: 'task' }>,
  signal: AbortSignal,
): Promise<boolean> {
  if (status !== replica.status) await recordReplica(database, replica, { status })
  const attempts = { logger, failpoint, stopping: signal, name: `replicas.${task}`, of: replica.identifier, deadlineMs: copyDeadlineMs }
  const progress = await attemptStep(attempts, () => tasks[task]({ clusters, database, signal }, replica))
  if (progress === null) return false
  if (progress instanceof AppError) {
    await giveUp({ database, clusters }, replica, progress)
    return false
  }
  await recordReplica(database, replica, progress)
  await failpoint(`replicas.${task}.recorded`)
  return true
}

/** Stores a failure as a status, and notifies members. The next request, or free disk space where that was missing, starts a retry. */
async function giveUp(
  { database, clusters }: Pick<ReplicaReconcilerParts, 'database' | 'clusters'>,
  replica: ReplicaRow,
  error: AppError,
): Promise<void> {
  const log = Array.isArray(error.details['log']) ? error.details['log'].map(String) : []
  const { message } = error
  const status = replica.has_been_ready ? 'UNHEALTHY' : 'INIT_READ_REPLICA_FAILED'
  const free = await freeAt(clusters, error)
  await database.transaction(async (tx) => {
    await recordReplica(tx, replica, { status, problem: { message, log }, gave_up_with_free: free })
    await failStep(tx, replica.identifier, message)
    await announce(tx, replica, message)
  })
}

async function settle(
  { database }: ReplicaReconcilerParts,
  replica: ReplicaRow,
  status: ReplicaRow['status'],
  problem: ClusterStatus['problem'],
): Promise<void> {
  const isUnhealthy = status === 'UNHEALTHY'
  const message = problem?.message ?? messages.stopped
  const shown = isUnhealthy ? { message, log: [...(problem?.log ?? [])] } : null
  const progress: ReplicaProgress = { status, problem: shown, gave_up_with_free: null }
  await database.transaction(async (tx) => {
    await recordReplica(tx, replica, progress)
    if (isUnhealthy) await announce(tx, replica, message)
  })
}

function announce(tx: Parameters<typeof insertForMembers>[0], replica: ReplicaRow, message: string): Promise<void> {
  return insertForMembers(tx, {
    organizationId: replica.organization_id,
    projectRef: replica.project_ref,
    priority: 'Warning',
    title: replica.has_been_ready ? messages.notice.unhealthy(replica.project_name) : messages.notice.notCreated(replica.project_name),
    message,
    actions: [{ label: messages.notice.action, action_type: 'open_infrastructure' }],
  })
}

function stateOf(row: ReplicaRow): Parameters<typeof planReplica>[0] {
  return {
    desired: row.desired,
    projectDesired: row.project_desired,
    status: row.status,
    compute: row.compute,
    computeApplied: row.compute_applied,
    restartsRequested: row.restarts_requested,
    restartsDone: row.restarts_done,
    hasBeenReady: row.has_been_ready,
    isPromoting: row.is_promoting,
  }
}
