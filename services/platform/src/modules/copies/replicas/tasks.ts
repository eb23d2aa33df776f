import type { Fleet, ReplicaStep } from '@colonnade/clusters'
import type { ReplicaStepId } from '@colonnade/contracts/copies/replicas'
import { AppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutOffLookMs, replicaLookMs } from '../../../kernel/limits.ts'
import type { ReplicaTask } from './plan.ts'
import { forgetSteps, reach, type ReplicaProgress, type ReplicaRow } from './store.ts'
import { messages } from './messages.ts'

/** What a task works with. */
export interface TaskTools {
  readonly clusters: Fleet
  readonly database: Database
  /** Aborts to stop the task where it is. */
  readonly signal: AbortSignal
}

const reached: Readonly<Record<ReplicaStep, ReplicaStepId>> = {
  launched: 'launched_instance',
  initiated: 'initiated_setup',
  copied: 'downloaded_base_backup',
}

/**
 * Runs each task, and returns what is then known to be done. Each one checks the current state first and is safe to repeat, like those of projects.
 */
export const tasks: Readonly<Record<ReplicaTask, (tools: TaskTools, replica: ReplicaRow) => Promise<ReplicaProgress>>> = {
  async copy({ clusters, database, signal }, { identifier, cluster_ref, project_ref, compute }) {
    await forgetSteps(database, identifier)
    await reach(database, identifier, 'started')
    const onStep = (step: ReplicaStep) => reach(database, identifier, reached[step])
    await clusters.need(project_ref, 'replicas').replicate(cluster_ref, project_ref, { compute }, { onStep, signal })
    return { compute_applied: compute }
  },
  async resize({ clusters, signal }, { cluster_ref, compute }) {
    await clusters.need(cluster_ref, 'machine').resize(cluster_ref, compute, { signal })
    return { compute_applied: compute }
  },
  async restart({ clusters, signal }, replica) {
    // it can't continue without the WAL that its primary has dropped, so it is copied again
    if (await isLost(clusters, replica)) await clusters.destroy(replica.cluster_ref)
    else await clusters.need(replica.cluster_ref, 'machine').restart(replica.cluster_ref, { signal })
    return { restarts_done: replica.restarts_requested }
  },
  async start({ clusters, signal }, replica) {
    const cutOff = new AbortController()
    const over = new AbortController()
    void untilCutOff(clusters, replica, over.signal).then((isCut) => isCut && cutOff.abort(hasFallenBehind()))
    try {
      await clusters.start(replica.cluster_ref, { signal: AbortSignal.any([signal, cutOff.signal]) })
    } finally {
      over.abort()
    }
    return {}
  },
  async verify({ clusters, database, signal }, replica) {
    await untilStreaming(clusters, replica, signal)
    await reach(database, replica.identifier, 'completed_setup')
    const { address } = await clusters.status(replica.cluster_ref)
    return { status: 'ACTIVE_HEALTHY', db_host: address?.host ?? null, db_port: address?.port ?? null, problem: null, isReady: true }
  },
  async stop({ clusters }, { cluster_ref }) {
    await clusters.stop(cluster_ref)
    return {}
  },
  async destroy({ clusters }, { cluster_ref }) {
    await clusters.destroy(cluster_ref)
    return {}
  },
}

/** A replica needs a primary that knows it to continue from. */
async function standingOf(clusters: Fleet, { cluster_ref, project_ref }: ReplicaRow) {
  const { written, replicas } = await clusters.need(project_ref, 'replicas').replication(project_ref)
  const standing = replicas.find(({ ref }) => ref === cluster_ref)
  return { written, isLost: true, isStreaming: false, replayed: null, ...standing }
}

async function isLost(clusters: Fleet, replica: ReplicaRow): Promise<boolean> {
  return (await clusters.status(replica.cluster_ref)).state !== 'absent' && (await standingOf(clusters, replica)).isLost
}

/** Returns true if both servers run, but the primary no longer retains the WAL that the replica needs. */
export async function isCutOff(clusters: Fleet, replica: ReplicaRow): Promise<boolean> {
  const states = await Promise.all([replica.cluster_ref, replica.project_ref].map(async (ref) => (await clusters.status(ref)).state))
  return states.every((state) => state === 'running') && isLost(clusters, replica)
}

function hasFallenBehind(): AppError {
  return new AppError('replica_fallen_behind', {}, { message: messages.tooFarBehind })
}

/** Resolves with true if the primary turns out not to retain the WAL that a starting replica waits for; with false after the start. */
async function untilCutOff(clusters: Fleet, replica: ReplicaRow, over: AbortSignal): Promise<boolean> {
  for (;;) {
    await sleep(cutOffLookMs, undefined, { signal: over }).catch(() => {})
    if (over.aborted) return false
    const { state } = await clusters.status(replica.project_ref)
    // a primary that doesn't respond may retain it
    if (state === 'running' && (await isLost(clusters, replica).catch(() => false))) return true
  }
}

/** Resolves when the replica has replayed all that its primary had written at the call. */
async function untilStreaming(clusters: Fleet, replica: ReplicaRow, signal: AbortSignal): Promise<void> {
  const { written } = await standingOf(clusters, replica)
  for (;;) {
    const standing = await standingOf(clusters, replica)
    if (standing.isLost) throw hasFallenBehind()
    const { state, problem } = await clusters.status(replica.cluster_ref)
    // a crashed replica is restarted; a failed one no longer streams
    if (state === 'failed') throw new AppError('replica_not_ready', {}, { message: problem?.message ?? messages.stopped })
    if (standing.isStreaming && standing.replayed !== null && standing.replayed >= written) return
    // nothing announces it, so ask the primary
    await sleep(replicaLookMs, undefined, { signal })
  }
}
