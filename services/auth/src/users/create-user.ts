import { isAppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { findUserById, type UserRow } from './user.ts'

/** Links a user to an external account. */
export interface NewIdentity {
  readonly provider: string
  /** The user's id with that provider; null for the user's own id, as email and phone have it. */
  readonly providerId: string | null
  readonly data: JsonObject
}

export interface NewUser {
  readonly id?: string
  readonly aud?: string
  readonly role?: string
  readonly email?: string | undefined
  readonly phone?: string | undefined
  readonly passwordHash?: string | null
  readonly appMetadata: JsonObject
  readonly userMetadata: JsonObject
  readonly isAnonymous?: boolean
  readonly isSso?: boolean
  readonly isEmailConfirmed?: boolean
  readonly isPhoneConfirmed?: boolean
  readonly identities: readonly NewIdentity[]
}

/**
 * Inserts a user with their identities. Triggers of the project's own run with it, as the auth service's role.
 *
 * @throws AuthError `email_exists`, `phone_exists`, `conflict`; `unexpected_failure` when a trigger of the project refuses
 */
export async function createUser(tx: Queryable, input: NewUser): Promise<UserRow> {
  const { id = randomUUID(), aud = 'authenticated', role = 'authenticated', email, phone, passwordHash = null } = input
  const { isAnonymous = false, isSso = false, isEmailConfirmed = false, isPhoneConfirmed = false } = input
  try {
    await tx.run(sql`
      insert into auth.users (
        instance_id, id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at,
        phone, phone_confirmed_at, is_sso_user, is_anonymous, confirmation_token, recovery_token, email_change_token_new, email_change
      ) values (
        '00000000-0000-0000-0000-000000000000', ${id}::uuid, ${aud}, ${role}, ${email ?? null}, ${passwordHash ?? ''},
        case when ${isEmailConfirmed} then now() end, ${JSON.stringify(input.appMetadata)}::jsonb, ${JSON.stringify(input.userMetadata)}::jsonb, now(), now(),
        ${phone ?? null}, case when ${isPhoneConfirmed} then now() end, ${isSso}, ${isAnonymous}, '', '', '', ''
      )`)
    for (const identity of input.identities) await createIdentity(tx, id, identity)
  } catch (error) {
    throw refusalOf(error)
  }
  return (await findUserById(tx, id))!
}

export async function createIdentity(tx: Queryable, userId: string, { provider, providerId, data }: NewIdentity): Promise<void> {
  await tx.run(sql`
    insert into auth.identities (id, provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
    values (gen_random_uuid(), ${providerId ?? userId}, ${userId}::uuid, ${JSON.stringify({ ...data, sub: providerId ?? userId })}::jsonb, ${provider}, now(), now(), now())`)
}

/** The metadata and the identity that signing up by email or phone gives, which are alike (GoTrue, `signupNewUser`). */
export function ownIdentity(
  id: string,
  { email, phone, data = {} }: { email?: string | undefined; phone?: string | undefined; data?: JsonObject },
): JsonObject {
  return {
    ...data,
    sub: id,
    ...(email !== undefined && { email }),
    ...(phone !== undefined && { phone }),
    email_verified: false,
    phone_verified: false,
  }
}

/** Returns the client's error for a failed insert or update of a user. The trigger and its reason are for the log: strangers see the reply. */
export function refusalOf(error: unknown): unknown {
  if (isAppError(error, 'unique_violation')) {
    const constraint = String(error.details['constraint'] ?? '')
    if (/email/.test(constraint)) return new AuthError('email_exists', 'A user with this email address has already been registered', { cause: error })
    if (/phone/.test(constraint)) return new AuthError('phone_exists', 'A user with this phone number has already been registered', { cause: error })
    if (constraint === 'users_pkey') return new AuthError('conflict', 'A user with this id already exists', { cause: error })
    if (/provider/.test(constraint)) return new AuthError('identity_already_exists', 'Identity is already linked to a user', { cause: error })
  }
  if (isAppError(error) && error.details['sqlstate'] !== undefined)
    return new AuthError('unexpected_failure', 'Database error saving new user', { cause: error })
  return error
}
