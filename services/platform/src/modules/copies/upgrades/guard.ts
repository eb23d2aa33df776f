import { AppError } from '@colonnade/core'
import type { Guard } from '../../../kernel/guards.ts'
import { isUpgrading } from './store.ts'
import { messages } from './messages.ts'

/** Refuses interruptions during an upgrade: a restore, for example, would replace the database that is being upgraded. */
export const upgradeGuard: Guard = async (tx, ref, by) => {
  if (by !== 'restore' || !(await isUpgrading(tx, ref))) return
  throw new AppError('project_busy', {}, { message: messages.upgrading })
}
