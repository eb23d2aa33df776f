import type { Queryable } from '@colonnade/pg'
import { ident, sql } from '@colonnade/sql'
import { findUser, type UserRow } from '../users/user.ts'
import type { TokenKind } from './token-kinds.ts'

/** Keeps the hash of a token, in place of the one before. `addressee`: where it was sent. */
export async function keepToken(
  tx: Queryable,
  userId: string,
  { type, column, sentColumn }: TokenKind,
  hash: string,
  addressee: string,
): Promise<void> {
  await tx.run(sql`
    with forgotten as (
      delete from auth.one_time_tokens where user_id = ${userId}::uuid and token_type = ${type}::auth.one_time_token_type
    )
    update auth.users set ${ident(column)} = ${hash}, ${ident(sentColumn)} = now(), updated_at = now() where id = ${userId}::uuid`)
  await tx.run(sql`
    insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
    values (gen_random_uuid(), ${userId}::uuid, ${type}::auth.one_time_token_type, ${hash}, ${addressee}, now() at time zone 'UTC', now() at time zone 'UTC')`)
}

/** Forgets tokens of some kinds; of all kinds when none is named. */
export async function forgetTokens(tx: Queryable, userId: string, kinds: readonly TokenKind[]): Promise<void> {
  const columns = [...new Set(kinds.map(({ column }) => column))]
  if (columns.length === 0) return
  const types = kinds.map(({ type }) => type as string)
  await tx.run(sql`delete from auth.one_time_tokens where user_id = ${userId}::uuid and token_type::text = any(${types}::text[])`)
  for (const column of columns) await tx.run(sql`update auth.users set ${ident(column)} = '' where id = ${userId}::uuid and ${ident(column)} <> ''`)
}

/** The user whom a link's token belongs to, under their lock. */
export async function findUserByToken(
  tx: Queryable,
  hash: string,
  kinds: readonly TokenKind[],
): Promise<{ user: UserRow; type: TokenKind['type'] } | null> {
  const types = kinds.map(({ type }) => type as string)
  const found = await tx.first<{ user_id: string; token_type: TokenKind['type'] }>(sql`
    select t.user_id, t.token_type from auth.one_time_tokens t join auth.users u on u.id = t.user_id
    where t.token_hash = ${hash} and t.token_type::text = any(${types}::text[]) for update of u`)
  if (found === undefined) return null
  // read again: the statement may have waited for another that spent the token
  const user = await findUser(
    tx,
    sql`u.id = ${found.user_id}::uuid and u.deleted_at is null and exists (select from auth.one_time_tokens t where t.user_id = u.id and t.token_hash = ${hash})`,
  )
  return user === null ? null : { user, type: found.token_type }
}

/** Takes back a token that could not be sent: it may be asked for again at once. `sentAt`: of the one before. */
export async function withdrawToken(db: Queryable, userId: string, { type, column, sentColumn }: TokenKind, sentAt: string | null): Promise<void> {
  await db.run(sql`
    with gone as (
      delete from auth.one_time_tokens where user_id = ${userId}::uuid and token_type = ${type}::auth.one_time_token_type
    )
    update auth.users set ${ident(column)} = '', ${ident(sentColumn)} = ${sentAt}::timestamptz where id = ${userId}::uuid`)
}
