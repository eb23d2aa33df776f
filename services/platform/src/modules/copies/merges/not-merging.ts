import { AppError } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import { isInMerge } from './store.ts'

/** @throws AppError `project_busy` while a branch is being merged that is the project, or is merged into it: that would be cut off */
export async function requireNoMerge(tx: Transaction, ref: string): Promise<void> {
  if (!(await isInMerge(tx, ref))) return
  throw new AppError('project_busy', {}, { message: 'A branch is being merged: wait until that is over' })
}
