import { isBuiltInRole, type Permission, roles } from '@colonnade/contracts/foundation/permissions'
import { AppError, isId } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { type HeldRole, toRole } from './held-role.ts'

/** Roles that can be assigned in the organization. */
export async function listHeldRoles(db: Queryable, organizationId: string): Promise<HeldRole[]> {
  const own = await db.rows<{ role: string; custom_name: string; custom_permissions: Permission[] }>(sql`
    select id::text as role, name as custom_name, permissions as custom_permissions from organization_roles where organization_id = ${organizationId}`)
  return [...roles.map((role) => ({ role, custom_name: null, custom_permissions: null })), ...own].map(toRole)
}

/** Returns a role of the organization by name. @throws AppError `role_not_found` */
export async function requireRole(db: Queryable, organizationId: string, key: string): Promise<HeldRole> {
  if (isBuiltInRole(key)) return toRole({ role: key, custom_name: null, custom_permissions: null })
  const role = isId(key)
    ? await db.first<{ name: string; permissions: Permission[] }>(sql`
        select name, permissions from organization_roles where organization_id = ${organizationId} and id = ${key}`)
    : undefined
  if (!role) throw new AppError('role_not_found', { role: key })
  return { role: key, name: role.name, permissions: role.permissions }
}
