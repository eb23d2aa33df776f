import type { Project, ProjectStatus } from '@colonnade/contracts/projects/projects'
import type { Tone } from '@colonnade/ui'

export interface StatusLook {
  readonly label: string
  readonly tone: Tone
  /** True while the status changes without anyone acting. */
  readonly isChanging: boolean
}

export const statusLooks: Readonly<Record<ProjectStatus, StatusLook>> = {
  COMING_UP: { label: 'Coming up', tone: 'warning', isChanging: true },
  ACTIVE_HEALTHY: { label: 'Active', tone: 'accent', isChanging: false },
  PAUSING: { label: 'Pausing', tone: 'neutral', isChanging: true },
  INACTIVE: { label: 'Paused', tone: 'neutral', isChanging: false },
  RESTORING: { label: 'Starting', tone: 'warning', isChanging: true },
  UPGRADING: { label: 'Upgrading', tone: 'warning', isChanging: true },
  GOING_DOWN: { label: 'Deleting', tone: 'danger', isChanging: true },
  REMOVED: { label: 'Deleted', tone: 'neutral', isChanging: false },
  INIT_FAILED: { label: 'Setup failed', tone: 'danger', isChanging: false },
  UNHEALTHY: { label: 'Unhealthy', tone: 'danger', isChanging: false },
}

const asleep: StatusLook = { label: 'Asleep', tone: 'neutral', isChanging: false }

/** Returns the label and tone of a project's status; a sleeping project is active, and shows that it sleeps. */
export function lookOf({ status, sleep }: Pick<Project, 'status' | 'sleep'>): StatusLook {
  if (sleep === 'awake') return statusLooks[status]
  return sleep === 'asleep' ? asleep : { ...asleep, isChanging: true, ...(sleep === 'waking' && { label: 'Waking up', tone: 'warning' }) }
}

/** Returns whether a project or branch is on its way to another status. */
export function isChanging(project: Pick<Project, 'status' | 'sleep'>): boolean {
  return lookOf(project).isChanging
}

/** The groups of statuses that a list filters by. */
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
