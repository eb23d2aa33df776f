import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Actor } from '../../../kernel/serve.ts'

/** null for who has none: they came through a provider. */
export async function findPasswordHash(db: Queryable, userId: string): Promise<string | null> {
  const row = await db.first<{ password_hash: string | null }>(sql`select password_hash from users where id = ${userId}`)
  return row?.password_hash ?? null
}

/** The name of before. */
export async function renameUser(db: Queryable, userId: string, username: string): Promise<string> {
  const row = await db.first<{ before: string }>(sql`
    update users u set username = ${username} from (select username as before from users where id = ${userId} for update) old
    where u.id = ${userId} returning old.before`)
  return row!.before
}

/** In place of the one that there was. Its address is its hash. */
export async function putPicture(db: Queryable, userId: string, { hash, content }: { hash: string; content: Buffer }, url: string): Promise<void> {
  await db.run(sql`
    with kept as (
      insert into pictures (user_id, hash, content) values (${userId}, ${hash}, ${content})
      on conflict (user_id) do update set hash = excluded.hash, content = excluded.content
    ) update users set profile_image_url = ${url} where id = ${userId}`)
}

export async function deletePicture(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`
    with gone as (delete from pictures where user_id = ${userId}) update users set profile_image_url = null where id = ${userId}`)
}

export async function findPicture(db: Queryable, hash: string): Promise<Buffer | undefined> {
  return (await db.first<{ content: Buffer }>(sql`select content from pictures where hash = ${hash} limit 1`))?.content
}

/** Whether the password was still the one that it was compared with. */
export async function replacePasswordHash(db: Queryable, userId: string, from: string, to: string): Promise<boolean> {
  return (await db.run(sql`update users set password_hash = ${to} where id = ${userId} and password_hash = ${from}`)) === 1
}

/** Whether there was none, and they are not deleted. */
export async function setFirstPasswordHash(db: Queryable, userId: string, hash: string): Promise<boolean> {
  return (await db.run(sql`update users set password_hash = ${hash} where id = ${userId} and password_hash is null and deleted_at is null`)) === 1
}

/** How many there were. */
export function deleteOtherSessions(db: Queryable, { userId, sessionId }: Actor): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id <> ${sessionId}`)
}
