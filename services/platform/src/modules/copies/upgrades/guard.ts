import { AppError } from '@colonnade/core'
import type { Guard } from '../../../kernel/guards.ts'
import { isUpgrading } from './store.ts'

/** A restore would put another database in the place of the one that is being upgraded. */
export const upgradeGuard: Guard = async (tx, ref, by) => {
  if (by !== 'restore' || !(await isUpgrading(tx, ref))) return
  throw new AppError('project_busy', {}, { message: 'The project is being upgraded to another version of Postgres: wait until that is over' })
}
