import type { ClusterState } from '@colonnade/clusters'
import { describe, expect, test } from 'vitest'
import { planReplica, type ReplicaPlan, type ReplicaState } from './plan.ts'

const fresh: ReplicaState = {
  desired: 'active',
  projectDesired: 'active',
  status: 'INIT_READ_REPLICA',
  compute: 'nano',
  computeApplied: null,
  restartsRequested: 0,
  restartsDone: 0,
  hasBeenReady: false,
  isPromoting: false,
}
const copied: ReplicaState = { ...fresh, computeApplied: 'nano' }
const healthy: ReplicaState = { ...copied, status: 'ACTIVE_HEALTHY', hasBeenReady: true }

const task = (name: Extract<ReplicaPlan, { kind: 'task' }>['task'], status: ReplicaState['status']): ReplicaPlan => ({
  kind: 'task',
  task: name,
  status,
})
const settled = (status: ReplicaState['status']): ReplicaPlan => ({ kind: 'settled', status })

interface Row {
  readonly promise: string
  readonly replica: ReplicaState
  readonly cluster: ClusterState
  readonly primary?: ClusterState
  readonly next: ReplicaPlan
}

const rows: readonly Row[] = [
  { promise: 'a new one is copied', replica: fresh, cluster: 'absent', next: task('copy', 'INIT_READ_REPLICA') },
  { promise: 'but not from a primary that stands still', replica: fresh, cluster: 'absent', primary: 'crashed', next: settled('INIT_READ_REPLICA') },
  { promise: 'then started', replica: copied, cluster: 'stopped', next: task('start', 'INIT_READ_REPLICA') },
  { promise: 'then has to stream', replica: copied, cluster: 'running', next: task('verify', 'INIT_READ_REPLICA') },
  {
    promise: 'which waits for its primary',
    replica: copied,
    cluster: 'running',
    primary: 'starting',
    next: settled('INIT_READ_REPLICA'),
  },
  { promise: 'a healthy one is left alone', replica: healthy, cluster: 'running', next: settled('ACTIVE_HEALTHY') },
  { promise: 'also while its primary comes back', replica: healthy, cluster: 'running', primary: 'crashed', next: settled('ACTIVE_HEALTHY') },
  { promise: 'one that crashed is not healthy', replica: healthy, cluster: 'crashed', next: settled('UNHEALTHY') },
  {
    promise: 'until it runs again',
    replica: { ...healthy, status: 'UNHEALTHY' },
    cluster: 'running',
    next: task('verify', 'COMING_UP'),
  },
  { promise: 'and is not tried for ever', replica: { ...healthy, status: 'UNHEALTHY' }, cluster: 'failed', next: settled('UNHEALTHY') },
  {
    promise: 'one whose files are gone is copied anew',
    replica: { ...healthy, status: 'COMING_UP' },
    cluster: 'absent',
    next: task('copy', 'COMING_UP'),
  },
  {
    promise: 'a restart that was asked for is done',
    replica: { ...healthy, status: 'COMING_UP', restartsRequested: 1 },
    cluster: 'running',
    next: task('restart', 'COMING_UP'),
  },
  {
    promise: 'one that could not be made waits for somebody',
    replica: { ...fresh, status: 'INIT_READ_REPLICA_FAILED' },
    cluster: 'absent',
    next: settled('INIT_READ_REPLICA_FAILED'),
  },
  {
    promise: 'it stops with its project',
    replica: { ...healthy, projectDesired: 'inactive' },
    cluster: 'running',
    next: task('stop', 'INACTIVE'),
  },
  { promise: 'and is then paused', replica: { ...healthy, projectDesired: 'inactive' }, cluster: 'stopped', next: settled('INACTIVE') },
  {
    promise: 'and comes up with it',
    replica: { ...healthy, status: 'INACTIVE' },
    cluster: 'stopped',
    next: task('start', 'COMING_UP'),
  },
  {
    promise: 'it is left alone while one of them is promoted',
    replica: { ...healthy, status: 'COMING_UP', isPromoting: true },
    cluster: 'stopped',
    next: settled('COMING_UP'),
  },
  { promise: 'it goes when it is dropped', replica: { ...healthy, desired: 'removed' }, cluster: 'running', next: task('destroy', 'GOING_DOWN') },
  { promise: 'and with its project', replica: { ...healthy, projectDesired: 'removed' }, cluster: 'stopped', next: task('destroy', 'GOING_DOWN') },
  { promise: 'and then nothing is left', replica: { ...healthy, desired: 'removed' }, cluster: 'absent', next: { kind: 'gone' } },
]

describe('what is done next for a replica', () => {
  test.each(rows)('$promise', ({ replica, cluster, primary = 'running', next }) => {
    expect(planReplica(replica, cluster, primary)).toEqual(next)
  })
})
