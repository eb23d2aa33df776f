import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { linkVariables, newCode, requirePause } from '../codes/send-code.ts'
import { keepToken } from '../one-time-tokens/store.ts'
import { tokenKinds } from '../one-time-tokens/token-kinds.ts'
import type { Challenge } from '../pkce/challenge.ts'
import { beginFlow } from '../pkce/flow-state.ts'
import type { UserRow } from './user.ts'

export interface EmailChange {
  readonly user: UserRow
  readonly newEmail: string
  readonly redirectTo: string
  readonly challenge?: Challenge | undefined
}

/**
 * Mails both addresses, each with a code of its own, or only the new one unless the project wants both confirmed
 * (`mailer_secure_email_change_enabled`). Nothing changes before they are confirmed.
 *
 * @throws AuthError `over_email_send_rate_limit`
 */
export async function sendEmailChange(call: AuthCall, tx: Transaction, { user, newEmail, redirectTo, challenge }: EmailChange): Promise<void> {
  const { settings } = call
  const isNewRequest = user.email_change !== newEmail
  if (!isNewRequest) requirePause(call, user.email_change_sent_at, settings.smtp_max_frequency, 'over_email_send_rate_limit')
  await tx.run(sql`
    update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0, email_change_sent_at = now(), updated_at = now() where id = ${user.id}::uuid`)
  if (challenge !== undefined) await beginFlow(tx, { challenge, method: 'email_change', provider: 'email', userId: user.id })
  const kinds = [
    ...(settings.mailer_secure_email_change_enabled && user.email !== null && user.email !== ''
      ? [{ token: tokenKinds.emailChangeCurrent, to: user.email }]
      : []),
    { token: tokenKinds.emailChangeNew, to: newEmail },
  ]
  for (const { token, to } of kinds) {
    const { otp, hash } = newCode(call, to, challenge !== undefined)
    await keepToken(tx, user.id, token, hash, to)
    const variables = { ...linkVariables(call, { hash, otp, type: 'email_change', redirectTo }), NewEmail: newEmail, SendingTo: to }
    await call.post.post(call, tx, { kind: 'email_change', to, user, variables })
  }
}
