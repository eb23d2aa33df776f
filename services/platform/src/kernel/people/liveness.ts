import { type Fragment, sql } from '@colonnade/sql'
import type { Queryable } from '@colonnade/pg'
import { sessionIdleSeconds } from '../limits.ts'
import type { Actor } from '../serve.ts'

/** Condition on `access_tokens t`. */
export const isTokenAlive = sql`(t.expires_at is null or t.expires_at > now())`

export const isAlive = sql`s.expires_at > now() and s.last_used_at > now() - ${sessionIdleSeconds} * interval '1 second'`

/** Also accepts an access token in place of a session. */
export async function isSessionAlive(db: Queryable, id: string): Promise<boolean> {
  const row = await db.first(sql`
    select from sessions s where s.id = ${id} and ${isAlive}
    union all select from access_tokens t where t.id = ${id} and ${isTokenAlive}`)
  return row !== undefined
}

/** Returns the milliseconds until `isSessionAlive` turns false without further use; 0 if it already is. */
export async function sessionEndsInMs(db: Queryable, id: string): Promise<number> {
  const row = await db.first<{ ends_in_ms: number | null }>(sql`
    select ceil(extract(epoch from ends_at - now()) * 1000)::float8 as ends_in_ms from (
      select least(s.expires_at, s.last_used_at + ${sessionIdleSeconds} * interval '1 second') as ends_at
      from sessions s where s.id = ${id} and ${isAlive}
      union all select t.expires_at from access_tokens t where t.id = ${id} and ${isTokenAlive}) as alive`)
  if (row === undefined) return 0
  return row.ends_in_ms ?? Number.POSITIVE_INFINITY
}

/** Returns true if the actor's session or token gives access to an organization: a token may be limited to another one. */
export function isWithinToken({ sessionId }: Pick<Actor, 'sessionId'>, organizationId: Fragment): Fragment {
  return sql`not exists (select from access_tokens t where t.id = ${sessionId} and t.organization_id <> ${organizationId})`
}
