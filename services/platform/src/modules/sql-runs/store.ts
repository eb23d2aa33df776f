import type { MemberRole } from '@colonnade/contracts'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export async function writeLock(db: Queryable, ref: string, isLocked: boolean): Promise<void> {
  await db.run(sql`update projects set is_production_locked = ${isLocked} where ref = ${ref}`)
}

/** As what a person belongs to a project; undefined when they do not, or it is gone. */
export async function findRole(db: Queryable, ref: string, userId: string): Promise<MemberRole | undefined> {
  const row = await db.first<{ role: MemberRole }>(sql`
    select a.role from project_access a join projects p using (ref)
    where a.ref = ${ref} and a.user_id = ${userId} and p.status <> 'REMOVED'`)
  return row?.role
}
