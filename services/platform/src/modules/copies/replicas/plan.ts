import type { ClusterState, ComputeSize } from '@colonnade/clusters'
import type { ReplicaStatus } from '@colonnade/contracts/projects/projects'

/** A replica as stored in the control plane. */
export interface ReplicaState {
  readonly desired: 'active' | 'removed'
  /** Desired state of its project. */
  readonly projectDesired: 'active' | 'inactive' | 'removed'
  readonly status: ReplicaStatus
  readonly compute: ComputeSize
  readonly computeApplied: ComputeSize | null
  readonly restartsRequested: number
  readonly restartsDone: number
  readonly hasBeenReady: boolean
  /** True while a promotion is under way, which the project's reconciler handles. */
  readonly isPromoting: boolean
}

export type ReplicaTask = 'copy' | 'resize' | 'restart' | 'start' | 'verify' | 'stop' | 'destroy'

export type ReplicaPlan =
  /** The next task, with the status to show during it. */
  | { readonly kind: 'task'; readonly task: ReplicaTask; readonly status: ReplicaStatus }
  /** Nothing to do until something changes, with the status to show. */
  | { readonly kind: 'settled'; readonly status: ReplicaStatus }
  /** The replica is fully deleted. */
  | { readonly kind: 'gone' }

/** Returns the next step for a replica, from its desired and stored state, its cluster and its primary's cluster. Pure, like `planNext`. */
export function planReplica(replica: ReplicaState, cluster: ClusterState, primary: ClusterState): ReplicaPlan {
  if (replica.desired === 'removed' || replica.projectDesired === 'removed') {
    return cluster === 'absent' ? { kind: 'gone' } : task('destroy', 'GOING_DOWN')
  }
  if (replica.isPromoting) return settled(replica.status)
  const working = replica.hasBeenReady ? 'COMING_UP' : 'INIT_READ_REPLICA'
  if (replica.projectDesired === 'inactive') {
    if (cluster === 'stopped' || cluster === 'absent') return settled(replica.hasBeenReady ? 'INACTIVE' : replica.status)
    return task('stop', 'INACTIVE')
  }
  // failed for good: only a new request, which sets a working status, or a running server changes that
  if (replica.status === 'INIT_READ_REPLICA_FAILED') return settled('INIT_READ_REPLICA_FAILED')
  if (replica.status === 'UNHEALTHY' && cluster !== 'running') return settled('UNHEALTHY')
  if (cluster === 'absent') return primary === 'running' ? task('copy', working) : settled(working)
  const isWorking = replica.status !== 'ACTIVE_HEALTHY' && replica.status !== 'UNHEALTHY'
  if (!isWorking && (cluster === 'failed' || cluster === 'crashed')) return settled('UNHEALTHY')
  if (replica.compute !== replica.computeApplied) return task('resize', working)
  if (replica.restartsRequested > replica.restartsDone) return primary === 'running' ? task('restart', working) : settled(working)
  if (cluster !== 'running') return task('start', working)
  if (replica.status === 'ACTIVE_HEALTHY') return settled('ACTIVE_HEALTHY')
  return primary === 'running' ? task('verify', working) : settled(working)
}

function task(name: ReplicaTask, status: ReplicaStatus): ReplicaPlan {
  return { kind: 'task', task: name, status }
}

function settled(status: ReplicaStatus): ReplicaPlan {
  return { kind: 'settled', status }
}
