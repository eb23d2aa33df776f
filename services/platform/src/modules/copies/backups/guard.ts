import { AppError } from '@colonnade/core'
import type { Guard } from '../../../kernel/guards.ts'
import { isBeingReplaced } from './restored-projects.ts'
import { messages } from './messages.ts'

/** Refuses to pause a project during a restore in place, which would start it again. */
export const restoreGuard: Guard = async (tx, ref, by) => {
  if (by !== 'pause' || !(await isBeingReplaced(tx, ref))) return
  throw new AppError('project_busy', {}, { message: messages.restoring })
}
