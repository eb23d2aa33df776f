import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { postNotice } from '../mails/notices.ts'
import { findUserByToken, forgetTokens } from '../one-time-tokens/store.ts'
import { isOtpOf, pkcePrefix } from '../one-time-tokens/token-hash.ts'
import { type TokenKind, tokenKinds } from '../one-time-tokens/token-kinds.ts'
import { recordAction } from '../users/audit.ts'
import { refusalOf } from '../users/create-user.ts'
import { findUser, findUserByEmail, findUserById, findUserByPhone, type UserRow } from '../users/user.ts'
import { requireUnbanned } from '../sessions/sign-in.ts'

/** Purpose of a token or code, as links and clients name it. */
export const verificationTypes = ['signup', 'invite', 'recovery', 'magiclink', 'email', 'email_change', 'sms', 'phone_change'] as const
export type VerificationType = (typeof verificationTypes)[number]

/** A token from a link, or a code together with where it was sent. */
export type Proof =
  | { readonly kind: 'hash'; readonly hash: string }
  /** `isApproved`: whoever sent the code has found it right; what is stored of it then says only that one was sent. */
  | { readonly kind: 'code'; readonly otp: string; readonly email?: string; readonly phone?: string; readonly isApproved?: true }

export type Verified =
  | { readonly kind: 'proved'; readonly user: UserRow; readonly isPkce: boolean; readonly type: VerificationType }
  /** One of the two addresses of a change; the other has to follow. */
  | { readonly kind: 'half' }

const kindsOf: Readonly<Record<VerificationType, readonly TokenKind[]>> = {
  signup: [tokenKinds.confirmation],
  invite: [tokenKinds.confirmation],
  recovery: [tokenKinds.recovery],
  magiclink: [tokenKinds.recovery, tokenKinds.confirmation],
  // by `email` clients don't have to know which of the two was sent
  email: [tokenKinds.confirmation, tokenKinds.recovery],
  email_change: [tokenKinds.emailChangeCurrent, tokenKinds.emailChangeNew],
  sms: [tokenKinds.confirmation],
  phone_change: [tokenKinds.phoneChange],
}

const over = (text: string): AuthError => new AuthError('otp_expired', text)
const linkOver = 'Email link is invalid or has expired'
export const codeOver = 'Token has expired or is invalid'

/**
 * Spends a one-time token and does what it stands for. In one transaction with the sign-in that follows.
 *
 * @throws AuthError `otp_expired` whatever is wrong with it, `user_banned`
 */
export async function verifyToken(call: AuthCall, tx: Transaction, type: VerificationType, proof: Proof): Promise<Verified> {
  const { user, token } = await find(call, tx, type, proof)
  requireUnbanned(call, user)
  const isPkce = (user[token.column] ?? '').startsWith(pkcePrefix)
  try {
    if (type === 'email_change') return await confirmEmailChange(call, tx, user, token, isPkce)
    if (type === 'phone_change') await confirmPhoneChange(call, tx, user)
    else if (type === 'sms') await confirmPhone(call, tx, user)
    else await confirmEmail(call, tx, user, type)
  } catch (error) {
    throw refusalOf(error)
  }
  return { kind: 'proved', user: (await findUserById(tx, user.id))!, isPkce, type }
}

async function find(
  call: AuthCall,
  tx: Transaction,
  type: VerificationType,
  proof: Proof,
): Promise<{ readonly user: UserRow; readonly token: TokenKind }> {
  const kinds = kindsOf[type]
  if (proof.kind === 'hash') {
    const found = await findUserByToken(tx, proof.hash, kinds)
    const token = kinds.find((kind) => kind.type === found?.type)
    if (found === null || token === undefined || isTooOld(call, found.user, token)) throw over(linkOver)
    return { user: found.user, token }
  }
  const user = await findByAddress(tx, type, proof)
  if (user === null) throw over(codeOver)
  for (const token of kinds) {
    const addressee = addresseeOf(user, token, proof)
    const isRight = proof.isApproved ? (user[token.column] ?? '') !== '' : isOtpOf(user[token.column], addressee, proof.otp)
    if (isRight && !isTooOld(call, user, token)) return { user, token }
  }
  throw over(codeOver)
}

/** The user whom a code was sent to, under their lock: a code is spent once. */
async function findByAddress(tx: Transaction, type: VerificationType, { email, phone }: Proof & { kind: 'code' }): Promise<UserRow | null> {
  const condition =
    type === 'phone_change'
      ? sql`u.phone_change = ${phone}`
      : phone === undefined
        ? sql`(lower(u.email) = ${email} or (${type} = 'email_change' and lower(u.email_change) = ${email}))`
        : sql`u.phone = ${phone}`
  const locked = await tx.first<{ id: string }>(sql`
    select u.id from auth.users u where ${condition} and not u.is_sso_user and u.deleted_at is null order by u.created_at limit 1 for update`)
  return locked === undefined ? null : findUser(tx, sql`u.id = ${locked.id}::uuid`)
}

/** Returns the address that the token was hashed with. */
function addresseeOf(user: UserRow, token: TokenKind, { email, phone }: Proof & { kind: 'code' }): string {
  if (phone !== undefined) return phone
  if (token === tokenKinds.emailChangeNew) return (user.email_change ?? '').toLowerCase()
  return token === tokenKinds.emailChangeCurrent ? (user.email ?? '').toLowerCase() : email!
}

function isTooOld({ settings, clock }: AuthCall, user: UserRow, { sentColumn, type }: TokenKind): boolean {
  const sentAt = user[sentColumn]
  const isPhone = type === 'phone_change_token' || (type === 'confirmation_token' && user.email === null)
  const seconds = isPhone ? settings.sms_otp_exp : settings.mailer_otp_exp
  return sentAt === null || Date.parse(sentAt) + seconds * 1000 < clock.now()
}

async function confirmEmail(call: AuthCall, tx: Transaction, user: UserRow, type: VerificationType): Promise<void> {
  const isFirst = user.email_confirmed_at === null
  await forgetTokens(tx, user.id, [tokenKinds.confirmation, tokenKinds.recovery])
  if (!isFirst) return
  // a password that somebody chose who never proved the address must not outlive the proof of another
  const isOther = type === 'recovery' || type === 'magiclink'
  await tx.run(sql`
    update auth.users set email_confirmed_at = now(), updated_at = now(), encrypted_password = case when ${isOther} then '' else encrypted_password end,
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"email_verified": true}', is_anonymous = false
    where id = ${user.id}::uuid`)
  await tx.run(sql`
    update auth.identities set identity_data = identity_data || '{"email_verified": true}', updated_at = now() where user_id = ${user.id}::uuid and provider = 'email'`)
  await recordAction(call, tx, type === 'invite' ? 'invite_accepted' : 'user_signedup', user, { provider: 'email' })
}

async function confirmPhone(call: AuthCall, tx: Transaction, user: UserRow): Promise<void> {
  await forgetTokens(tx, user.id, [tokenKinds.confirmation])
  if (user.phone_confirmed_at !== null) return
  await tx.run(sql`
    update auth.users set phone_confirmed_at = now(), updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || '{"phone_verified": true}', is_anonymous = false
    where id = ${user.id}::uuid`)
  await tx.run(sql`
    update auth.identities set identity_data = identity_data || '{"phone_verified": true}', updated_at = now() where user_id = ${user.id}::uuid and provider = 'phone'`)
  await recordAction(call, tx, 'user_signedup', user, { provider: 'phone' })
}

async function confirmEmailChange(call: AuthCall, tx: Transaction, user: UserRow, token: TokenKind, isPkce: boolean): Promise<Verified> {
  const isOther = token === tokenKinds.emailChangeNew ? tokenKinds.emailChangeCurrent : tokenKinds.emailChangeNew
  const isBothNeeded = (user[isOther.column] ?? '') !== ''
  await forgetTokens(tx, user.id, [token])
  if (isBothNeeded) {
    await tx.run(sql`update auth.users set email_change_confirm_status = 1, updated_at = now() where id = ${user.id}::uuid`)
    return { kind: 'half' }
  }
  const email = user.email_change!
  const taken = await findUserByEmail(tx, email)
  if (taken !== null && taken.id !== user.id) throw new AuthError('email_exists', 'A user with this email address has already been registered')
  await forgetTokens(tx, user.id, [tokenKinds.emailChangeCurrent, tokenKinds.emailChangeNew, tokenKinds.confirmation, tokenKinds.recovery])
  await applyEmail(tx, user, email)
  await recordAction(call, tx, 'user_modified', user)
  await postNotice(call, tx, { kind: 'email_changed', user, variables: { OldEmail: user.email ?? '', NewEmail: email } })
  return { kind: 'proved', user: (await findUserById(tx, user.id))!, isPkce, type: 'email_change' }
}

/** Makes an address that was proved the user's own, with the identity that goes with it. */
export async function applyEmail(tx: Transaction, user: UserRow, email: string): Promise<void> {
  await tx.run(sql`
    update auth.users set email = ${email}, email_change = '', email_change_confirm_status = 0, email_confirmed_at = now(), is_anonymous = false, updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('email', ${email}::text, 'email_verified', true),
      raw_app_meta_data = ${JSON.stringify(withProvider(user, 'email'))}::jsonb
    where id = ${user.id}::uuid`)
  await upsertOwnIdentity(tx, user.id, 'email', { email, email_verified: true })
}

async function confirmPhoneChange(call: AuthCall, tx: Transaction, user: UserRow): Promise<void> {
  const phone = user.phone_change!
  const taken = await findUserByPhone(tx, phone)
  if (taken !== null && taken.id !== user.id) throw new AuthError('phone_exists', 'A user with this phone number has already been registered')
  await forgetTokens(tx, user.id, [tokenKinds.phoneChange])
  await applyPhone(tx, user, phone)
  await recordAction(call, tx, 'user_modified', user)
  await postNotice(call, tx, { kind: 'phone_changed', user, variables: { OldPhone: user.phone ?? '', Phone: phone } })
}

/** Works as `applyEmail`. */
export async function applyPhone(tx: Transaction, user: UserRow, phone: string): Promise<void> {
  await tx.run(sql`
    update auth.users set phone = ${phone}, phone_change = '', phone_confirmed_at = now(), is_anonymous = false, updated_at = now(),
      raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || jsonb_build_object('phone', ${phone}::text, 'phone_verified', true),
      raw_app_meta_data = ${JSON.stringify(withProvider(user, 'phone'))}::jsonb
    where id = ${user.id}::uuid`)
  await upsertOwnIdentity(tx, user.id, 'phone', { phone, phone_verified: true })
}

/** The app metadata with one provider more. */
export function withProvider({ raw_app_meta_data: data }: UserRow, provider: string): object {
  const known = Array.isArray(data?.['providers']) ? (data['providers'] as unknown[]) : []
  return { ...data, provider: data?.['provider'] ?? provider, providers: known.includes(provider) ? known : [...known, provider] }
}

async function upsertOwnIdentity(tx: Transaction, userId: string, provider: 'email' | 'phone', data: object): Promise<void> {
  await tx.run(sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (gen_random_uuid(), ${userId}, ${userId}::uuid, ${JSON.stringify({ sub: userId, ...data })}::jsonb, ${provider}, now(), now(), now())
    on conflict (provider_id, provider) do update set identity_data = auth.identities.identity_data || excluded.identity_data, updated_at = now()`)
}
