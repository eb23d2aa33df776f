import type { Fleet, ReplicaStep } from '@colonnade/clusters'
import type { ReplicaStepId } from '@colonnade/contracts/copies/replicas'
import { AppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { cutOffLookMs, replicaLookMs } from '../../../kernel/limits.ts'
import type { ReplicaTask } from './plan.ts'
import { forgetSteps, reach, type ReplicaProgress, type ReplicaRow } from './store.ts'

/** What a task works with. */
export interface TaskTools {
  readonly clusters: Fleet
  readonly database: Database
  /** Aborts when the task is to be left as it is. */
  readonly signal: AbortSignal
}

const reached: Readonly<Record<ReplicaStep, ReplicaStepId>> = {
  launched: 'launched_instance',
  initiated: 'initiated_setup',
  copied: 'downloaded_base_backup',
}

/** What each task does, and what it then knows to be done. Every one looks at the world first and may be repeated, as those of projects. */
export const tasks: Readonly<Record<ReplicaTask, (tools: TaskTools, replica: ReplicaRow) => Promise<ReplicaProgress>>> = {
  async copy({ clusters, database, signal }, { identifier, cluster_ref, project_ref, compute }) {
    await forgetSteps(database, identifier)
    await reach(database, identifier, 'started')
    const tell = (step: ReplicaStep) => reach(database, identifier, reached[step])
    await clusters.need(project_ref, 'replicas').replicate(cluster_ref, project_ref, { compute }, { tell, signal })
    return { compute_applied: compute }
  },
  async resize({ clusters, signal }, { cluster_ref, compute }) {
    await clusters.need(cluster_ref, 'machine').resize(cluster_ref, compute, { signal })
    return { compute_applied: compute }
  },
  async restart({ clusters, signal }, replica) {
    // without what its primary has dropped since it can not go on: what is left of it is copied anew
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

/** Without a primary that knows of it, a replica has nothing to go on from. */
async function standingOf(clusters: Fleet, { cluster_ref, project_ref }: ReplicaRow) {
  const { written, replicas } = await clusters.need(project_ref, 'replicas').replication(project_ref)
  const standing = replicas.find(({ ref }) => ref === cluster_ref)
  return { written, isLost: true, isStreaming: false, replayed: null, ...standing }
}

async function isLost(clusters: Fleet, replica: ReplicaRow): Promise<boolean> {
  return (await clusters.status(replica.cluster_ref)).state !== 'absent' && (await standingOf(clusters, replica)).isLost
}

/** Whether a replica runs, and so does its primary, which does not keep what the replica would go on from. */
export async function isCutOff(clusters: Fleet, replica: ReplicaRow): Promise<boolean> {
  const states = await Promise.all([replica.cluster_ref, replica.project_ref].map(async (ref) => (await clusters.status(ref)).state))
  return states.every((state) => state === 'running') && isLost(clusters, replica)
}

function hasFallenBehind(): AppError {
  return new AppError('replica_fallen_behind', {}, { message: 'It has fallen too far behind its primary. Restart it to have it copied anew' })
}

/** Resolves with true when its primary turns out not to keep what a replica that comes up waits for; with false once that is over. */
async function untilCutOff(clusters: Fleet, replica: ReplicaRow, over: AbortSignal): Promise<boolean> {
  for (;;) {
    await sleep(cutOffLookMs, undefined, { signal: over }).catch(() => {})
    if (over.aborted) return false
    const { state } = await clusters.status(replica.project_ref)
    // a primary that can't be asked may keep it
    if (state === 'running' && (await isLost(clusters, replica).catch(() => false))) return true
  }
}

/** Resolves when the replica has replayed all that its primary had written when this was called. */
async function untilStreaming(clusters: Fleet, replica: ReplicaRow, signal: AbortSignal): Promise<void> {
  const { written } = await standingOf(clusters, replica)
  for (;;) {
    const standing = await standingOf(clusters, replica)
    if (standing.isLost) throw hasFallenBehind()
    const { state, problem } = await clusters.status(replica.cluster_ref)
    // one that crashed is started again; one that was given up streams nothing any more
    if (state === 'failed') throw new AppError('replica_not_ready', {}, { message: problem?.message ?? 'Its database server stopped' })
    if (standing.isStreaming && standing.replayed !== null && standing.replayed >= written) return
    // nothing announces it: the primary's view is asked
    await sleep(replicaLookMs, undefined, { signal })
  }
}
