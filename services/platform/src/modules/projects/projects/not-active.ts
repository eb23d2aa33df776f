import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import { messages } from './messages.ts'

/** Returns the error for a call that needs an active project. */
export function notActive(ref: string, status: ProjectStatus): AppError {
  return new AppError('project_not_active', { ref, status }, { message: messages.notActive(status) })
}

export { statusWords } from './messages.ts'
