import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { postMail } from '../../installation/mails/post.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import { messages } from './messages.ts'

/** Mails the owner of an account about a change of what protects it (OWASP ASVS 5, 6.3.7). */
export async function notifyOwner(ctx: PlatformContext, tx: Transaction, userId: string, what: keyof typeof messages.changes): Promise<void> {
  const { username, primary_email: to } = await retrieveProfile(tx, userId)
  const { subject, text } = messages.changes[what]
  await postMail(ctx, tx, {
    to,
    kind: 'security',
    subject,
    paragraphs: [messages.hello(username), text, messages.notYou],
    action: { label: messages.action, path: '/account/security' },
  })
}
