import { describe, expect, test } from 'vitest'
import type { ClusterState } from '@colonnade/clusters'
import { type Plan, planNext, type ProjectState } from './plan.ts'

const fresh: ProjectState = {
  desired: 'active',
  status: 'COMING_UP',
  sleep: 'awake',
  compute: 'nano',
  computeApplied: null,
  restartsRequested: 0,
  restartsDone: 0,
  passwordsRequested: 1,
  passwordsDone: 0,
  bootstrapApplied: null,
  hasBeenReady: false,
  isRunHere: true,
  isBranch: false,
  copiesRequested: 0,
  copiesDone: 0,
  promotion: null,
}
const healthy: ProjectState = {
  ...fresh,
  status: 'ACTIVE_HEALTHY',
  computeApplied: 'nano',
  passwordsDone: 1,
  bootstrapApplied: '1',
  hasBeenReady: true,
}

const step = (name: Extract<Plan, { kind: 'step' }>['step'], status: ProjectState['status']) => ({ kind: 'step', step: name, status })
const settled = (status: ProjectState['status']) => ({ kind: 'settled', status })

const rows: readonly { promise: string; project: ProjectState; cluster: ClusterState; next: object }[] = [
  { promise: 'a new project takes a data directory first', project: fresh, cluster: 'absent', next: step('claim', 'COMING_UP') },
  {
    promise: 'a branch copies its source first',
    project: { ...fresh, isBranch: true, copiesRequested: 1 },
    cluster: 'absent',
    next: step('copy', 'COMING_UP'),
  },
  {
    promise: 'and again when the copy is gone before it was ready',
    project: { ...fresh, isBranch: true, copiesRequested: 1, copiesDone: 1 },
    cluster: 'absent',
    next: step('copy', 'COMING_UP'),
  },
  {
    promise: 'a branch that is reset copies, whatever its server does',
    project: { ...healthy, status: 'COMING_UP', isBranch: true, copiesRequested: 2, copiesDone: 1 },
    cluster: 'running',
    next: step('copy', 'COMING_UP'),
  },
  {
    promise: 'a branch whose data is lost is not made anew unasked',
    project: { ...healthy, isBranch: true, copiesRequested: 1, copiesDone: 1 },
    cluster: 'absent',
    next: settled('UNHEALTHY'),
  },
  { promise: 'then starts', project: { ...fresh, computeApplied: 'nano' }, cluster: 'stopped', next: step('start', 'COMING_UP') },
  { promise: 'then gets its roles', project: { ...fresh, computeApplied: 'nano' }, cluster: 'running', next: step('bootstrap', 'COMING_UP') },
  {
    promise: 'then its password',
    project: { ...fresh, computeApplied: 'nano', bootstrapApplied: '1' },
    cluster: 'running',
    next: step('password', 'COMING_UP'),
  },
  {
    promise: 'then answers',
    project: { ...healthy, status: 'COMING_UP', hasBeenReady: false },
    cluster: 'running',
    next: step('verify', 'COMING_UP'),
  },
  { promise: 'a healthy one is left alone', project: healthy, cluster: 'running', next: settled('ACTIVE_HEALTHY') },
  {
    promise: 'a healthy one that was stopped with the platform starts again',
    project: healthy,
    cluster: 'stopped',
    next: step('start', 'RESTORING'),
  },
  { promise: 'lost data is said, and never replaced by an empty cluster', project: healthy, cluster: 'absent', next: settled('UNHEALTHY') },
  { promise: 'a crash shows while the supervisor works', project: healthy, cluster: 'crashed', next: settled('UNHEALTHY') },
  { promise: 'a crash loop shows', project: healthy, cluster: 'failed', next: settled('UNHEALTHY') },
  { promise: 'one that came back is verified', project: { ...healthy, status: 'UNHEALTHY' }, cluster: 'running', next: step('verify', 'RESTORING') },
  { promise: 'one given up is not tried for ever', project: { ...healthy, status: 'UNHEALTHY' }, cluster: 'stopped', next: settled('UNHEALTHY') },
  { promise: 'but is when a person asks', project: { ...healthy, status: 'RESTORING' }, cluster: 'failed', next: step('start', 'RESTORING') },
  { promise: 'a failed creation waits for a person', project: { ...fresh, status: 'INIT_FAILED' }, cluster: 'stopped', next: settled('INIT_FAILED') },
  {
    promise: 'a new password on a healthy project is no change of state',
    project: { ...healthy, passwordsRequested: 2 },
    cluster: 'running',
    next: step('password', 'ACTIVE_HEALTHY'),
  },
  {
    promise: 'a primary that a replica is to replace is stopped first, whatever else is wished',
    project: { ...healthy, status: 'COMING_UP', promotion: 'REQUESTED', restartsRequested: 1 },
    cluster: 'running',
    next: step('fence', 'COMING_UP'),
  },
  {
    promise: 'and is not started again, but replaced',
    project: { ...healthy, status: 'COMING_UP', promotion: 'FENCED' },
    cluster: 'stopped',
    next: step('promote', 'COMING_UP'),
  },
  {
    promise: 'the one in its place takes queries',
    project: { ...healthy, status: 'COMING_UP', promotion: 'PROMOTED' },
    cluster: 'running',
    next: step('verify', 'COMING_UP'),
  },
  {
    promise: 'and then the others follow it',
    project: { ...healthy, promotion: 'PROMOTED' },
    cluster: 'running',
    next: step('rejoin', 'ACTIVE_HEALTHY'),
  },
  {
    promise: 'a promotion that could not be done waits for somebody',
    project: { ...healthy, status: 'UNHEALTHY', promotion: 'FENCED' },
    cluster: 'failed',
    next: settled('UNHEALTHY'),
  },
  {
    promise: 'a restart that was asked for is done once',
    project: { ...healthy, status: 'COMING_UP', restartsRequested: 1 },
    cluster: 'running',
    next: step('restart', 'COMING_UP'),
  },
  {
    promise: 'another size is applied',
    project: { ...healthy, status: 'COMING_UP', compute: 'small' },
    cluster: 'running',
    next: step('resize', 'COMING_UP'),
  },
  {
    promise: 'an old bootstrap is upgraded',
    project: { ...healthy, bootstrapApplied: '0' },
    cluster: 'running',
    next: step('bootstrap', 'RESTORING'),
  },
  {
    promise: 'one that nobody uses is stopped, and stays active',
    project: { ...healthy, sleep: 'falling_asleep' },
    cluster: 'running',
    next: step('sleep', 'ACTIVE_HEALTHY'),
  },
  {
    promise: 'a sleep that was cut off after the stop is noted',
    project: { ...healthy, sleep: 'falling_asleep' },
    cluster: 'stopped',
    next: step('sleep', 'ACTIVE_HEALTHY'),
  },
  { promise: 'who sleeps is left alone', project: { ...healthy, sleep: 'asleep' }, cluster: 'stopped', next: settled('ACTIVE_HEALTHY') },
  {
    promise: 'and an older bootstrap waits until it wakes',
    project: { ...healthy, sleep: 'asleep', bootstrapApplied: '0' },
    cluster: 'stopped',
    next: settled('ACTIVE_HEALTHY'),
  },
  {
    promise: 'a sleeper whose server runs is stopped',
    project: { ...healthy, sleep: 'asleep' },
    cluster: 'running',
    next: step('sleep', 'ACTIVE_HEALTHY'),
  },
  { promise: 'lost data is said of a sleeper too', project: { ...healthy, sleep: 'asleep' }, cluster: 'absent', next: settled('UNHEALTHY') },
  { promise: 'a call wakes it', project: { ...healthy, sleep: 'waking' }, cluster: 'stopped', next: step('wake', 'ACTIVE_HEALTHY') },
  {
    promise: 'a wake that was cut off after the start is noted',
    project: { ...healthy, sleep: 'waking' },
    cluster: 'running',
    next: step('wake', 'ACTIVE_HEALTHY'),
  },
  { promise: 'a pause stops', project: { ...healthy, desired: 'inactive', status: 'PAUSING' }, cluster: 'running', next: step('stop', 'PAUSING') },
  { promise: 'and is then over', project: { ...healthy, desired: 'inactive', status: 'PAUSING' }, cluster: 'stopped', next: settled('INACTIVE') },
  {
    promise: 'a deletion destroys whatever there is',
    project: { ...healthy, desired: 'removed', status: 'GOING_DOWN' },
    cluster: 'failed',
    next: step('destroy', 'GOING_DOWN'),
  },
  { promise: 'and is then over', project: { ...healthy, desired: 'removed', status: 'GOING_DOWN' }, cluster: 'absent', next: settled('REMOVED') },
]

describe('what comes next', () => {
  test.for(rows)('$promise ($cluster)', ({ project, cluster, next }) => {
    expect(planNext(project, cluster, '1')).toMatchObject(next)
  })
})

describe('a project on a server that others run', () => {
  const external: ProjectState = { ...fresh, isRunHere: false }
  test.each<[string, ProjectState, ClusterState, Plan]>([
    ['is made known first', external, 'absent', { kind: 'step', step: 'claim', status: 'COMING_UP' }],
    ['is connected to', external, 'stopped', { kind: 'step', step: 'start', status: 'COMING_UP' }],
    ['is asked, and not set up', external, 'running', { kind: 'step', step: 'verify', status: 'COMING_UP' }],
    [
      'stays active whatever is newer here',
      { ...external, status: 'ACTIVE_HEALTHY', hasBeenReady: true },
      'running',
      { kind: 'settled', status: 'ACTIVE_HEALTHY' },
    ],
    [
      'is unhealthy while it is lost',
      { ...external, status: 'ACTIVE_HEALTHY', hasBeenReady: true },
      'crashed',
      { kind: 'settled', status: 'UNHEALTHY' },
    ],
    [
      'is asked again when it is back',
      { ...external, status: 'UNHEALTHY', hasBeenReady: true },
      'running',
      { kind: 'step', step: 'verify', status: 'RESTORING' },
    ],
  ])('%s', (_name, project, cluster, plan) => {
    expect(planNext(project, cluster, '2')).toEqual(plan)
  })
})
