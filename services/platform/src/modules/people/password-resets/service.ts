import type { LetterSent } from '@colonnade/contracts/people/password-resets'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { resetLinkSeconds } from '../../../kernel/limits.ts'
import { createLink, findLink, takeLink } from '../../installation/mails/links.ts'
import { postMail } from '../../installation/mails/post.ts'
import { noteRequest } from '../../installation/mails/requests.ts'
import { requireMail } from '../../installation/mails/service.ts'
import { hashNewPassword } from '@colonnade/credentials'
import * as store from './store.ts'
import { messages } from './messages.ts'

/** @throws AppError `mail_not_configured`; `rate_limited` when somebody has been asking for this address, whether or not it has an account */
export async function requestReset(ctx: PlatformContext, email: string): Promise<LetterSent> {
  const arrives = requireMail(ctx)
  await ctx.limiter.count('mail', email)
  await noteRequest(ctx.database, 'password_reset', email)
  return { arrives }
}

/** Mails the link, if there is such an account. */
export async function answerReset(ctx: Pick<PlatformContext, 'config' | 'secrets' | 'random'>, tx: Transaction, email: string): Promise<void> {
  const user = await store.findUser(tx, email)
  if (!user) return
  const token = await createLink(tx, ctx.random, { kind: 'password_reset', email: user.email, userId: user.id, seconds: resetLinkSeconds })
  await postMail(ctx, tx, {
    to: user.email,
    kind: 'password_reset',
    subject: messages.reset.subject,
    paragraphs: [messages.hello(user.username), messages.reset.request, messages.reset.notYou],
    action: { label: messages.reset.action, path: `/reset-password#token=${token}` },
    usefulSeconds: resetLinkSeconds,
  })
}

/**
 * Ends all sessions, and signs in nobody: who has a second factor is asked for it as ever (OWASP ASVS 5, 6.4.3).
 *
 * @throws AppError `link_invalid`
 */
export async function completeReset(
  ctx: PlatformContext,
  { token, password }: { token: string; password: string },
  audit: AuditRecorder<Transaction>,
): Promise<undefined> {
  // the hash costs 64 MiB and a core: not for who only guesses
  const email = await findLink(ctx.database, 'password_reset', token)
  if (email === undefined) throw new AppError('link_invalid')
  const passwordHash = await hashNewPassword(password, { email })
  await ctx.database.transaction(async (tx) => {
    const link = await takeLink(tx, 'password_reset', token)
    const user = link?.user_id ? await store.replacePassword(tx, link.user_id, link.email, passwordHash) : undefined
    if (!user) throw new AppError('link_invalid')
    const ended = await store.deleteSessions(tx, user.id)
    await audit(tx, { userId: user.id, details: { ended_sessions: ended } })
    await postMail(ctx, tx, {
      to: user.email,
      kind: 'password_changed',
      subject: messages.changed.subject,
      paragraphs: [messages.hello(user.username), messages.changed.text, messages.changed.notYou],
      action: { label: messages.changed.action, path: '/forgot-password' },
    })
  })
}
