import type { ProjectStatus } from '@colonnade/contracts'
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
  GOING_DOWN: { label: 'Being deleted', tone: 'danger', isChanging: true },
  REMOVED: { label: 'Deleted', tone: 'neutral', isChanging: false },
  INIT_FAILED: { label: 'Set-up failed', tone: 'danger', isChanging: false },
  UNHEALTHY: { label: 'Unhealthy', tone: 'danger', isChanging: false },
}

/** What one looks for in a list: several statuses are the same to who only wants to find a project. */
export const statusGroups = [
  { id: 'active', label: 'Active' },
  { id: 'paused', label: 'Paused' },
  { id: 'changing', label: 'In progress' },
  { id: 'attention', label: 'Needs attention' },
] as const
export type StatusGroup = (typeof statusGroups)[number]['id']

export function statusGroupOf(status: ProjectStatus): StatusGroup {
  if (statusLooks[status].isChanging) return 'changing'
  if (status === 'ACTIVE_HEALTHY') return 'active'
  return status === 'INIT_FAILED' || status === 'UNHEALTHY' ? 'attention' : 'paused'
}
