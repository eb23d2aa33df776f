import { hashForStore } from '@colonnade/credentials'
import type { Database, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { codeMails, sendCodeMail } from '../codes/send-code.ts'
import { AuthError, isAuthError } from '../errors.ts'
import { register, type Registration } from '../hooks/user-created.ts'
import { requirePassword } from '../passwords/password-rules.ts'
import { type Challenge, challengeOf } from '../pkce/challenge.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { Addressee, bodyOf, emailOf, Metadata, phoneOf, Pkce } from '../requests/fields.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn, type SignedIn } from '../sessions/sign-in.ts'
import { recordAction } from '../users/audit.ts'
import { ownIdentity } from '../users/create-user.ts'
import { strangerJson, userJson } from '../users/user-json.ts'
import { nobody } from '../users/nobody.ts'
import { findUserByEmail, findUserById, findUserByPhone, type UserRow } from '../users/user.ts'
import { sendPhoneCode } from '../phones/send-phone-code.ts'

const Body = z.object({
  ...Addressee,
  password: z.string().max(10_000).nullish(),
  data: Metadata,
  channel: z.enum(['sms', 'whatsapp']).nullish(),
  ...Pkce,
})

export interface SignUp {
  readonly email: string | undefined
  readonly phone: string | undefined
  readonly passwordHash: string | null
  readonly data: { readonly [name: string]: unknown }
  readonly challenge: Challenge | undefined
  readonly redirectTo: string
  readonly channel: 'sms' | 'whatsapp'
  /** The address has to be proved, even where the project takes addresses at their word: nothing else lets the user in. */
  readonly mustProve: boolean
}

export type SignUpOutcome =
  | { readonly kind: 'signed-in'; readonly signedIn: SignedIn }
  | { readonly kind: 'asked'; readonly user: UserRow }
  /** The address has an account, which strangers must not learn. */
  | { readonly kind: 'known'; readonly user: UserRow }

/** Makes an account by email or phone and password; without either, an anonymous one. */
export async function signUp(call: AuthCall): Promise<AuthReply> {
  const { ref } = call
  const body = await bodyOf(call.request, Body)
  requireSignUps(call)
  if (body.email === undefined && body.phone === undefined) return signUpAnonymously(call, body.data ?? {})
  const { password } = body
  if (password === undefined || password === null || password === '') throw new AuthError('validation_failed', 'Signup requires a valid password')
  await requirePassword(call, password)
  const addressee = addresseeOf(call, body, 'signups')
  const challenge = challengeOf(body)
  const passwordHash = await hashForStore(ref, password)
  const outcome = await attemptSignUp(call, {
    ...addressee,
    passwordHash,
    data: body.data ?? {},
    challenge,
    redirectTo: redirectOf(call),
    channel: body.channel ?? 'sms',
    mustProve: false,
  })
  if (outcome.kind === 'known' && isAutoConfirmed(call, addressee.phone)) throw new AuthError('user_already_exists', 'User already registered')
  return replyOf(call, outcome)
}

/** Signs up in one transaction, and once more if somebody else did so with the same address at the same moment. */
export async function attemptSignUp(call: AuthCall, input: SignUp): Promise<SignUpOutcome> {
  const database = await call.database()
  const attempt = (): Promise<SignUpOutcome> => register(call, database, (tx, registration) => signUpIn(call, tx, input, registration))
  try {
    return await attempt()
  } catch (thrown) {
    const error = thrown instanceof Error && thrown.cause instanceof AuthError ? thrown.cause : thrown
    if (isAuthError(error, 'email_exists') || isAuthError(error, 'phone_exists')) return attempt()
    throw thrown
  }
}

async function signUpIn(call: AuthCall, tx: Transaction, input: SignUp, registration: Registration): Promise<SignUpOutcome> {
  const { email, phone } = input
  const known = email === undefined ? await findUserByPhone(tx, phone!) : await findUserByEmail(tx, email)
  const confirmedAt = email === undefined ? known?.phone_confirmed_at : known?.email_confirmed_at
  if (known !== null && confirmedAt !== null) {
    requireStrangerPause(call, email, phone)
    await recordAction(call, tx, 'user_repeated_signup', known, { provider: email === undefined ? 'phone' : 'email' })
    return { kind: 'known', user: known }
  }
  const isConfirmed = !input.mustProve && isAutoConfirmed(call, phone)
  const user = known === null ? await insertUser(tx, input, isConfirmed, registration) : await claimAgain(tx, known, input)
  if (isConfirmed) {
    await recordAction(call, tx, 'user_signedup', user, { provider: email === undefined ? 'phone' : 'email' })
    return { kind: 'signed-in', signedIn: await signIn(call, tx, user, { method: 'password', traits: { provider: 'email' } }) }
  }
  await recordAction(call, tx, 'user_confirmation_requested', user, { provider: email === undefined ? 'phone' : 'email' })
  if (email === undefined) await sendPhoneCode(call, tx, { user, phone: phone!, channel: input.channel, kind: 'confirmation' })
  else await sendCodeMail(call, tx, { mail: codeMails.confirmation, user, redirectTo: input.redirectTo, challenge: input.challenge })
  // a user whose mail can't be sent gets no account
  if (known === null) call.errands.add(tx, { run: async () => null, undo: (db) => forgetUser(db, user.id) })
  return { kind: 'asked', user: (await findUserById(tx, user.id))! }
}

async function forgetUser(db: Database, id: string): Promise<void> {
  await db.run(sql`delete from auth.users where id = ${id}::uuid and email_confirmed_at is null and phone_confirmed_at is null`)
}

/**
 * Signs up an unconfirmed address again. The former attempt never confirmed that it owns the address, and may wait for the owner to do so: the
 * account gets the latest attempt's password, which the next mail confirms, or none.
 */
async function claimAgain(tx: Transaction, known: UserRow, { passwordHash, data }: SignUp): Promise<UserRow> {
  await tx.run(sql`
    update auth.users set encrypted_password = ${passwordHash ?? ''}, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${JSON.stringify(data)}::jsonb
    where id = ${known.id}::uuid`)
  return (await findUserById(tx, known.id))!
}

function insertUser(
  tx: Transaction,
  { email, phone, passwordHash, data }: SignUp,
  isConfirmed: boolean,
  registration: Registration,
): Promise<UserRow> {
  const id = randomUUID()
  const provider = email === undefined ? 'phone' : 'email'
  const own = { ...ownIdentity(id, { email, phone, data }), ...(isConfirmed && { [`${provider}_verified`]: true }) }
  return registration.createUser(tx, {
    id,
    email,
    phone,
    passwordHash,
    appMetadata: { provider, providers: [provider] },
    userMetadata: own,
    isEmailConfirmed: isConfirmed && email !== undefined,
    isPhoneConfirmed: isConfirmed && email === undefined,
    identities: [{ provider, providerId: null, data: own }],
  })
}

async function signUpAnonymously(call: AuthCall, data: { readonly [name: string]: unknown }): Promise<AuthReply> {
  call.countCall('anonymous')
  if (!call.settings.external_anonymous_users_enabled) throw new AuthError('anonymous_provider_disabled', 'Anonymous sign-ins are disabled')
  const database = await call.database()
  const { user, session } = await register(call, database, async (tx, registration) => {
    const made = await registration.createUser(tx, { appMetadata: {}, userMetadata: data, isAnonymous: true, identities: [] })
    return signIn(call, tx, made, { method: 'anonymous' })
  })
  return { json: await sessionJson(call, user, session) }
}

async function replyOf(call: AuthCall, outcome: SignUpOutcome): Promise<AuthReply> {
  if (outcome.kind === 'signed-in') return { json: await sessionJson(call, outcome.signedIn.user, outcome.signedIn.session) }
  if (outcome.kind === 'asked') return { json: userJson(outcome.user) }
  return { json: inventedUser(call, outcome.user) }
}

/** Returns a made-up new account in which only the sent address is real. */
function inventedUser({ clock }: AuthCall, { email, phone }: UserRow): object {
  const now = clock.date().toISOString()
  const provider = email === null ? 'phone' : 'email'
  const invented: UserRow = {
    ...nobody,
    id: randomUUID(),
    aud: 'authenticated',
    role: '',
    email,
    phone: email === null ? phone : null,
    confirmation_sent_at: now,
    raw_app_meta_data: { provider, providers: [provider] },
    created_at: now,
    updated_at: now,
  }
  return strangerJson(invented)
}

/** @throws AuthError from the second call on that comes too soon, as for addresses that have an account */
export function requireStrangerPause({ pauses, ref, settings }: AuthCall, email: string | undefined, phone: string | undefined): void {
  if (email !== undefined) pauses.require(`${ref} ${email}`, settings.smtp_max_frequency, 'over_email_send_rate_limit')
  else pauses.require(`${ref} ${phone}`, settings.sms_max_frequency, 'over_sms_send_rate_limit')
}

/** @throws AuthError `signup_disabled` */
export function requireSignUps({ settings }: Pick<AuthCall, 'settings'>): void {
  if (settings.disable_signup) throw new AuthError('signup_disabled', 'Signups not allowed for this instance')
}

/**
 * The one address of a body, in the form it is kept in.
 *
 * @throws AuthError `validation_failed` for both or none, `email_provider_disabled`, `phone_provider_disabled`
 */
export function addresseeOf(
  { settings }: Pick<AuthCall, 'settings'>,
  { email, phone }: { readonly email?: string | undefined; readonly phone?: string | undefined },
  what: 'signups' | 'logins',
): { readonly email: string | undefined; readonly phone: string | undefined } {
  if (email !== undefined && phone !== undefined) {
    throw new AuthError('validation_failed', 'Only an email address or phone number should be provided')
  }
  if (email === undefined && phone === undefined) throw new AuthError('validation_failed', 'One of email or phone must be set')
  const provider = email === undefined ? 'phone' : 'email'
  const isOn = provider === 'email' ? settings.external_email_enabled : settings.external_phone_enabled
  if (!isOn) {
    const subject = provider === 'email' ? 'Email' : 'Phone'
    throw new AuthError(`${provider}_provider_disabled`, `${subject} ${what} are disabled`, what === 'logins' ? { status: 422 } : {})
  }
  return { email: email === undefined ? undefined : emailOf(email), phone: phone === undefined ? undefined : phoneOf(phone) }
}

const isAutoConfirmed = ({ settings }: AuthCall, phone: string | undefined): boolean =>
  phone === undefined ? settings.mailer_autoconfirm : settings.sms_autoconfirm
