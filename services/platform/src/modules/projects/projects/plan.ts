import type { ClusterState, ComputeSize } from '@colonnade/clusters'
import type { ProjectStatus, SleepState } from '@colonnade/contracts/projects/projects'
import { messages } from './messages.ts'

/** The state of a project in the control plane. */
export interface ProjectState {
  readonly desired: 'active' | 'inactive' | 'removed'
  readonly status: ProjectStatus
  readonly sleep: SleepState
  readonly compute: ComputeSize
  readonly computeApplied: ComputeSize | null
  readonly restartsRequested: number
  readonly restartsDone: number
  readonly passwordsRequested: number
  readonly passwordsDone: number
  readonly bootstrapApplied: string | null
  readonly hasBeenReady: boolean
  /** True if Colonnade runs its server. */
  readonly isRunHere: boolean
  /** True if it started as a copy of another project. */
  readonly isBranch: boolean
  readonly copiesRequested: number
  readonly copiesDone: number
  /** The progress of a promotion of one of its replicas; null without one. */
  readonly promotion: 'REQUESTED' | 'FENCED' | 'PROMOTED' | null
}

export type Step =
  | 'claim'
  | 'copy'
  | 'resize'
  | 'restart'
  | 'start'
  | 'bootstrap'
  | 'password'
  | 'verify'
  | 'stop'
  | 'destroy'
  | 'sleep'
  | 'wake'
  | 'fence'
  | 'promote'
  | 'rejoin'

export type Plan =
  /** The next step, and the status to show during it. */
  | { readonly kind: 'step'; readonly step: Step; readonly status: ProjectStatus }
  /** The status when there’s nothing to do until something changes. */
  | { readonly kind: 'settled'; readonly status: ProjectStatus; readonly problem?: string }

/**
 * Returns the next step for a project, from its desired state, its progress and the state of its cluster. Pure: the reconciler plans again
 * after every step, so a new process continues wherever the former one stopped.
 */
export function planNext(project: ProjectState, cluster: ClusterState, bootstrapVersion: string): Plan {
  switch (project.desired) {
    case 'removed':
      return cluster === 'absent' ? settled('REMOVED') : step('destroy', 'GOING_DOWN')
    case 'inactive':
      return cluster === 'stopped' || cluster === 'absent' ? settled('INACTIVE') : step('stop', 'PAUSING')
    case 'active':
      return planActive(project, cluster, bootstrapVersion)
  }
}

function planActive(project: ProjectState, cluster: ClusterState, bootstrapVersion: string): Plan {
  const isWorking = project.status === 'COMING_UP' || project.status === 'RESTORING'
  // the server belongs to the upgrade until the upgrade ends
  if (project.status === 'UPGRADING') return settled('UPGRADING')
  // failed for good: only a new request, which sets a working status, or a running server changes that
  if (project.status === 'INIT_FAILED') return settled('INIT_FAILED')
  if (project.status === 'UNHEALTHY' && cluster !== 'running') return settled('UNHEALTHY')
  const working = isWorking ? project.status : project.hasBeenReady ? 'RESTORING' : 'COMING_UP'
  // a fenced primary takes no other step
  if (project.promotion === 'REQUESTED') return step('fence', working)
  if (project.promotion === 'FENCED') return step('promote', working)
  if (project.copiesRequested > project.copiesDone) return step('copy', working)
  if (cluster === 'absent') {
    // never create an empty cluster where one had data
    if (project.hasBeenReady) return settled('UNHEALTHY', messages.noDirectory)
    return step(project.isBranch ? 'copy' : 'claim', 'COMING_UP')
  }
  if (!project.isRunHere) return planConnection(project, cluster, working)
  // the status stays active, as callers see it
  if (project.sleep === 'waking') return step('wake', 'ACTIVE_HEALTHY')
  if (project.sleep === 'asleep' && cluster === 'stopped') return settled('ACTIVE_HEALTHY')
  if (project.sleep !== 'awake') return step('sleep', 'ACTIVE_HEALTHY')
  if (!isWorking && (cluster === 'failed' || cluster === 'crashed')) return settled('UNHEALTHY')
  if (project.compute !== project.computeApplied) return step('resize', working)
  if (project.restartsRequested > project.restartsDone) return step('restart', working)
  if (cluster !== 'running') return step('start', working)
  if (project.bootstrapApplied !== bootstrapVersion) return step('bootstrap', working)
  // a new password doesn't change the status
  if (project.passwordsRequested > project.passwordsDone) return step('password', project.status === 'ACTIVE_HEALTHY' ? 'ACTIVE_HEALTHY' : working)
  if (project.status !== 'ACTIVE_HEALTHY') return step('verify', working)
  if (project.promotion === 'PROMOTED') return step('rejoin', 'ACTIVE_HEALTHY')
  return settled('ACTIVE_HEALTHY')
}

/** Plans the connection to an external server. Colonnade changes nothing on it. */
function planConnection({ status }: ProjectState, cluster: ClusterState, working: ProjectStatus): Plan {
  const isWorking = status === 'COMING_UP' || status === 'RESTORING'
  if (!isWorking && cluster === 'crashed') return settled('UNHEALTHY')
  if (cluster !== 'running') return step('start', working)
  return status === 'ACTIVE_HEALTHY' ? settled('ACTIVE_HEALTHY') : step('verify', working)
}

function step(name: Step, status: ProjectStatus): Plan {
  return { kind: 'step', step: name, status }
}

function settled(status: ProjectStatus, problem?: string): Plan {
  return { kind: 'settled', status, ...(problem !== undefined && { problem }) }
}
