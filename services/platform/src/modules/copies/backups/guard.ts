import { AppError } from '@colonnade/core'
import type { Guard } from '../../../kernel/guards.ts'
import { isBeingReplaced } from './restored-projects.ts'

/** What is restored in a project's place would bring up again what was paused. */
export const restoreGuard: Guard = async (tx, ref, by) => {
  if (by !== 'pause' || !(await isBeingReplaced(tx, ref))) return
  throw new AppError(
    'project_busy',
    {},
    { message: "Something is being restored in the project's place, which is active afterwards: wait until that is over, and pause it then" },
  )
}
