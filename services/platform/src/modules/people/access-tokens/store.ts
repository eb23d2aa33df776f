import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { type AccessToken, accessTokensMax } from '@colonnade/contracts/people/access-tokens'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { sessionTouchSeconds, tokensKeptDays } from '../../../kernel/limits.ts'
import { isTokenAlive } from '../../../kernel/people/liveness.ts'

const columns = sql`
  t.id, t.name, t.hint, t.scopes, case when o.id is not null then jsonb_build_object('slug', o.slug, 'name', o.name) end as organization,
  ${isoTime('t', 'created_at')} as created_at, ${isoTime('t', 'expires_at')} as expires_at, not ${isTokenAlive} as is_expired,
  ${isoTime('t', 'last_used_at')} as last_used_at, t.last_used_address, t.last_used_agent`

export function listTokens(db: Queryable, userId: string): Promise<AccessToken[]> {
  return db.rows<AccessToken>(sql`
    select ${columns} from access_tokens t left join organizations o on o.id = t.organization_id
    where t.user_id = ${userId} and t.grant_id is null order by t.created_at desc, t.id`)
}

export interface NewToken {
  readonly userId: string
  /** Session that creates it. */
  readonly sessionId: string
  readonly name: string
  readonly tokenHash: Buffer
  readonly hint: string
  readonly scopes: readonly Permission[]
  readonly organizationId: string | null
  readonly expiresAt: string | null
}

/** Undefined when the person has as many as one may have. Those that expired long ago go. */
export async function insertToken(db: Queryable, token: NewToken): Promise<AccessToken | undefined> {
  // one at a time, so that the count holds
  await db.run(sql`select from users where id = ${token.userId} for update`)
  await db.run(sql`
    delete from access_tokens where user_id = ${token.userId} and grant_id is null and expires_at < now() - ${tokensKeptDays} * interval '1 day'`)
  return db.first<AccessToken>(sql`
    with t as (
      insert into access_tokens (user_id, name, token_hash, hint, scopes, organization_id, expires_at, by_passkey)
      select ${token.userId}, ${token.name}, ${token.tokenHash}, ${token.hint}, ${token.scopes}::text[], ${token.organizationId}, ${token.expiresAt},
        coalesce((select by_passkey from sessions where id = ${token.sessionId}), false)
      where (select count(*) from access_tokens where user_id = ${token.userId} and grant_id is null) < ${accessTokensMax}
      returning *
    ) select ${columns} from t left join organizations o on o.id = t.organization_id`)
}

/** The token's name, or undefined where the person has none of that id. */
export async function deleteToken(db: Queryable, userId: string, id: string): Promise<string | undefined> {
  const row = await db.first<{ name: string }>(
    sql`delete from access_tokens where id = ${id} and user_id = ${userId} and grant_id is null returning name`,
  )
  return row?.name
}

export interface FoundToken {
  readonly id: string
  readonly name: string
  readonly scopes: Permission[]
  readonly user_id: string
  readonly organization_id: string | null
  readonly is_installation_owner: boolean
  readonly is_expired: boolean
  readonly expires_at: string | null
  /** True if the last use is old enough to update. */
  readonly is_stale: boolean
}

export function findToken(db: Queryable, tokenHash: Buffer): Promise<FoundToken | undefined> {
  return db.first<FoundToken>(sql`
    select t.id, t.name, t.scopes, t.user_id, t.organization_id, u.is_installation_owner, not ${isTokenAlive} as is_expired,
      ${isoTime('t', 'expires_at')} as expires_at,
      coalesce(t.last_used_at < now() - ${sessionTouchSeconds} * interval '1 second', true) as is_stale
    from access_tokens t join users u on u.id = t.user_id where t.token_hash = ${tokenHash}`)
}

export async function touchToken(db: Queryable, id: string, where: { readonly address: string; readonly userAgent: string | null }): Promise<void> {
  await db.run(sql`
    update access_tokens set last_used_at = now(), last_used_address = ${where.address}, last_used_agent = ${where.userAgent} where id = ${id}`)
}

/** The organization of a slug that the person belongs to. */
export async function findOwnOrganization(db: Queryable, userId: string, slug: string): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    select o.id from organizations o join members m on m.organization_id = o.id where o.slug = ${slug} and m.user_id = ${userId}`)
  return row?.id
}
