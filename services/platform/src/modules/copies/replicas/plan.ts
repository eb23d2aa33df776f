import type { ClusterState, ComputeSize } from '@colonnade/clusters'
import type { ReplicaStatus } from '@colonnade/contracts/projects/projects'

/** What the control plane knows of a replica. */
export interface ReplicaState {
  readonly desired: 'active' | 'removed'
  /** What is wanted of the project that it belongs to. */
  readonly projectDesired: 'active' | 'inactive' | 'removed'
  readonly status: ReplicaStatus
  readonly compute: ComputeSize
  readonly computeApplied: ComputeSize | null
  readonly restartsRequested: number
  readonly restartsDone: number
  readonly hasBeenReady: boolean
  /** It, or another replica of its primary, is taking the primary's place: that is done by the project's reconciler. */
  readonly isPromoting: boolean
}

export type ReplicaTask = 'copy' | 'resize' | 'restart' | 'start' | 'verify' | 'stop' | 'destroy'

export type ReplicaPlan =
  /** Do this next, showing that status meanwhile. */
  | { readonly kind: 'task'; readonly task: ReplicaTask; readonly status: ReplicaStatus }
  /** Nothing to do until something changes; that is the status. */
  | { readonly kind: 'settled'; readonly status: ReplicaStatus }
  /** Nothing is left of it. */
  | { readonly kind: 'gone' }

/** What to do next for a replica, from what is wanted, what is known, and what its cluster and its primary's do right now. Pure, as `planNext`. */
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
  // given up: only a person's request, which sets a working status, or a server that runs again changes that
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
