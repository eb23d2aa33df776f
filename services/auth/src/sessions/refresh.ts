import type { Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { AssuranceLevel, AuthenticationMethod, SessionFacts } from '../tokens/access-token.ts'
import { methodsOf } from './session-methods.ts'
import { actionPayload, recordAction } from '../users/audit.ts'
import { isBanned, userColumns, type UserRow } from '../users/user.ts'
import { countActive } from './active-users.ts'
import { deviceOf, newRefreshToken } from './create-session.ts'
import { sessionJson, type SessionReply } from './session-json.ts'

const Body = z.object({ refresh_token: z.string().max(500).default('') })

/** A refresh token with the session it belongs to, read under that session's lock. */
interface Refreshing {
  readonly token: string
  readonly is_revoked: boolean
  /** Seconds since it was used, or since its creation if it wasn't. */
  readonly used_ago: number
  /** The session's token that is good now, and the one that it was exchanged for. */
  readonly active: string | null
  readonly active_parent: string | null
  readonly session: {
    readonly id: string
    readonly aal: AssuranceLevel | null
    readonly oauth_client_id: string | null
    readonly scopes: string | null
    /** Hours. */
    readonly age: number
    readonly idle: number
    readonly is_over: boolean
    readonly is_newest: boolean
  }
  readonly amr: readonly AuthenticationMethod[]
  readonly user: UserRow
}

type Outcome =
  | { readonly kind: 'refused'; readonly error: AuthError }
  | { readonly kind: 'refreshed'; readonly found: Refreshing; readonly token: string }

/**
 * Exchanges a refresh token. A client that lost the answer asks again with the token it has: the parent of the active token, and any
 * that was used within the reuse interval, get the active one. Every other token that was used before ends its session: somebody else
 * has it (RFC 6819, 5.2.2.3).
 */
export async function refreshSession(call: AuthCall): Promise<AuthReply> {
  const { refresh_token: token } = await bodyOf(call.request, Body)
  if (token === '') throw new AuthError('validation_failed', 'refresh_token required')
  return { json: (await refreshFor(call, token, null)).session }
}

/** Works as `refreshSession`, for an application of the OAuth server: only the application that got a token can use it. */
export async function refreshFor(call: AuthCall, token: string, clientId: string | null): Promise<RefreshedSession> {
  const database = await call.database()
  const next = newRefreshToken(call.random)
  const rotated = call.settings.refresh_token_rotation_enabled ? await rotate(call, database, { token, next, clientId }) : null
  if (rotated !== null) return replyWith(call, rotated, next)
  const outcome = await database.transaction((tx) => exchange(call, tx, token, clientId))
  if (outcome.kind === 'refused') throw outcome.error
  return replyWith(call, outcome.found, outcome.token)
}

/** A session that goes on. */
export interface RefreshedSession {
  readonly session: SessionReply
  readonly user: UserRow
  readonly facts: SessionFacts
}

type Rotated = Pick<Refreshing, 'session' | 'amr' | 'user'>

async function replyWith(call: AuthCall, { session, amr, user }: Rotated, refreshToken: string): Promise<RefreshedSession> {
  const { id: sessionId, aal, oauth_client_id: clientId, scopes } = session
  const client = clientId === null ? {} : { client: { id: clientId, scope: scopes ?? '' } }
  const facts = { sessionId, aal: aal ?? 'aal1', amr, ...client }
  return { session: await sessionJson(call, user, { facts, refreshToken, isRefreshed: true }), user, facts }
}

interface Rotation {
  readonly token: string
  readonly next: string
  readonly clientId: string | null
}

/**
 * The usual case in one statement: an active token of a session that goes on. null for all others; whoever comes at the same moment with the
 * same token waits for its row, and then finds it used.
 */
async function rotate(call: AuthCall, database: Queryable, { token, next, clientId }: Rotation): Promise<Rotated | null> {
  const { settings, caller } = call
  const { userAgent, ip } = deviceOf(call)
  const { sessions_timebox: timebox, sessions_inactivity_timeout: inactivity, sessions_single_per_user: isSingle } = settings
  const found = await database.first<Rotated>(sql`
    with used as (
      update auth.refresh_tokens r set revoked = true, updated_at = now()
      from auth.sessions s join auth.users u on u.id = s.user_id
      where r.token = ${token} and not coalesce(r.revoked, false) and s.id = r.session_id and s.oauth_client_id is not distinct from ${clientId}::uuid and u.deleted_at is null and coalesce(u.banned_until <= now(), true)
        and coalesce(s.not_after > now(), true)
        and (${timebox}::float8 = 0 or s.created_at > now() - make_interval(secs => ${timebox}::float8 * 3600))
        and (${inactivity}::float8 = 0
          or coalesce(s.refreshed_at at time zone 'UTC', s.created_at) > now() - make_interval(secs => ${inactivity}::float8 * 3600))
        and not (${isSingle} and ${laterSession})
      returning s.id as session_id, u.id as user_id
    ), made as (
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      select '00000000-0000-0000-0000-000000000000', ${next}, user_id::text, false, now(), now(), ${token}, session_id from used
    ), session as (
      update auth.sessions s set refreshed_at = now() at time zone 'UTC', updated_at = now(), user_agent = ${userAgent}, ip = ${ip}::inet
      from used where s.id = used.session_id returning s.id, s.aal, s.oauth_client_id, s.scopes
    ), recorded as (
      insert into auth.audit_log_entries (instance_id, id, payload, created_at, ip_address)
      select '00000000-0000-0000-0000-000000000000', gen_random_uuid(), ${actionPayload('token_refreshed')}, now(), ${caller.address}
      from used join auth.users u on u.id = used.user_id
    ), ${countActive(sql`select user_id from used`)}
    select to_jsonb(session) as session, ${methodsOf(sql`session.id`)} as amr, ${userColumns}
    from session join used on true join auth.users u on u.id = used.user_id`)
  return found ?? null
}

/** True if the user has signed in again since: for a session `s`. */
const laterSession = sql`exists (
  select from auth.sessions later
  where later.user_id = s.user_id and later.created_at > s.created_at and later.tag is not distinct from s.tag and later.oauth_client_id is null
)`

/** Returns a refusal as an outcome instead of throwing, so that a revoked token family stays revoked. */
async function exchange(call: AuthCall, tx: Transaction, token: string, clientId: string | null): Promise<Outcome> {
  const { settings, clock } = call
  // the lock first: what is read under it is then the newest
  await tx.run(sql`
    select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = ${token}) for no key update`)
  const found = await read(tx, token, clientId)
  if (found === null) return refused('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  if (isBanned(found.user, clock.now())) return refused('user_banned', 'Invalid Refresh Token: User Banned')
  const over = reasonOfEnd(call, found)
  if (over !== null) return refused('session_expired', `Invalid Refresh Token: Session Expired${over}`)
  if (!settings.refresh_token_rotation_enabled && !found.is_revoked) {
    await touch(call, tx, found, null)
    return { kind: 'refreshed', found, token }
  }
  if (found.is_revoked) {
    const isLost = found.active !== null && (found.active_parent === token || found.used_ago < settings.security_refresh_token_reuse_interval)
    if (isLost) return { kind: 'refreshed', found, token: found.active }
    if (settings.refresh_token_rotation_enabled) {
      await tx.run(
        sql`update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = ${found.session.id}::uuid and not revoked`,
      )
    }
    return refused('refresh_token_already_used', 'Invalid Refresh Token: Already Used')
  }
  const next = newRefreshToken(call.random)
  await touch(call, tx, found, next)
  await recordAction(call, tx, 'token_refreshed', found.user)
  return { kind: 'refreshed', found, token: next }
}

function refused(code: string, message: string): Outcome {
  return { kind: 'refused', error: new AuthError(code, message) }
}

/** Why a session is over by the project's settings, as GoTrue words it; null while it isn't. */
function reasonOfEnd({ settings }: AuthCall, { session }: Refreshing): string | null {
  if (session.is_over) return ''
  if (settings.sessions_timebox > 0 && session.age > settings.sessions_timebox) return ''
  if (settings.sessions_inactivity_timeout > 0 && session.idle > settings.sessions_inactivity_timeout) return ' (Inactivity)'
  if (settings.sessions_single_per_user && !session.is_newest) return ' (Revoked by Newer Login)'
  return null
}

async function read(tx: Transaction, token: string, clientId: string | null): Promise<Refreshing | null> {
  const found = await tx.first<Refreshing>(sql`
    select r.token, coalesce(r.revoked, false) as is_revoked, extract(epoch from now() - coalesce(r.updated_at, r.created_at))::float8 as used_ago,
      active.token as active, active.parent as active_parent,
      jsonb_build_object(
        'id', s.id, 'aal', s.aal, 'oauth_client_id', s.oauth_client_id, 'scopes', s.scopes,
        'age', extract(epoch from now() - s.created_at) / 3600,
        'idle', extract(epoch from now() - coalesce(s.refreshed_at at time zone 'UTC', s.created_at)) / 3600,
        'is_over', coalesce(s.not_after < now(), false),
        'is_newest', not ${laterSession}
      ) as session,
      ${methodsOf(sql`s.id`)} as amr,
      ${userColumns}
    from auth.refresh_tokens r join auth.sessions s on s.id = r.session_id join auth.users u on u.id = s.user_id
      left join lateral (
        select t.token, t.parent from auth.refresh_tokens t where t.session_id = s.id and not t.revoked order by t.id desc limit 1
      ) active on true
    where r.token = ${token} and u.deleted_at is null and s.oauth_client_id is not distinct from ${clientId}::uuid`)
  return found ?? null
}

/** Notes that the session was used, and exchanges its token unless there is no next one. */
async function touch(call: AuthCall, tx: Transaction, { token, user, session }: Refreshing, next: string | null): Promise<void> {
  const { userAgent, ip } = deviceOf(call)
  await tx.run(sql`
    with used as (
      update auth.refresh_tokens set revoked = true, updated_at = now() where token = ${token} and ${next}::text is not null
    ), made as (
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      select '00000000-0000-0000-0000-000000000000', ${next}, ${user.id}, false, now(), now(), ${token}, ${session.id}::uuid where ${next}::text is not null
    ), ${countActive(sql`select ${user.id}::uuid`)}
    update auth.sessions set refreshed_at = now() at time zone 'UTC', updated_at = now(), user_agent = ${userAgent}, ip = ${ip}::inet
    where id = ${session.id}::uuid`)
}
