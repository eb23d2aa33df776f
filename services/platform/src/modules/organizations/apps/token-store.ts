import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export interface FoundCode {
  readonly app_id: string
  readonly user_id: string
  readonly organization_id: string
  readonly scopes: readonly Permission[]
  readonly redirect_uri: string
  readonly code_challenge: string
  readonly is_expired: boolean
  readonly is_used: boolean
  readonly grant_id: string | null
}

/** Held until the transaction ends: of two who show it at once, the second finds it used. */
export function lockCode(tx: Queryable, codeHash: Buffer): Promise<FoundCode | undefined> {
  return tx.first<FoundCode>(sql`
    select app_id, user_id, organization_id, scopes, redirect_uri, code_challenge, expires_at <= now() as is_expired, used_at is not null as is_used, grant_id
    from app_codes where code_hash = ${codeHash} for update`)
}

export async function insertGrant(tx: Queryable, codeHash: Buffer): Promise<string> {
  const row = await tx.first<{ id: string }>(sql`
    insert into app_grants (app_id, user_id, organization_id, scopes, by_passkey)
    select app_id, user_id, organization_id, scopes, by_passkey from app_codes where code_hash = ${codeHash} returning id`)
  await tx.run(sql`update app_codes set used_at = now(), grant_id = ${row!.id} where code_hash = ${codeHash}`)
  return row!.id
}

export interface FoundRefreshToken {
  readonly grant_id: string
  readonly app_id: string
  readonly scopes: readonly Permission[]
  readonly is_expired: boolean
  readonly is_used: boolean
}

/** Held, with its grant, until the transaction ends. */
export async function lockRefreshToken(tx: Queryable, tokenHash: Buffer): Promise<FoundRefreshToken | undefined> {
  await tx.first(sql`select from app_grants where id = (select grant_id from app_refresh_tokens where token_hash = ${tokenHash}) for update`)
  return tx.first<FoundRefreshToken>(sql`
    select r.grant_id, g.app_id, g.scopes, r.expires_at <= now() as is_expired, r.used_at is not null as is_used
    from app_refresh_tokens r join app_grants g on g.id = r.grant_id where r.token_hash = ${tokenHash}`)
}

export async function markUsed(tx: Queryable, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`update app_refresh_tokens set used_at = now() where token_hash = ${tokenHash}`)
}

export interface NewTokens {
  readonly accessHash: Buffer
  readonly accessHint: string
  readonly accessSeconds: number
  readonly refreshHash: Buffer
  readonly refreshSeconds: number
  readonly scopes: readonly Permission[]
}

/** Earlier access tokens stay valid until they expire; deletes expired ones. */
export async function insertTokens(tx: Queryable, grantId: string, tokens: NewTokens): Promise<void> {
  await tx.run(sql`delete from access_tokens where grant_id = ${grantId} and expires_at < now()`)
  await tx.run(sql`
    insert into access_tokens (user_id, name, token_hash, hint, scopes, organization_id, expires_at, grant_id, by_passkey)
    select g.user_id, a.name, ${tokens.accessHash}, ${tokens.accessHint}, ${tokens.scopes}::text[], g.organization_id,
      now() + ${tokens.accessSeconds} * interval '1 second', g.id, g.by_passkey
    from app_grants g join apps a on a.id = g.app_id where g.id = ${grantId}`)
  await tx.run(sql`
    insert into app_refresh_tokens (token_hash, grant_id, expires_at)
    values (${tokens.refreshHash}, ${grantId}, now() + ${tokens.refreshSeconds} * interval '1 second')`)
  await tx.run(sql`update app_grants set refreshed_at = now() where id = ${grantId}`)
}

export interface Ended {
  readonly user_id: string
  readonly organization_id: string
  readonly email: string
}

/** All tokens of it go. Undefined where it is gone already. */
export function endGrant(tx: Queryable, grantId: string): Promise<Ended | undefined> {
  return tx.first<Ended>(sql`
    delete from app_grants g using users u where g.id = ${grantId} and u.id = g.user_id returning g.user_id, g.organization_id, u.email`)
}

/** One access token of an application; its grant and other tokens stay. */
export async function deleteAccessToken(tx: Queryable, appId: string, tokenHash: Buffer): Promise<void> {
  await tx.run(sql`
    delete from access_tokens t using app_grants g where t.token_hash = ${tokenHash} and g.id = t.grant_id and g.app_id = ${appId}`)
}
