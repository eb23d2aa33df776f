import type { ProjectStatus } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'

/** What a call is answered that needs the database of a project whose status is another than ACTIVE_HEALTHY. */
export function notActive(ref: string, status: ProjectStatus): AppError {
  return new AppError('project_not_active', { ref, status }, { message: `The project is not active: its status is ${status}` })
}
