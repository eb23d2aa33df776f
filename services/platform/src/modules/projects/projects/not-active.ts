import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'

/** A status in a sentence for people, behind "it is"; programs have it in the details. */
export const statusWords: Readonly<Record<ProjectStatus, string>> = {
  COMING_UP: 'coming up',
  ACTIVE_HEALTHY: 'active',
  PAUSING: 'being paused',
  INACTIVE: 'paused',
  RESTORING: 'starting',
  UPGRADING: 'being upgraded',
  GOING_DOWN: 'being deleted',
  REMOVED: 'deleted',
  INIT_FAILED: 'not set up, as that failed',
  UNHEALTHY: 'unhealthy',
}

/** What a call is answered that needs the database of a project whose status is another than ACTIVE_HEALTHY. */
export function notActive(ref: string, status: ProjectStatus): AppError {
  return new AppError('project_not_active', { ref, status }, { message: `The project is not active: it is ${statusWords[status]}` })
}
