import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { MailKind, MailVariables } from '../mails/mail-post.ts'
import { keepToken } from '../one-time-tokens/store.ts'
import { newOtp, newTokenHash, pkcePrefix } from '../one-time-tokens/token-hash.ts'
import { type TokenKind, tokenKinds } from '../one-time-tokens/token-kinds.ts'
import type { Challenge } from '../pkce/challenge.ts'
import { beginFlow } from '../pkce/flow-state.ts'
import { withQuery } from '../redirects/redirect-to.ts'
import type { SignInMethod } from '../sessions/create-session.ts'
import type { UserRow } from '../users/user.ts'

/** Types that links name, as `verify` takes them. */
export type LinkType = 'signup' | 'invite' | 'magiclink' | 'recovery' | 'email_change'

interface CodeMail {
  readonly token: TokenKind
  readonly template: MailKind
  readonly type: LinkType
  /** Sign-in method of the new session. */
  readonly method: SignInMethod
}

/** Mails with a code and a link. */
export const codeMails = {
  confirmation: { token: tokenKinds.confirmation, template: 'confirmation', type: 'signup', method: 'email/signup' },
  invite: { token: tokenKinds.confirmation, template: 'invite', type: 'invite', method: 'invite' },
  magicLink: { token: tokenKinds.recovery, template: 'magic_link', type: 'magiclink', method: 'magiclink' },
  recovery: { token: tokenKinds.recovery, template: 'recovery', type: 'recovery', method: 'recovery' },
} as const satisfies Record<string, CodeMail>

export interface CodeRequest {
  readonly mail: CodeMail
  readonly user: UserRow
  readonly redirectTo: string
  readonly challenge?: Challenge | undefined
}

/**
 * Makes a code, keeps its hash and posts the mail, all in one transaction.
 *
 * @throws AuthError `over_email_send_rate_limit` when the last mail of this kind is too young, or the project has sent too many
 */
export async function sendCodeMail(call: AuthCall, tx: Transaction, { mail, user, redirectTo, challenge }: CodeRequest): Promise<void> {
  const { token, template, type, method } = mail
  const { email } = user
  if (email === null) throw new AuthError('validation_failed', 'The user has no email address')
  requirePause(call, user[token.sentColumn], call.settings.smtp_max_frequency, 'over_email_send_rate_limit')
  const { otp, hash } = newCode(call, email, challenge !== undefined)
  await keepToken(tx, user.id, token, hash, email)
  if (challenge !== undefined) await beginFlow(tx, { challenge, method, provider: method, userId: user.id })
  await call.post.post(call, tx, { kind: template, to: email, user, variables: linkVariables(call, { hash, otp, type, redirectTo }) })
}

/** A new code for an addressee, and what is stored of it. */
export function newCode({ random, settings }: AuthCall, addressee: string, isPkce: boolean): { readonly otp: string; readonly hash: string } {
  const otp = newOtp(random, settings.mailer_otp_length)
  return { otp, hash: `${isPkce ? pkcePrefix : ''}${newTokenHash(random, addressee.toLowerCase(), otp)}` }
}

export interface Link {
  readonly hash: string
  readonly otp: string
  readonly type: LinkType
  readonly redirectTo: string
}

export function linkVariables(call: Pick<AuthCall, 'request'>, link: Link): MailVariables {
  return { ConfirmationURL: linkOf(call, link), Token: link.otp, TokenHash: link.hash, RedirectTo: link.redirectTo }
}

export function linkOf({ request }: Pick<AuthCall, 'request'>, { hash, type, redirectTo }: Link): string {
  return withQuery(`${request.publicUrl}/verify`, { token: hash, type, redirect_to: redirectTo })
}

/**
 * Makes an addressee wait between two codes.
 *
 * @throws AuthError with the seconds that are left, as clients show it
 */
export function requirePause(
  { clock }: AuthCall,
  sentAt: string | null,
  pauseSeconds: number,
  code: 'over_email_send_rate_limit' | 'over_sms_send_rate_limit',
): void {
  if (sentAt === null) return
  const left = Math.ceil((Date.parse(sentAt) + pauseSeconds * 1000 - clock.now()) / 1000)
  if (left > 0) throw new AuthError(code, `For security purposes, you can only request this after ${left} seconds.`, { retryAfterSeconds: left })
}
