import { type Fragment, sql } from '@colonnade/sql'

/** A user as lists show one; times as Postgres writes them in JSON. */
export interface ListedUser {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly name: string | null
  readonly avatar_url: string | null
  readonly providers: readonly string[]
  readonly created_at: string | null
  readonly last_sign_in_at: string | null
  readonly email_confirmed_at: string | null
  readonly phone_confirmed_at: string | null
  readonly banned_until: string | null
  readonly deleted_at: string | null
  readonly is_anonymous: boolean
  readonly is_sso_user: boolean
}

/** A user's display name, as the expression of the index `users_name_prefix_idx`. */
export const nameKey: Fragment = sql`lower(left(coalesce(u.raw_user_meta_data ->> 'name', u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'display_name'), 100))`

/** The JSON of a `ListedUser`, for a query over `auth.users u`. What users write of themselves is cut, so that a page stays small. */
export const listedColumns: Fragment = sql`jsonb_build_object(
  'id', u.id, 'email', nullif(u.email, ''), 'phone', nullif(u.phone, ''),
  'name', left(coalesce(u.raw_user_meta_data ->> 'name', u.raw_user_meta_data ->> 'full_name', u.raw_user_meta_data ->> 'display_name'), 200),
  'avatar_url', (
    select picture from coalesce(u.raw_user_meta_data ->> 'avatar_url', u.raw_user_meta_data ->> 'picture') picture where length(picture) <= 2000
  ),
  'providers', (select coalesce(jsonb_agg(distinct i.provider), '[]') from auth.identities i where i.user_id = u.id),
  'created_at', u.created_at, 'last_sign_in_at', u.last_sign_in_at,
  'email_confirmed_at', u.email_confirmed_at, 'phone_confirmed_at', u.phone_confirmed_at,
  'banned_until', u.banned_until, 'deleted_at', u.deleted_at, 'is_anonymous', u.is_anonymous, 'is_sso_user', u.is_sso_user
)`
