import { sql } from '@colonnade/sql'
import { load } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { PathParameters } from '../routes.ts'
import { uuidOf } from '../admin/users.ts'
import { listedColumns, type ListedUser } from './listed-user.ts'

/** Entries of the log that are shown with a user, and sessions. */
const entriesMost = 100
const sessionsMost = 100
/** No index leads from a user to entries, so only the latest of the project are looked through. */
const entriesSearched = 100_000

interface Details extends ListedUser {
  readonly [name: string]: unknown
}

/** A user with what hangs on them, as members of the project see it: no hash and no token is in it. */
export async function retrieveFromDirectory(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const database = await call.database()
  const found = await database.first<{ user: Details }>(sql`
    select ${listedColumns} || jsonb_build_object(
      'role', u.role, 'aud', u.aud, 'invited_at', u.invited_at, 'updated_at', u.updated_at, 'confirmation_sent_at', u.confirmation_sent_at,
      'recovery_sent_at', u.recovery_sent_at, 'new_email', nullif(u.email_change, ''), 'new_phone', nullif(u.phone_change, ''),
      'has_password', coalesce(u.encrypted_password, '') <> '',
      'app_metadata', coalesce(u.raw_app_meta_data, '{}'), 'user_metadata', coalesce(u.raw_user_meta_data, '{}'),
      'identities', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', i.id, 'provider', i.provider, 'provider_id', i.provider_id, 'email', i.email, 'data', i.identity_data,
          'created_at', i.created_at, 'last_sign_in_at', i.last_sign_in_at
        ) order by i.created_at, i.id), '[]')
        from auth.identities i where i.user_id = u.id
      ),
      'sessions', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', s.id, 'created_at', s.created_at, 'refreshed_at', s.refreshed_at at time zone 'UTC', 'not_after', s.not_after,
          'aal', s.aal, 'member_id', substring(s.tag from '^member:(.*)$'), 'ip', host(s.ip), 'user_agent', s.user_agent,
          'methods', (select coalesce(jsonb_agg(distinct c.authentication_method), '[]') from auth.mfa_amr_claims c where c.session_id = s.id)
        ) order by s.created_at desc, s.id), '[]')
        from (select * from auth.sessions where user_id = u.id order by created_at desc limit ${sessionsMost}) s
      ),
      'factors', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'id', f.id, 'type', f.factor_type, 'friendly_name', f.friendly_name, 'status', f.status, 'phone', f.phone,
          'created_at', f.created_at, 'last_challenged_at', f.last_challenged_at
        ) order by f.created_at, f.id), '[]')
        from auth.mfa_factors f where f.user_id = u.id
      )
    ) as "user"
    from auth.users u where u.id = ${uuidOf(id!)}::uuid`)
  if (found === undefined) throw new AuthError('user_not_found', 'User not found')
  return { json: found.user }
}

/** Lists a user's own actions, and those of others on the user, newest first. */
export async function listUserLog(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const database = await call.database()
  const user = await load(call, database, id!)
  const rows = await database.rows<{ entry: object }>(sql`
    select jsonb_build_object(
      'id', a.id, 'action', a.payload ->> 'action', 'actor', a.payload ->> 'actor_username', 'is_own', a.payload ->> 'actor_id' = ${user.id},
      'traits', coalesce(a.payload::jsonb -> 'traits', '{}'), 'ip_address', nullif(a.ip_address, ''), 'created_at', a.created_at
    ) as entry
    from (
      select * from (select * from auth.audit_log_entries order by created_at desc, id desc limit ${entriesSearched}) latest
      where payload ->> 'actor_id' = ${user.id} or payload -> 'traits' ->> 'user_id' = ${user.id}
      order by created_at desc, id limit ${entriesMost}
    ) a order by a.created_at desc, a.id`)
  return { json: { items: rows.map(({ entry }) => entry) } }
}
