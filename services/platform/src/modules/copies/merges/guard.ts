import { AppError } from '@colonnade/core'
import type { Guard } from '../../../kernel/guards.ts'
import { isInMerge } from './store.ts'
import { messages } from './messages.ts'

/** Refuses interruptions of a project during a merge from or into it. */
export const mergeGuard: Guard = async (tx, ref) => {
  if (!(await isInMerge(tx, ref))) return
  throw new AppError('project_busy', {}, { message: messages.branchBeingMerged })
}
