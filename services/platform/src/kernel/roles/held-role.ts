import { isBuiltInRole, type Permission, rolePermissions, type Standing } from '@colonnade/contracts/foundation/permissions'
import { roleWords } from '@colonnade/contracts/organizations/role-words'
import { type Fragment, ident, sql } from '@colonnade/sql'

/** A role with what it is called. */
export interface HeldRole extends Standing {
  readonly name: string
}

/** How tables and `project_access` name a role: the last two are of an organization's own roles, and null for the others. */
export interface RoleColumns {
  readonly role: string
  readonly custom_name: string | null
  readonly custom_permissions: readonly Permission[] | null
}

/** The columns of the roles in a table that is called so in its statement, where `organization_roles` is joined as `c`. */
export function roleColumns(alias: string): Fragment {
  return sql`${ident(alias)}.role, c.name as custom_name, c.permissions as custom_permissions`
}

/** Joins what an organization's own role is. */
export function joinRole(alias: string): Fragment {
  return sql`left join organization_roles c on c.id = ${ident(alias)}.custom_role`
}

export function toRole({ role, custom_name: name, custom_permissions: permissions }: RoleColumns): HeldRole {
  if (isBuiltInRole(role)) return { role, name: roleWords[role].name, permissions: rolePermissions[role] }
  return { role, name: name ?? '', permissions: permissions ?? [] }
}

/** A role in the details of a line of the audit log: by its name, and by the id where an organization can rename it. */
export function auditRole({ role, name }: HeldRole): { role: string; role_id?: string } {
  return isBuiltInRole(role) ? { role } : { role: name, role_id: role }
}
