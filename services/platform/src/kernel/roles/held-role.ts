import { isBuiltInRole, type Permission, rolePermissions, type Standing } from '@colonnade/contracts/foundation/permissions'
import { roleWords } from '@colonnade/contracts/organizations/role-words'
import { type Fragment, ident, sql } from '@colonnade/sql'

/** A role with its name. */
export interface HeldRole extends Standing {
  readonly name: string
}

/** Columns of a role in tables and `project_access`: the last two are for custom roles, and null for others. */
export interface RoleColumns {
  readonly role: string
  readonly custom_name: string | null
  readonly custom_permissions: readonly Permission[] | null
}

/** Returns the role columns of the named table, with `organization_roles` joined as `c`. */
export function roleColumns(alias: string): Fragment {
  return sql`${ident(alias)}.role, c.name as custom_name, c.permissions as custom_permissions`
}

/** Joins the custom role. */
export function joinRole(alias: string): Fragment {
  return sql`left join organization_roles c on c.id = ${ident(alias)}.custom_role`
}

export function toRole({ role, custom_name: name, custom_permissions: permissions }: RoleColumns): HeldRole {
  if (isBuiltInRole(role)) return { role, name: roleWords[role].name, permissions: rolePermissions[role] }
  return { role, name: name ?? '', permissions: permissions ?? [] }
}

/** Returns a role for audit log details: its name, and the ID of a custom role, which can be renamed. */
export function auditRole({ role, name }: HeldRole): { role: string; role_id?: string } {
  return isBuiltInRole(role) ? { role } : { role: name, role_id: role }
}
