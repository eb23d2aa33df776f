import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import type { FactorRow, UserRow } from '../users/user.ts'

/** Mails the user that a factor was added or removed, where the project wants that. */
export async function notifyOfFactor(
  call: AuthCall,
  tx: Transaction,
  kind: 'mfa_factor_enrolled' | 'mfa_factor_unenrolled',
  user: UserRow,
  type: FactorRow['factor_type'],
): Promise<void> {
  if (!call.settings[`mailer_notifications_${kind}_enabled`] || user.email === null || user.email === '') return
  await call.post.post(call, tx, { kind, to: user.email, user, variables: { FactorType: type } })
}
