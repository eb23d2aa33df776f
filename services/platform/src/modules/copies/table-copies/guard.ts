import { AppError } from '@colonnade/core'
import type { Guard } from '../../../kernel/guards.ts'
import { isInCopy } from './store.ts'
import { messages } from './messages.ts'

/** Refuses interruptions of a project while a table is copied from or into it. */
export const tableCopyGuard: Guard = async (tx, ref) => {
  if (await isInCopy(tx, ref)) throw new AppError('project_busy', {}, { message: messages.inProgress })
}
