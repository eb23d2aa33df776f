import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import { postNotice } from '../mails/notices.ts'
import type { FactorRow, UserRow } from '../users/user.ts'

/** Mails the user that a factor was added or removed, where the project wants that. */
export async function notifyOfFactor(
  call: AuthCall,
  tx: Transaction,
  kind: 'mfa_factor_enrolled' | 'mfa_factor_unenrolled',
  user: UserRow,
  type: FactorRow['factor_type'],
): Promise<void> {
  await postNotice(call, tx, { kind, user, variables: { FactorType: type } })
}
