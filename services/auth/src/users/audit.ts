import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import type { UserRow } from './user.ts'

/** Recorded actions, by the kind of their object (GoTrue, `audit_log_entry.go`). */
const logTypes = {
  login: 'account',
  logout: 'account',
  invite_accepted: 'account',
  user_signedup: 'team',
  user_invited: 'team',
  user_deleted: 'team',
  token_revoked: 'token',
  token_refreshed: 'token',
  user_modified: 'user',
  user_recovery_requested: 'user',
  user_reauthenticate_requested: 'user',
  user_confirmation_requested: 'user',
  user_repeated_signup: 'user',
  user_updated_password: 'user',
  identity_linked: 'user',
  identity_unlinked: 'user',
  passkey_created: 'user',
  passkey_updated: 'user',
  passkey_deleted: 'user',
  factor_in_progress: 'factor',
  factor_unenrolled: 'factor',
  factor_deleted: 'factor',
  factor_updated: 'factor',
  challenge_created: 'factor',
  verification_attempted: 'factor',
} as const
export type AuditAction = keyof typeof logTypes

type Actor = Pick<UserRow, 'id' | 'email' | 'phone' | 'raw_user_meta_data' | 'is_sso_user'>

/** The actor of what a server does with a secret key. */
export const serviceActor: Actor = {
  id: '00000000-0000-0000-0000-000000000000',
  email: 'service_role',
  phone: null,
  raw_user_meta_data: null,
  is_sso_user: false,
}

/** Records an action in the project's own audit log, in the transaction of the action. */
export async function recordAction(
  { caller }: Pick<AuthCall, 'caller'>,
  db: Queryable,
  action: AuditAction,
  actor: Actor,
  traits?: Readonly<Record<string, unknown>>,
): Promise<void> {
  // a member of the platform, acting as a server
  const member = actor === serviceActor ? caller.userId : null
  const name = actor.raw_user_meta_data?.['full_name']
  const payload = {
    action,
    actor_id: actor.id,
    actor_username: actor.email ?? actor.phone ?? '',
    ...(typeof name === 'string' && { actor_name: name }),
    actor_via_sso: actor.is_sso_user,
    log_type: logTypes[action],
    ...((traits !== undefined || member !== null) && { traits: { ...traits, ...(member !== null && { member_id: member }) } }),
  }
  await db.run(sql`
    insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
    values ('00000000-0000-0000-0000-000000000000', gen_random_uuid(), ${JSON.stringify(payload)}::json, now(), ${caller.address})`)
}

/** The same in SQL, for a statement that does all at once: of the row `u` of auth.users. */
export function actionPayload(action: AuditAction): Fragment {
  return sql`json_build_object('action', ${action}::text, 'actor_id', u.id, 'actor_username', coalesce(nullif(u.email, ''), u.phone, ''),
    'actor_via_sso', u.is_sso_user, 'log_type', ${logTypes[action]}::text)`
}
