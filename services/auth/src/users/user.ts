import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { JsonObject } from '../requests/auth-request.ts'

/** A row of auth.identities; times as ISO 8601. */
export interface IdentityRow {
  readonly id: string
  readonly provider_id: string
  readonly user_id: string
  readonly identity_data: JsonObject
  readonly provider: string
  readonly last_sign_in_at: string | null
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly email: string | null
}

/** A row of auth.mfa_factors, without its secret. */
export interface FactorRow {
  readonly id: string
  readonly friendly_name: string | null
  readonly factor_type: 'totp' | 'webauthn' | 'phone' | 'recovery_code'
  readonly status: 'unverified' | 'verified'
  readonly created_at: string
  readonly updated_at: string
  readonly phone: string | null
  readonly last_challenged_at: string | null
}

/** A row of auth.users with its dependents. Every string may be null: project owners fill this table with their own SQL. */
export interface UserRow {
  readonly id: string
  readonly aud: string | null
  readonly role: string | null
  readonly email: string | null
  readonly encrypted_password: string | null
  readonly email_confirmed_at: string | null
  readonly invited_at: string | null
  readonly confirmation_token: string | null
  readonly confirmation_sent_at: string | null
  readonly recovery_token: string | null
  readonly recovery_sent_at: string | null
  readonly email_change: string | null
  readonly email_change_token_new: string | null
  readonly email_change_token_current: string | null
  readonly email_change_sent_at: string | null
  readonly email_change_confirm_status: number | null
  readonly last_sign_in_at: string | null
  readonly raw_app_meta_data: JsonObject | null
  readonly raw_user_meta_data: JsonObject | null
  readonly created_at: string | null
  readonly updated_at: string | null
  readonly phone: string | null
  readonly phone_confirmed_at: string | null
  readonly phone_change: string | null
  readonly phone_change_token: string | null
  readonly phone_change_sent_at: string | null
  readonly confirmed_at: string | null
  readonly banned_until: string | null
  readonly reauthentication_token: string | null
  readonly reauthentication_sent_at: string | null
  readonly is_sso_user: boolean
  readonly is_anonymous: boolean
  readonly deleted_at: string | null
  readonly identities: readonly IdentityRow[]
  readonly factors: readonly FactorRow[]
}

/** Columns of a `UserRow`, for a query over `auth.users u`. */
export const userColumns: Fragment = sql`to_jsonb(u) || jsonb_build_object(
  'identities', (select coalesce(jsonb_agg(to_jsonb(i) order by i.created_at, i.id), '[]') from auth.identities i where i.user_id = u.id),
  'factors', (
    select coalesce(jsonb_agg(to_jsonb(f) - 'secret' - 'web_authn_credential' order by f.created_at, f.id), '[]') from auth.mfa_factors f where f.user_id = u.id
  )
) as "user"`

/** The one user for whom the condition holds; `u` is the table. */
export async function findUser(db: Queryable, condition: Fragment): Promise<UserRow | null> {
  const found = await db.first<{ user: UserRow }>(sql`select ${userColumns} from auth.users u where ${condition} limit 1`)
  return found?.user ?? null
}

export function findUserById(db: Queryable, id: string): Promise<UserRow | null> {
  return findUser(db, sql`u.id = ${id}::uuid`)
}

/** Users of single sign-on are never found by their address: the address proves nothing of them. */
export function findUserByEmail(db: Queryable, email: string): Promise<UserRow | null> {
  // GoTrue keeps addresses in lower case; rows that came otherwise are found as well
  return findUser(db, sql`lower(u.email) = ${email.toLowerCase()} and not u.is_sso_user and u.deleted_at is null`)
}

export function findUserByPhone(db: Queryable, phone: string): Promise<UserRow | null> {
  return findUser(db, sql`u.phone = ${phone} and not u.is_sso_user and u.deleted_at is null`)
}

export const isBanned = ({ banned_until }: Pick<UserRow, 'banned_until'>, nowMs: number): boolean =>
  banned_until !== null && Date.parse(banned_until) > nowMs

export const verifiedFactors = ({ factors }: UserRow): FactorRow[] => factors.filter(({ status }) => status === 'verified')
