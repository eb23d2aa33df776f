import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Actor } from '../../../serve.ts'
import { isWithinToken } from '../../people/access-tokens/store.ts'
import { opensWithFactor } from '../../people/second-factors/store.ts'
import { type RoleColumns, toRole } from '../../organizations/organization-roles/held-role.ts'

export async function writeLock(db: Queryable, ref: string, isLocked: boolean): Promise<void> {
  await db.run(sql`update projects set is_production_locked = ${isLocked} where ref = ${ref}`)
}

/** What a person may do in a project; nothing when they do not have it, or it is gone. */
export async function listPermissions(db: Queryable, ref: string, actor: Pick<Actor, 'userId' | 'sessionId'>): Promise<readonly Permission[]> {
  const row = await db.first<RoleColumns>(sql`
    select a.role, a.custom_name, a.custom_permissions from project_access a join projects p using (ref)
    where a.ref = ${ref} and a.user_id = ${actor.userId} and (not a.is_guarded or ${opensWithFactor(actor)}) and p.status <> 'REMOVED'
      and ${isWithinToken(actor, sql`a.organization_id`)}`)
  return row === undefined ? [] : toRole(row).permissions
}
