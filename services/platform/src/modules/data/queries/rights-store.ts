import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export async function writeLock(db: Queryable, ref: string, isLocked: boolean): Promise<void> {
  await db.run(sql`update projects set is_production_locked = ${isLocked} where ref = ${ref}`)
}
