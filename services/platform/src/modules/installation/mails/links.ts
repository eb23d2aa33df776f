import { newSecret, type Random } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { createHash } from 'node:crypto'
import type { RequestKind } from './requests.ts'

export interface MailedLink {
  readonly kind: RequestKind
  readonly email: string
  /** Null if there is no account yet. */
  readonly userId: string | null
  readonly seconds: number
}

/** Creates a link's token and stores its hash. Earlier links stay valid, so that a new request can't invalidate them. */
export async function createLink(db: Queryable, random: Random, { kind, email, userId, seconds }: MailedLink): Promise<string> {
  const token = newSecret(random)
  await db.run(sql`
    insert into mailed_links (token_hash, kind, email, user_id, expires_at)
    values (${hashOf(token)}, ${kind}, ${email}, ${userId}, clock_timestamp() + ${seconds} * interval '1 second')`)
  return token
}

/** Returns the address of a valid link. */
export async function findLink(db: Queryable, kind: RequestKind, token: string): Promise<string | undefined> {
  const row = await db.first<{ email: string }>(sql`
    select email from mailed_links where token_hash = ${hashOf(token)} and kind = ${kind} and expires_at > clock_timestamp()`)
  return row?.email
}

/** Uses a link, and invalidates all others of its kind for the address. */
export async function takeLink(db: Queryable, kind: RequestKind, token: string): Promise<{ email: string; user_id: string | null } | undefined> {
  const link = await db.first<{ email: string; user_id: string | null }>(sql`
    delete from mailed_links where token_hash = ${hashOf(token)} and kind = ${kind} and expires_at > clock_timestamp() returning email, user_id`)
  if (link) await db.run(sql`delete from mailed_links where kind = ${kind} and email = ${link.email}`)
  return link
}

/** Deletes expired links. */
export async function forgetLinks(db: Queryable): Promise<void> {
  await db.run(sql`delete from mailed_links where expires_at <= clock_timestamp()`)
}

function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
