import type { Project, ProjectStatus } from '@colonnade/contracts/projects/projects'
import type { Tone } from '@colonnade/ui'

export interface StatusLook {
  readonly label: string
  readonly tone: Tone
  /** On its way to another status by itself. */
  readonly isChanging: boolean
}

export const statusLooks: Readonly<Record<ProjectStatus, StatusLook>> = {
  COMING_UP: { label: 'Coming up', tone: 'warning', isChanging: true },
  ACTIVE_HEALTHY: { label: 'Active', tone: 'accent', isChanging: false },
  PAUSING: { label: 'Pausing', tone: 'neutral', isChanging: true },
  INACTIVE: { label: 'Paused', tone: 'neutral', isChanging: false },
  RESTORING: { label: 'Starting', tone: 'warning', isChanging: true },
  UPGRADING: { label: 'Being upgraded', tone: 'warning', isChanging: true },
  GOING_DOWN: { label: 'Being deleted', tone: 'danger', isChanging: true },
  REMOVED: { label: 'Deleted', tone: 'neutral', isChanging: false },
  INIT_FAILED: { label: 'Set-up failed', tone: 'danger', isChanging: false },
  UNHEALTHY: { label: 'Unhealthy', tone: 'danger', isChanging: false },
}

const asleep: StatusLook = { label: 'Asleep', tone: 'neutral', isChanging: false }

/** How a project is. One that sleeps is active, and looks as what it does. */
export function lookOf({ status, sleep }: Pick<Project, 'status' | 'sleep'>): StatusLook {
  if (sleep === 'awake') return statusLooks[status]
  return sleep === 'asleep' ? asleep : { ...asleep, isChanging: true, ...(sleep === 'waking' && { label: 'Waking up', tone: 'warning' }) }
}

/** What one looks for in a list: several statuses are the same to who only wants to find a project. */
export const statusGroups = [
  { id: 'active', label: 'Active' },
  { id: 'asleep', label: 'Asleep' },
  { id: 'paused', label: 'Paused' },
  { id: 'changing', label: 'In progress' },
  { id: 'attention', label: 'Needs attention' },
] as const
export type StatusGroup = (typeof statusGroups)[number]['id']

export function statusGroupOf({ status, sleep }: Pick<Project, 'status' | 'sleep'>): StatusGroup {
  if (sleep !== 'awake') return 'asleep'
  if (statusLooks[status].isChanging) return 'changing'
  if (status === 'ACTIVE_HEALTHY') return 'active'
  return status === 'INIT_FAILED' || status === 'UNHEALTHY' ? 'attention' : 'paused'
}
