import type { Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { Actor } from '../serve.ts'

/** Returns true if the actor's session or token was created with two factors, as some organizations require. */
export function opensWithFactor({ userId, sessionId }: Pick<Actor, 'userId' | 'sessionId'>): Fragment {
  return sql`opens_with_factor(${userId}, ${sessionId})`
}

export async function isOpenedWithFactor(db: Queryable, actor: Actor): Promise<boolean> {
  return (await db.first<{ is: boolean }>(sql`select ${opensWithFactor(actor)} as is`))!.is
}
