import { hashForStore, verifyStored } from '@colonnade/credentials'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { newCode, requirePause } from '../codes/send-code.ts'
import { AuthError } from '../errors.ts'
import { postNotice } from '../mails/notices.ts'
import { forgetTokens, keepToken } from '../one-time-tokens/store.ts'
import { isOtpOf } from '../one-time-tokens/token-hash.ts'
import { tokenKinds } from '../one-time-tokens/token-kinds.ts'
import { requirePassword } from '../passwords/password-rules.ts'
import { sendPhoneCode } from '../phones/send-phone-code.ts'
import { checkElsewhere, isCheckedElsewhere } from '../phones/twilio-verification.ts'
import { type Challenge, challengeOf } from '../pkce/challenge.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { Addressee, bodyOf, emailOf, Metadata, phoneOf, Pkce } from '../requests/fields.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { applyEmail, applyPhone } from '../verify/verify-token.ts'
import { recordAction } from './audit.ts'
import { refusalOf } from './create-user.ts'
import { sendEmailChange } from './email-change.ts'
import { userJson } from './user-json.ts'
import { findUserByEmail, findUserById, findUserByPhone, verifiedFactors } from './user.ts'

const Changes = z.object({
  ...Addressee,
  password: z.string().max(10_000).nullish(),
  current_password: z.string().max(10_000).nullish(),
  nonce: z.string().max(100).nullish(),
  data: Metadata,
  channel: z.enum(['sms', 'whatsapp']).nullish(),
  ...Pkce,
})

export async function retrieveUser({ user }: SignedInCall): Promise<AuthReply> {
  return { json: userJson(user) }
}

/** Sends a code with which a password may be changed, to whom the user is known to be. */
export async function reauthenticate(call: SignedInCall): Promise<AuthReply> {
  const { user, settings } = call
  const isEmail = user.email !== null && user.email !== '' && user.email_confirmed_at !== null
  const isPhone = user.phone !== null && user.phone !== '' && user.phone_confirmed_at !== null
  if (!isEmail && !isPhone) throw new AuthError('validation_failed', 'Reauthentication requires the user to have an email or a phone number')
  const database = await call.database()
  await database.transaction(async (tx) => {
    await recordAction(call, tx, 'user_reauthenticate_requested', user)
    if (!isEmail) return sendPhoneCode(call, tx, { user, phone: user.phone!, channel: 'sms', kind: 'reauthentication' })
    requirePause(call, user.reauthentication_sent_at, settings.smtp_max_frequency, 'over_email_send_rate_limit')
    const { otp, hash } = newCode(call, user.email, false)
    await keepToken(tx, user.id, tokenKinds.reauthentication, hash, user.email)
    await call.post.post(call, tx, { kind: 'reauthentication', to: user.email, user, variables: { Token: otp } })
  })
  const messageId = await call.errands.run()
  return { json: messageId === null ? {} : { message_id: messageId } }
}

/** Changes what users may change themselves; addresses only once they are confirmed. */
export async function updateUser(call: SignedInCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Changes)
  const { user, aal } = call
  const email = body.email === undefined ? undefined : emailOf(body.email)
  const phone = body.phone === undefined ? undefined : phoneOf(body.phone)
  const password = body.password === null || body.password === undefined || body.password === '' ? undefined : body.password
  const challenge = challengeOf(body)
  if (user.is_sso_user && (password !== undefined || email !== undefined || phone !== undefined || body.nonce)) {
    throw new AuthError('user_sso_managed', 'Updating email, phone, password of a SSO account only possible via SSO')
  }
  if (verifiedFactors(user).length > 0 && aal === 'aal1' && (password !== undefined || email !== undefined || phone !== undefined)) {
    throw new AuthError('insufficient_aal', 'AAL2 session is required to update email or password when MFA is enabled.', { status: 401 })
  }
  if (user.is_anonymous && password !== undefined && email === undefined && phone === undefined) {
    throw new AuthError('validation_failed', 'Updating password of an anonymous user without an email or phone is not allowed')
  }
  const passwordHash = password === undefined ? undefined : await newPasswordHash(call, password, body)
  const database = await call.database()
  const changed = await database.transaction(async (tx) => {
    await lock(tx, user.id)
    if (passwordHash !== undefined) await changePassword(call, tx, passwordHash)
    if (body.data !== undefined) await changeMetadata(tx, user.id, body.data)
    if (email !== undefined && email !== user.email?.toLowerCase()) await changeEmail(call, tx, email, challenge)
    if (phone !== undefined && phone !== user.phone) await changePhone(call, tx, phone, body.channel ?? 'sms')
    await recordAction(call, tx, 'user_modified', user)
    return (await findUserById(tx, user.id))!
  })
  return { json: userJson(changed) }
}

/** Two changes at once would each keep what the other has replaced. */
async function lock(tx: Transaction, id: string): Promise<void> {
  await tx.run(sql`select from auth.users where id = ${id}::uuid for update`)
}

async function newPasswordHash(
  call: SignedInCall,
  password: string,
  { current_password: current, nonce }: { readonly current_password?: string | null | undefined; readonly nonce?: string | null | undefined },
): Promise<string> {
  const { ref, settings, user, clock, amr } = call
  await requirePassword(call, password)
  const stored = user.encrypted_password === '' ? null : user.encrypted_password
  if (settings.security_update_password_require_reauthentication) {
    // a session of today is proof enough (GoTrue: 24 hours)
    const latest = Math.max(0, ...amr.map(({ timestamp }) => timestamp))
    if (clock.now() / 1000 - latest > 24 * 3600) await requireNonce(call, nonce ?? '')
  }
  if (current !== null && current !== undefined && !(await verifyStored(ref, current, stored)).matches) {
    throw new AuthError('current_password_invalid', 'The current password is wrong')
  }
  if (stored !== null && (await verifyStored(ref, password, stored)).matches) {
    throw new AuthError('same_password', 'New password should be different from the old password.')
  }
  return hashForStore(ref, password)
}

async function requireNonce(call: SignedInCall, nonce: string): Promise<void> {
  const { ref, user, settings, clock, guesses } = call
  if (nonce === '') throw new AuthError('reauthentication_needed', 'Password update requires reauthentication')
  const guess = guesses.take(ref, `nonce ${user.id}`)
  const isEmail = user.email !== null && user.email !== ''
  const sentAt = user.reauthentication_sent_at
  const isFresh = sentAt !== null && Date.parse(sentAt) + settings.mailer_otp_exp * 1000 > clock.now()
  const isRight = async (): Promise<boolean> => {
    if (isEmail) return isOtpOf(user.reauthentication_token, user.email.toLowerCase(), nonce)
    return isCheckedElsewhere(call, user.phone!) ? checkElsewhere(call, user.phone!, nonce) : isOtpOf(user.reauthentication_token, user.phone!, nonce)
  }
  if (!isFresh || !(await isRight())) {
    throw new AuthError('reauthentication_not_valid', 'Nonce has expired or is invalid')
  }
  guess.wasRight()
}

/** Everybody else who is signed in as this user may be whom the password is changed for. */
async function changePassword(call: SignedInCall, tx: Transaction, hash: string): Promise<void> {
  const { user, sessionId } = call
  await tx.run(sql`update auth.users set encrypted_password = ${hash}, updated_at = now() where id = ${user.id}::uuid`)
  await forgetTokens(tx, user.id, Object.values(tokenKinds))
  await tx.run(sql`delete from auth.sessions where user_id = ${user.id}::uuid and id is distinct from ${sessionId}::uuid`)
  await recordAction(call, tx, 'user_updated_password', user)
  await postNotice(call, tx, { kind: 'password_changed', user })
}

/** A value of null deletes its name. */
export async function changeMetadata(tx: Transaction, id: string, data: { readonly [name: string]: unknown }): Promise<void> {
  const gone = Object.keys(data).filter((name) => data[name] === null)
  const set = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
  await tx.run(sql`
    update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(set)}::jsonb) - ${gone}::text[], updated_at = now()
    where id = ${id}::uuid`)
}

async function changeEmail(call: SignedInCall, tx: Transaction, email: string, challenge: Challenge | undefined): Promise<void> {
  const { user, settings } = call
  const taken = await findUserByEmail(tx, email)
  if (taken !== null && taken.id !== user.id) throw new AuthError('email_exists', 'A user with this email address has already been registered')
  if (settings.mailer_autoconfirm) {
    try {
      await applyEmail(tx, user, email)
      return await postNotice(call, tx, { kind: 'email_changed', user, variables: { OldEmail: user.email ?? '', NewEmail: email } })
    } catch (error) {
      throw refusalOf(error)
    }
  }
  await sendEmailChange(call, tx, { user, newEmail: email, redirectTo: redirectOf(call), challenge })
}

async function changePhone(call: SignedInCall, tx: Transaction, phone: string, channel: 'sms' | 'whatsapp'): Promise<void> {
  const { user, settings } = call
  const taken = await findUserByPhone(tx, phone)
  if (taken !== null && taken.id !== user.id) throw new AuthError('phone_exists', 'A user with this phone number has already been registered')
  if (settings.sms_autoconfirm) {
    try {
      await applyPhone(tx, user, phone)
      return await postNotice(call, tx, { kind: 'phone_changed', user, variables: { OldPhone: user.phone ?? '', Phone: phone } })
    } catch (error) {
      throw refusalOf(error)
    }
  }
  await tx.run(sql`update auth.users set phone_change = ${phone} where id = ${user.id}::uuid`)
  await sendPhoneCode(call, tx, {
    user,
    phone,
    channel,
    kind: 'phoneChange',
    async undo(db) {
      await db.run(sql`update auth.users set phone_change = ${user.phone_change ?? ''} where id = ${user.id}::uuid and phone_change = ${phone}`)
    },
  })
}
