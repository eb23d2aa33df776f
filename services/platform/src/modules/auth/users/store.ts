import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** The address of a person of the platform. */
export async function findEmail(db: Queryable, userId: string): Promise<string | undefined> {
  return (await db.first<{ email: string }>(sql`select email from users where id = ${userId}`))?.email
}
