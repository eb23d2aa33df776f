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
