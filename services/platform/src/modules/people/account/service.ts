import type { Profile } from '@colonnade/contracts/people/sessions'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { notifyOwner } from './letters.ts'
import { hashNewPassword, verifyPassword } from '@colonnade/credentials'
import { requireRecentSignIn } from '../../../kernel/people/recent-sign-in.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** Two people can have the same name; their email addresses differ. */
export function updateAccount(ctx: PlatformContext, actor: Actor, username: string, audit: Audit): Promise<Profile> {
  return ctx.database.transaction(async (tx) => {
    const before = await store.renameUser(tx, actor.userId, username)
    await audit(tx, { details: { username, before } })
    return retrieveProfile(tx, actor.userId)
  })
}

/**
 * Whoever changes a password shows the one before, so that an open browser is not enough; other sessions end with it (OWASP ASVS 5, 6.2.3
 * and 7.4.3).
 *
 * @throws AppError `invalid_input` for a wrong or unchanged one, `rate_limited` after some wrong ones
 */
export async function changePassword(
  ctx: PlatformContext,
  actor: Actor,
  input: { readonly current_password: string; readonly password: string },
  audit: Audit,
): Promise<{ ended_sessions: number }> {
  const guesses = `password:${actor.userId}`
  await ctx.limiter.count('account', guesses)
  const stored = await store.findPasswordHash(ctx.database, actor.userId)
  if (stored === null || !(await verifyPassword(input.current_password, stored))) throw refused('current_password', messages.wrongPassword)
  if (input.password === input.current_password) throw refused('password', messages.samePassword)
  const { primary_email: email, username } = await retrieveProfile(ctx.database, actor.userId)
  const next = await hashNewPassword(input.password, { email, username })
  const ended = await ctx.database.transaction(async (tx) => {
    if (!(await store.replacePasswordHash(tx, actor.userId, stored, next))) {
      throw refused('current_password', messages.changedElsewhere)
    }
    const count = await store.deleteOtherSessions(tx, actor)
    await audit(tx, { details: { ended_sessions: count } })
    return count
  })
  await ctx.limiter.forget('account', guesses)
  return { ended_sessions: ended }
}

/**
 * For who came through a provider. They have no password to show, so they have just signed in: an open browser is not enough.
 *
 * @throws AppError `already_has_password`, `sign_in_again`, `invalid_input` for a well-known one
 */
export async function choosePassword(ctx: PlatformContext, actor: Actor, password: string, audit: Audit): Promise<{ ended_sessions: number }> {
  if ((await store.findPasswordHash(ctx.database, actor.userId)) !== null) throw new AppError('already_has_password')
  await requireRecentSignIn(ctx.database, actor)
  const { primary_email: email, username } = await retrieveProfile(ctx.database, actor.userId)
  const passwordHash = await hashNewPassword(password, { email, username })
  return ctx.database.transaction(async (tx) => {
    if (!(await store.setFirstPasswordHash(tx, actor.userId, passwordHash))) throw new AppError('already_has_password')
    const count = await store.deleteOtherSessions(tx, actor)
    await audit(tx, { details: { ended_sessions: count, is_first: true } })
    await notifyOwner(ctx, tx, actor.userId, 'password_chosen')
    return { ended_sessions: count }
  })
}

export function endOtherSessions(ctx: PlatformContext, actor: Actor, audit: Audit): Promise<{ ended_sessions: number }> {
  return ctx.database.transaction(async (tx) => {
    const count = await store.deleteOtherSessions(tx, actor)
    await audit(tx, { details: { ended_sessions: count } })
    return { ended_sessions: count }
  })
}

function refused(field: 'current_password' | 'password', message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', field], message }] }, { message })
}
