import { hashForStore, isUsableHash } from '@colonnade/credentials'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { forgetTokens } from '../one-time-tokens/store.ts'
import { tokenKinds } from '../one-time-tokens/token-kinds.ts'
import { requirePassword } from '../passwords/password-rules.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { Addressee, bodyOf, emailOf, Metadata, OptionalLine, phoneOf } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { recordAction, serviceActor } from '../users/audit.ts'
import { createUser, type NewIdentity, ownIdentity, refusalOf } from '../users/create-user.ts'
import { userJson } from '../users/user-json.ts'
import { findUserById, type UserRow } from '../users/user.ts'
import { applyEmail, applyPhone } from '../verify/verify-token.ts'

/** Fields of a user that a server may set; `null` in metadata deletes a key. */
const Fields = z.object({
  ...Addressee,
  password: z.string().max(10_000).nullish(),
  password_hash: z.string().max(1_000).nullish(),
  role: OptionalLine,
  aud: OptionalLine,
  email_confirm: z.boolean().nullish(),
  phone_confirm: z.boolean().nullish(),
  user_metadata: Metadata,
  app_metadata: Metadata,
  ban_duration: OptionalLine,
  id: z.uuid().nullish(),
})
type Fields = z.output<typeof Fields>

export async function retrieveUser(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const database = await call.database()
  return { json: userJson(await load(call, database, id!)) }
}

/** Creates a user; whoever asks vouches for what is said to be confirmed. */
export async function createUserByAdmin(call: AuthCall): Promise<AuthReply> {
  const fields = await bodyOf(call.request, Fields)
  const email = fields.email === undefined ? undefined : emailOf(fields.email)
  const phone = fields.phone === undefined ? undefined : phoneOf(fields.phone)
  if (email === undefined && phone === undefined) throw new AuthError('validation_failed', 'Cannot create a user without either an email or phone')
  const passwordHash = (await passwordHashOf(call, fields)) ?? null
  const id = fields.id ?? randomUUID()
  const own = {
    ...ownIdentity(id, { email, phone }),
    ...(fields.email_confirm === true && { email_verified: true }),
    ...(fields.phone_confirm === true && { phone_verified: true }),
  }
  const providers = [...(email === undefined ? [] : ['email']), ...(phone === undefined ? [] : ['phone'])]
  const bannedUntil = banOf(fields.ban_duration)
  const database = await call.database()
  const user = await database.transaction(async (tx) => {
    const made = await createUser(tx, {
      id,
      email,
      phone,
      passwordHash,
      ...(fields.role !== undefined && { role: fields.role }),
      ...(fields.aud !== undefined && { aud: fields.aud }),
      appMetadata: { provider: providers[0], providers, ...fields.app_metadata },
      userMetadata: fields.user_metadata ?? {},
      isEmailConfirmed: fields.email_confirm === true && email !== undefined,
      isPhoneConfirmed: fields.phone_confirm === true && phone !== undefined,
      identities: providers.map((provider): NewIdentity => ({ provider, providerId: null, data: own })),
    })
    if (bannedUntil !== undefined) await ban(tx, id, bannedUntil)
    await recordAction(call, tx, 'user_signedup', serviceActor, traitsOf(made))
    return (await findUserById(tx, id))!
  })
  return { json: userJson(user) }
}

/** Updates a user. Sessions stay after a new password or a ban, since each call checks its user again; pending tokens become invalid. */
export async function updateUserByAdmin(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const fields = await bodyOf(call.request, Fields)
  const email = fields.email === undefined ? undefined : emailOf(fields.email)
  const phone = fields.phone === undefined ? undefined : phoneOf(fields.phone)
  const passwordHash = await passwordHashOf(call, fields)
  const bannedUntil = banOf(fields.ban_duration)
  const database = await call.database()
  const user = await database.transaction(async (tx) => {
    await tx.run(sql`select from auth.users where id = ${uuidOf(id!)}::uuid for update`)
    const before = await load(call, tx, id!)
    try {
      await change(tx, before, { ...fields, email, phone }, passwordHash)
      if (bannedUntil !== undefined) await ban(tx, before.id, bannedUntil)
    } catch (error) {
      throw refusalOf(error)
    }
    await recordAction(call, tx, 'user_modified', serviceActor, traitsOf(before))
    return (await findUserById(tx, before.id))!
  })
  return { json: userJson(user) }
}

async function change(tx: Transaction, before: UserRow, fields: Omit<Fields, 'password'>, passwordHash: string | undefined): Promise<void> {
  const { id } = before
  if (fields.email !== undefined && fields.email !== before.email) {
    await applyEmail(tx, before, fields.email)
    // confirmation has its own field
    const confirmedAt = fields.email_confirm === false ? null : before.email_confirmed_at
    await tx.run(sql`update auth.users set email_confirmed_at = ${confirmedAt}::timestamptz where id = ${id}::uuid`)
    if (confirmedAt === null && fields.email_confirm !== true) await noteUnproved(tx, id, 'email')
  }
  if (fields.phone !== undefined && fields.phone !== before.phone) {
    await applyPhone(tx, (await findUserById(tx, id))!, fields.phone)
    if (fields.phone_confirm === false) {
      await tx.run(sql`update auth.users set phone_confirmed_at = null where id = ${id}::uuid`)
      await noteUnproved(tx, id, 'phone')
    }
  }
  if (fields.email_confirm === true)
    await tx.run(sql`update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = ${id}::uuid and email is not null`)
  if (fields.phone_confirm === true)
    await tx.run(sql`update auth.users set phone_confirmed_at = coalesce(phone_confirmed_at, now()) where id = ${id}::uuid and phone is not null`)
  if (passwordHash !== undefined) await tx.run(sql`update auth.users set encrypted_password = ${passwordHash} where id = ${id}::uuid`)
  if (passwordHash !== undefined || fields.email !== undefined || fields.phone !== undefined) await forgetTokens(tx, id, Object.values(tokenKinds))
  if (passwordHash !== undefined) await tx.run(sql`delete from auth.sessions where user_id = ${id}::uuid`)
  if (fields.role !== undefined) await tx.run(sql`update auth.users set role = ${fields.role} where id = ${id}::uuid`)
  await mergeMetadata(tx, id, 'raw_user_meta_data', fields.user_metadata)
  await mergeMetadata(tx, id, 'raw_app_meta_data', fields.app_metadata)
  await tx.run(sql`update auth.users set updated_at = now() where id = ${id}::uuid`)
}

/** Updates the user's data and identity for an unconfirmed address or number. */
async function noteUnproved(tx: Transaction, id: string, provider: 'email' | 'phone'): Promise<void> {
  const fact = JSON.stringify({ [`${provider}_verified`]: false })
  await tx.run(sql`update auth.users set raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${fact}::jsonb where id = ${id}::uuid`)
  await tx.run(sql`update auth.identities set identity_data = identity_data || ${fact}::jsonb where user_id = ${id}::uuid and provider = ${provider}`)
}

async function mergeMetadata(
  tx: Transaction,
  id: string,
  column: 'raw_user_meta_data' | 'raw_app_meta_data',
  data: { readonly [name: string]: unknown } | undefined,
): Promise<void> {
  if (data === undefined) return
  const gone = Object.keys(data).filter((name) => data[name] === null)
  const set = JSON.stringify(Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null)))
  if (column === 'raw_user_meta_data') {
    await tx.run(
      sql`update auth.users set raw_user_meta_data = (coalesce(raw_user_meta_data, '{}') || ${set}::jsonb) - ${gone}::text[] where id = ${id}::uuid`,
    )
  } else {
    await tx.run(
      sql`update auth.users set raw_app_meta_data = (coalesce(raw_app_meta_data, '{}') || ${set}::jsonb) - ${gone}::text[] where id = ${id}::uuid`,
    )
  }
}

const Removal = z.object({ should_soft_delete: z.boolean().nullish() })

/** Deletes a user with all that hangs on them; softly, so that rows that point to them stay, and nothing says who it was. */
export async function removeUser(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const { should_soft_delete: isSoft } = await bodyOf(call.request, Removal)
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    await recordAction(call, tx, 'user_deleted', serviceActor, traitsOf(user))
    if (isSoft === true) await softDelete(tx, user)
    else await tx.run(sql`delete from auth.users where id = ${user.id}::uuid`)
  })
  return { json: {} }
}

async function softDelete(tx: Transaction, user: UserRow): Promise<void> {
  const obscured = (value: string | null): string =>
    value === null || value === '' ? '' : createHash('sha256').update(`${user.id}${value}`).digest('base64url')
  await forgetTokens(tx, user.id, Object.values(tokenKinds))
  await tx.run(sql`
    update auth.users set email = ${obscured(user.email)}, phone = nullif(${obscured(user.phone).slice(0, 15)}, ''), encrypted_password = '', email_change = '', phone_change = '',
      raw_user_meta_data = '{}', raw_app_meta_data = '{}', deleted_at = now(), updated_at = now()
    where id = ${user.id}::uuid`)
  for (const identity of user.identities) {
    await tx.run(
      sql`update auth.identities set provider_id = ${obscured(identity.provider_id)}, identity_data = '{}', updated_at = now() where id = ${identity.id}::uuid`,
    )
  }
  await tx.run(sql`delete from auth.sessions where user_id = ${user.id}::uuid`)
  await tx.run(sql`delete from auth.mfa_factors where user_id = ${user.id}::uuid`)
}

export async function load(_call: AuthCall, db: Parameters<typeof findUserById>[0], id: string): Promise<UserRow> {
  const user = await findUserById(db, uuidOf(id))
  if (user === null) throw new AuthError('user_not_found', 'User not found')
  return user
}

/** @throws AuthError `validation_failed` */
export function uuidOf(text: string): string {
  if (!/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text))
    throw new AuthError('validation_failed', `"${text.slice(0, 50)}" is not a valid UUID`)
  return text.toLowerCase()
}

async function passwordHashOf({ ref, settings, leaked }: AuthCall, { password, password_hash: hash }: Fields): Promise<string | undefined> {
  if (hash !== undefined && hash !== null && hash !== '') {
    if (password !== undefined && password !== null) throw new AuthError('validation_failed', 'Only a password or a password hash should be provided')
    if (!isUsableHash(hash))
      throw new AuthError('validation_failed', 'The password hash has an unsupported format: use bcrypt, argon2, scrypt, PBKDF2 or Firebase scrypt')
    return hash
  }
  if (password === undefined || password === null || password === '') return undefined
  await requirePassword({ settings: { ...settings, password_hibp_enabled: false }, leaked }, password)
  return hashForStore(ref, password)
}

/** Until when; null for no ban; undefined to leave it as it is. Units are Go's (`time.ParseDuration`). */
function banOf(duration: string | undefined): number | null | undefined {
  if (duration === undefined) return undefined
  if (duration === 'none') return null
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)]
  if (parts.length === 0 || parts.map(([part]) => part).join('') !== duration || duration.length > 50) {
    throw new AuthError('validation_failed', 'invalid format for ban duration: use a duration such as 24h, or none')
  }
  const seconds = { h: 3_600, m: 60, s: 1, ms: 0.001 } as const
  const total = parts.reduce((sum, [, number, unit]) => sum + Number(number) * seconds[unit as keyof typeof seconds], 0)
  // later than that is no time of Postgres's
  return Math.min(total, 3_155_760_000)
}

async function ban(tx: Transaction, id: string, seconds: number | null): Promise<void> {
  await tx.run(
    sql`update auth.users set banned_until = case when ${seconds}::float8 is null then null else now() + make_interval(secs => ${seconds}::float8) end where id = ${id}::uuid`,
  )
}

export const traitsOf = ({ id, email, phone }: UserRow): Readonly<Record<string, unknown>> => ({
  user_id: id,
  user_email: email ?? '',
  user_phone: phone ?? '',
})
