import { noticeNames } from '@colonnade/contracts/auth/message-fields'
import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import type { AuthMail, MailVariables, NoticeKind } from './mail-post.ts'

export function isNotice(kind: AuthMail['kind']): kind is NoticeKind {
  return (noticeNames as readonly string[]).includes(kind)
}

/** Mails users a notification of a change, in the change's transaction, if the project wants that and they have an address. */
export async function postNotice(
  call: AuthCall,
  tx: Transaction,
  { kind, user, variables = {} }: { readonly kind: NoticeKind; readonly user: AuthMail['user']; readonly variables?: MailVariables },
): Promise<void> {
  if (!call.settings[`mailer_notifications_${kind}_enabled`] || user.email === null || user.email === '') return
  await call.post.post(call, tx, { kind, to: user.email, user, variables })
}
