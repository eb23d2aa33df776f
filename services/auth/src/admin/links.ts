import { hashForStore } from '@colonnade/credentials'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { codeMails, linkOf, linkVariables, type LinkType, newCode, sendCodeMail } from '../codes/send-code.ts'
import { AuthError } from '../errors.ts'
import { register, type Registration } from '../hooks/user-created.ts'
import { keepToken } from '../one-time-tokens/store.ts'
import { type TokenKind, tokenKinds } from '../one-time-tokens/token-kinds.ts'
import { requirePassword } from '../passwords/password-rules.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, emailOf, Metadata, OptionalLine } from '../requests/fields.ts'
import { recordAction, serviceActor } from '../users/audit.ts'
import { ownIdentity } from '../users/create-user.ts'
import { userJson } from '../users/user-json.ts'
import { findUserByEmail, findUserById, type UserRow } from '../users/user.ts'
import { traitsOf } from './users.ts'

const Invitation = z.object({ email: OptionalLine, data: Metadata })

/** Makes an account and mails a link to get into it. */
export async function inviteUser(call: AuthCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Invitation)
  if (body.email === undefined) throw new AuthError('validation_failed', 'An email address is required')
  const email = emailOf(body.email)
  const redirectTo = redirectOf(call)
  const database = await call.database()
  const user = await register(call, database, async (tx, registration) => {
    const known = await findUserByEmail(tx, email)
    if (known !== null && known.email_confirmed_at !== null) {
      throw new AuthError('email_exists', 'A user with this email address has already been registered')
    }
    const invited = known ?? (await addUser(registration, tx, email, body.data ?? {}, null))
    await recordAction(call, tx, 'user_invited', serviceActor, traitsOf(invited))
    await sendCodeMail(call, tx, { mail: codeMails.invite, user: invited, redirectTo })
    await tx.run(sql`update auth.users set invited_at = now() where id = ${invited.id}::uuid`)
    return (await findUserById(tx, invited.id))!
  })
  return { json: userJson(user) }
}

const linkTypes = ['signup', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new'] as const
const Generation = z.object({
  type: z.enum(linkTypes),
  email: OptionalLine,
  new_email: OptionalLine,
  password: z.string().max(10_000).nullish(),
  data: Metadata,
  redirect_to: OptionalLine,
})

/** Where a link's token is kept, and what the link says it is. */
const linkKinds: Readonly<Record<(typeof linkTypes)[number], { readonly token: TokenKind; readonly type: LinkType }>> = {
  signup: { token: tokenKinds.confirmation, type: 'signup' },
  invite: { token: tokenKinds.confirmation, type: 'invite' },
  magiclink: { token: tokenKinds.recovery, type: 'magiclink' },
  recovery: { token: tokenKinds.recovery, type: 'recovery' },
  email_change_current: { token: tokenKinds.emailChangeCurrent, type: 'email_change' },
  email_change_new: { token: tokenKinds.emailChangeNew, type: 'email_change' },
}

/** Makes a link that whoever asks delivers in a mail of their own. */
export async function generateLink(call: AuthCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Generation)
  const { type: asked, data = {} } = body
  if (body.email === undefined) throw new AuthError('validation_failed', 'An email address is required')
  const email = emailOf(body.email)
  const isChange = asked === 'email_change_current' || asked === 'email_change_new'
  if (isChange && body.new_email === undefined) throw new AuthError('validation_failed', 'new_email is required')
  const newEmail = body.new_email === undefined ? null : emailOf(body.new_email)
  const { token, type } = linkKinds[asked]
  const passwordHash = await signUpHash(call, asked, body.password ?? '')
  const redirectTo = redirectOf(call, body.redirect_to)
  const addressee = asked === 'email_change_new' ? newEmail! : email
  const database = await call.database()
  const { otp, hash } = newCode(call, addressee, false)
  const made = await register(call, database, async (tx, registration) => {
    const known = await findUserByEmail(tx, email)
    if (asked === 'invite' && known?.email_confirmed_at != null) {
      throw new AuthError('email_exists', 'A user with this email address has already been registered')
    }
    if (asked === 'signup' && known?.email_confirmed_at != null) {
      throw new AuthError('email_exists', 'A user with this email address has already been registered')
    }
    if (known === null && (asked === 'recovery' || isChange)) throw new AuthError('user_not_found', 'User with this email not found')
    const user = known ?? (await addUser(registration, tx, email, data, passwordHash))
    if (newEmail !== null && isChange) {
      const taken = await findUserByEmail(tx, newEmail)
      if (taken !== null) throw new AuthError('email_exists', 'A user with this email address has already been registered')
      await tx.run(sql`update auth.users set email_change = ${newEmail}, email_change_confirm_status = 0 where id = ${user.id}::uuid`)
    }
    if (asked === 'invite') await tx.run(sql`update auth.users set invited_at = now() where id = ${user.id}::uuid`)
    await keepToken(tx, user.id, token, hash, addressee)
    await recordAction(call, tx, asked === 'invite' ? 'user_invited' : 'user_recovery_requested', serviceActor, traitsOf(user))
    return (await findUserById(tx, user.id))!
  })
  const link = { hash, otp, type, redirectTo }
  return {
    json: {
      ...userJson(made),
      action_link: linkOf(call, link),
      email_otp: linkVariables(call, link).Token,
      hashed_token: hash,
      verification_type: asked,
      redirect_to: redirectTo,
    },
  }
}

async function signUpHash(call: AuthCall, type: string, password: string): Promise<string | null> {
  if (type !== 'signup') return null
  if (password === '') throw new AuthError('validation_failed', 'Signup requires a valid password')
  await requirePassword(call, password)
  return hashForStore(call.ref, password)
}

function addUser(
  registration: Registration,
  tx: Transaction,
  email: string,
  data: { readonly [name: string]: unknown },
  passwordHash: string | null,
): Promise<UserRow> {
  const id = randomUUID()
  const own = ownIdentity(id, { email })
  return registration.createUser(tx, {
    id,
    email,
    passwordHash,
    appMetadata: { provider: 'email', providers: ['email'] },
    userMetadata: data,
    identities: [{ provider: 'email', providerId: null, data: own }],
  })
}
