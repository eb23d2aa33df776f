import type { LetterSent } from '@colonnade/contracts/people/password-resets'
import type { Profile } from '@colonnade/contracts/people/sessions'
import { AppError, isAppError } from '@colonnade/core'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { signUpLinkSeconds } from '../../../kernel/limits.ts'
import { retrieveSettings } from '../../installation/installation/store.ts'
import { createLink, findLink, takeLink } from '../../installation/mails/links.ts'
import { postMail } from '../../installation/mails/post.ts'
import { noteRequest } from '../../installation/mails/requests.ts'
import { requireMail } from '../../installation/mails/service.ts'
import { hashNewPassword } from '@colonnade/credentials'
import { openSession, type SignIn } from '../sessions/service.ts'
import { findUser, insertUser } from '../sessions/store.ts'
import { messages } from './messages.ts'

/** @throws AppError `sign_up_closed`, `mail_not_configured`, `rate_limited` */
export async function requestSignUp(ctx: PlatformContext, email: string): Promise<LetterSent> {
  await requireOpen(ctx)
  const arrives = requireMail(ctx)
  await ctx.limiter.count('mail', email)
  await noteRequest(ctx.database, 'sign_up', email)
  return { arrives }
}

/** Mails a sign-up link, or a notice to an address that already has an account. */
export async function answerSignUp(ctx: Pick<PlatformContext, 'config' | 'secrets' | 'random'>, tx: Transaction, email: string): Promise<void> {
  if (await findUser(tx, email)) {
    await postMail(ctx, tx, {
      to: email,
      kind: 'account_exists',
      subject: messages.exists.subject,
      paragraphs: [messages.exists.text],
      action: { label: messages.exists.action, path: '/sign-in' },
    })
    return
  }
  const token = await createLink(tx, ctx.random, { kind: 'sign_up', email, userId: null, seconds: signUpLinkSeconds })
  await postMail(ctx, tx, {
    to: email,
    kind: 'sign_up',
    subject: messages.confirm.subject,
    paragraphs: [messages.confirm.text, messages.confirm.notYou],
    action: { label: messages.confirm.action, path: `/sign-up/complete#token=${token}` },
    usefulSeconds: signUpLinkSeconds,
  })
}

/** @throws AppError `link_invalid`, `sign_up_closed`, `account_exists` when the address got one by another way in the meantime */
export async function completeSignUp(
  ctx: PlatformContext,
  { token, username, password }: { token: string; username: string; password: string },
  how: SignIn,
): Promise<Profile> {
  await requireOpen(ctx)
  const email = await findLink(ctx.database, 'sign_up', token)
  if (email === undefined) throw new AppError('link_invalid')
  const passwordHash = await hashNewPassword(password, { email, username })
  return ctx.database
    .transaction(async (tx) => {
      const link = await takeLink(tx, 'sign_up', token)
      if (!link) throw new AppError('link_invalid')
      const userId = await insertUser(tx, { email: link.email, username, passwordHash, isInstallationOwner: false })
      return openSession(ctx, tx, userId, how)
    })
    .catch((error: unknown) => {
      throw isAppError(error, 'unique_violation') ? new AppError('account_exists', {}, { cause: error }) : error
    })
}

async function requireOpen(ctx: PlatformContext): Promise<void> {
  if ((await retrieveSettings(ctx.database)).sign_up !== 'open') throw new AppError('sign_up_closed')
}
