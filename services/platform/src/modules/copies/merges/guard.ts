import { AppError } from '@colonnade/core'
import type { Guard } from '../../../kernel/guards.ts'
import { isInMerge } from './store.ts'

/** While a branch is being merged that is the project, or is merged into it, any interruption would cut it off. */
export const mergeGuard: Guard = async (tx, ref) => {
  if (!(await isInMerge(tx, ref))) return
  throw new AppError('project_busy', {}, { message: 'A branch is being merged: wait until that is over' })
}
