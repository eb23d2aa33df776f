import { hashForStore, verifyStored } from '@colonnade/credentials'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { askForDecision } from '../hooks/decision.ts'
import { isHookOn } from '../hooks/hook.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { Addressee, bodyOf } from '../requests/fields.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { requireUnbanned, signIn } from '../sessions/sign-in.ts'
import { addresseeOf } from '../sign-up/sign-up.ts'
import { findUserByEmail, findUserByPhone, type UserRow } from '../users/user.ts'
import { weaknessOf } from './password-rules.ts'

const Body = z.object({ ...Addressee, password: z.string().max(10_000).default('') })

const wrong = (): AuthError => new AuthError('invalid_credentials', 'Invalid login credentials')

/** Signs in by email or phone and password. Nobody learns by text or time whether there is such a user. */
export async function signInWithPassword(call: AuthCall): Promise<AuthReply> {
  const { ref } = call
  const body = await bodyOf(call.request, Body)
  const { email, phone } = addresseeOf(call, body, 'logins')
  const database = await call.database()
  const user = email === undefined ? await findUserByPhone(database, phone!) : await findUserByEmail(database, email)
  const stored = user?.encrypted_password
  // a longer one matches nothing: bcrypt would cut it, and take many for one
  const isReadable = Buffer.byteLength(body.password) <= 72
  const { matches, isOutdated } = await verifyStored(ref, isReadable ? body.password : '', stored === undefined || stored === '' ? null : stored)
  if (user !== null) await requireDecision(call, user, matches && isReadable)
  if (user === null || !matches || !isReadable) throw wrong()
  requireUnbanned(call, user)
  requireConfirmed(call, user, email !== undefined)
  const rehashed = isOutdated ? await hashForStore(ref, body.password) : null
  const weakness = await weaknessOf(call, body.password)
  const { user: now, session } = await database.transaction(async (tx) => {
    if (rehashed !== null) await replaceHash(tx, user, rehashed)
    return signIn(call, tx, user, { method: 'password', traits: { provider: email === undefined ? 'phone' : 'email' } })
  })
  return { json: await sessionJson(call, now, session, weakness === null ? {} : { weak_password: weakness }) }
}

/** Lets the project's hook reject an attempt, right or wrong. @throws AuthError `invalid_credentials` */
async function requireDecision(call: AuthCall, user: UserRow, isValid: boolean): Promise<void> {
  if (!isHookOn(call, 'password_verification_attempt')) return
  const decision = await askForDecision(call, 'password_verification_attempt', { user_id: user.id, valid: isValid })
  if (decision.kind === 'continue') return
  if (decision.isLogout) await (await call.database()).run(sql`delete from auth.sessions where user_id = ${user.id}::uuid`)
  throw new AuthError('invalid_credentials', decision.message)
}

function requireConfirmed({ settings }: AuthCall, user: UserRow, isEmail: boolean): void {
  if (isEmail && user.email_confirmed_at === null && !settings.mailer_allow_unverified_email_sign_ins) {
    throw new AuthError('email_not_confirmed', 'Email not confirmed')
  }
  if (!isEmail && user.phone_confirmed_at === null) throw new AuthError('phone_not_confirmed', 'Phone not confirmed')
}

/** Replaces only the checked hash: the password may have changed since. */
async function replaceHash(tx: Transaction, { id, encrypted_password: checked }: UserRow, hash: string): Promise<void> {
  await tx.run(sql`update auth.users set encrypted_password = ${hash} where id = ${id}::uuid and encrypted_password = ${checked}`)
}
