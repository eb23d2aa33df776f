import type { ProductionLock } from '@colonnade/contracts/data/sql-runs'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { writeLock } from './rights-store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

export function retrieveLock({ isLocked }: ProjectScope): ProductionLock {
  return { is_locked: isLocked }
}

export function updateLock(
  ctx: Context,
  { ref, organizationId }: ProjectScope,
  input: ProductionLock,
  audit: AuditRecorder<Transaction>,
): Promise<ProductionLock> {
  return ctx.database.transaction(async (tx) => {
    await writeLock(tx, ref, input.is_locked)
    await audit(tx, { organizationId, projectRef: ref, details: input })
    return input
  })
}

export interface LockedInput {
  readonly read_only?: boolean | undefined
  readonly confirmed_name?: string | undefined
}

/** Whether something may change nothing because the project is locked: its author could, and has not typed the name. Readers change nothing anyway. */
export function isLockedFor({ permissions, isLocked, name }: ProjectScope, input: LockedInput): boolean {
  return isLocked && input.read_only !== true && isAllowed(permissions, 'database:write') && input.confirmed_name !== name
}

/** What a locked project refuses: changes (25006), what can't be part of a transaction at all (25001), and what a reader may not do (42501). */
const refusedStates = new Set(['25006', '25001', '42501'])

/** What failed because the project is locked says so. A role that was asked for may lack a privilege whether or not it is. */
export function lockedError(error: AppError, { role }: { readonly role?: string | undefined }): AppError {
  const sqlstate = String(error.details['sqlstate'])
  if (!refusedStates.has(sqlstate) || (role !== undefined && sqlstate === '42501')) return error
  return locked(error.message, error.details)
}

export function locked(why: string, details: AppError['details'] = {}): AppError {
  return new AppError('production_locked', details, { message: messages.locked(why) })
}
