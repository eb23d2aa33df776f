import { type HideableFeature, hideableFeatures, type Preferences, type Profile, type Session } from '@colonnade/contracts/people/sessions'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { challengeSeconds, sessionAbsoluteSeconds, sessionTouchSeconds } from '../../../kernel/limits.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { isAlive } from '../../../kernel/people/liveness.ts'
import { profileColumns } from '../../../kernel/people/profiles.ts'

export interface UserRow {
  readonly id: string
  /** null: they have not chosen one. */
  readonly password_hash: string | null
}

export async function hasOwner(db: Queryable): Promise<boolean> {
  return (await db.first(sql`select from users where is_installation_owner`)) !== undefined
}

export function findUser(db: Queryable, email: string): Promise<UserRow | undefined> {
  return db.first<UserRow>(sql`select id, password_hash from users where lower(email) = lower(${email})`)
}

export interface NewUser {
  readonly email: string
  readonly username: string
  readonly passwordHash: string | null
  readonly isInstallationOwner: boolean
}

export async function insertUser(db: Queryable, user: NewUser): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    insert into users (email, username, password_hash, is_installation_owner)
    values (${user.email}, ${user.username}, ${user.passwordHash}, ${user.isInstallationOwner}) returning id`)
  return row!.id
}

/** What is undefined stays as it is. */
export type PreferenceChanges = { readonly [Name in keyof Preferences]?: Preferences[Name] | undefined }

/** Changes the preferences that are named, leaves the others, and counts. `hidden` stands in place of the features that people may hide themselves. */
export async function mergePreferences(
  db: Queryable,
  userId: string,
  changes: PreferenceChanges,
  hidden?: readonly HideableFeature[],
): Promise<Profile> {
  const row = await db.first<Profile>(sql`
    update users u set preferences = preferences || ${JSON.stringify(changes)}::jsonb
      || jsonb_build_object('version', coalesce((preferences ->> 'version')::integer, 0) + 1),
      disabled_features = case when ${hidden === undefined}::boolean then disabled_features
        else array(select unnest(disabled_features) except select unnest(${hideableFeatures}::text[])) || ${hidden ?? []}::text[] end
    where u.id = ${userId} returning ${profileColumns}`)
  return row!
}

/** Keeps one set-up token: the newest. */
export async function replaceSetupToken(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`with gone as (delete from setup_tokens) insert into setup_tokens (token_hash) values (${tokenHash})`)
}

/** Whether the token was there; it is used up by the asking. */
export async function takeSetupToken(db: Queryable, tokenHash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from setup_tokens where token_hash = ${tokenHash}`)) === 1
}

export interface NewSession {
  readonly userId: string
  readonly isByPasskey: boolean
  readonly tokenHash: Buffer
  readonly address: string
  readonly userAgent: string | null
}

export async function insertSession(db: Queryable, session: NewSession): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    with expired as (delete from sessions where expires_at < now()), seen as (update users set last_seen_at = now() where id = ${session.userId})
    insert into sessions (user_id, token_hash, address, user_agent, by_passkey, expires_at)
    values (${session.userId}, ${session.tokenHash}, ${session.address}, ${session.userAgent}, ${session.isByPasskey},
      now() + ${sessionAbsoluteSeconds} * interval '1 second')
    returning id`)
  return row!.id
}

/** Who a living session belongs to. Its last use is noted at most once a minute, so that reading stays reading. */
export async function findSession(db: Queryable, tokenHash: Buffer): Promise<Actor | undefined> {
  const row = await db.first<Actor & { isStale: boolean }>(sql`
    select s.id as "sessionId", s.user_id as "userId", u.is_installation_owner as "isInstallationOwner",
      s.last_used_at < now() - ${sessionTouchSeconds} * interval '1 second' as "isStale"
    from sessions s join users u on u.id = s.user_id where s.token_hash = ${tokenHash} and ${isAlive}`)
  if (row?.isStale) {
    await db.run(sql`
      with used as (update sessions set last_used_at = now() where id = ${row.sessionId})
      update users set last_seen_at = now() where id = ${row.userId}`)
  }
  return row && { userId: row.userId, sessionId: row.sessionId, isInstallationOwner: row.isInstallationOwner }
}

export function listSessions(db: Queryable, actor: Actor): Promise<Session[]> {
  return db.rows<Session>(sql`
    select s.id, ${isoTime('s', 'created_at')} as created_at, ${isoTime('s', 'last_used_at')} as last_used_at,
      ${isoTime('s', 'expires_at')} as expires_at, s.address, s.user_agent, s.id = ${actor.sessionId} as is_current
    from sessions s where s.user_id = ${actor.userId} and ${isAlive} order by is_current desc, s.last_used_at desc`)
}

export async function deleteSession(db: Queryable, userId: string, id: string): Promise<boolean> {
  return (await db.run(sql`delete from sessions where id = ${id} and user_id = ${userId}`)) === 1
}

/** That of a token, whosever it is. */
export async function deleteSessionOf(db: Queryable, tokenHash: Buffer): Promise<void> {
  await db.run(sql`delete from sessions where token_hash = ${tokenHash}`)
}

/** Whether signing in with the password asks the person for a second step. */
export async function hasSecondFactor(db: Queryable, userId: string): Promise<boolean> {
  return (await db.first(sql`select from authenticators where user_id = ${userId} and confirmed_at is not null`)) !== undefined
}

/** Returns when it ends. */
export async function insertChallenge(db: Queryable, userId: string, tokenHash: Buffer, identityHash: Buffer | null): Promise<string> {
  const row = await db.first<{ expires_at: string }>(sql`
    with expired as (delete from sign_in_challenges where expires_at < now()), c as (
      insert into sign_in_challenges (token_hash, user_id, identity_hash, expires_at)
      values (${tokenHash}, ${userId}, ${identityHash}, now() + ${challengeSeconds} * interval '1 second') returning expires_at
    ) select ${isoTime('c', 'expires_at')} as expires_at from c`)
  return row!.expires_at
}
