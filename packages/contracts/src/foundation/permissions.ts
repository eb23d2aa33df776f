/**
 * All permissions. Names are the specification's where it defines them (§6). A permission with `all` grants access to a whole service of a
 * project.
 */
export const permissions = [
  'organizations:create',
  'organization:read',
  'organization:update',
  'organization:delete',
  'members:manage',
  'roles:manage',
  'billing:manage',
  'audit:read',
  'projects:create',
  'projects:read',
  'projects:update',
  'projects:operate',
  'projects:delete',
  'database:read',
  'database:write',
  'service_keys:read',
  'preview_branches:create',
  'project_auth:all',
  'project_edge_function:all',
  'project_storage:all',
  'realtime:all',
] as const
export type Permission = (typeof permissions)[number]

/** Built-in roles of every organization. */
export const roles = ['owner', 'administrator', 'developer', 'read-only'] as const
export type MemberRole = (typeof roles)[number]

const readOnly: readonly Permission[] = ['organizations:create', 'organization:read', 'projects:read', 'database:read']
const developer: readonly Permission[] = [
  ...readOnly,
  'projects:update',
  'database:write',
  'service_keys:read',
  'preview_branches:create',
  'project_auth:all',
  'project_edge_function:all',
  'project_storage:all',
  'realtime:all',
]
const administrator: readonly Permission[] = [
  ...developer,
  'organization:update',
  'members:manage',
  'audit:read',
  'projects:create',
  'projects:operate',
  'projects:delete',
]

/** Returns true for a built-in role. Custom roles are identified by their ID. */
export function isBuiltInRole(role: string): role is MemberRole {
  return roles.some((each) => each === role)
}

/** Permissions of the built-in roles. */
export const rolePermissions: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: permissions,
  administrator,
  developer,
  'read-only': readOnly,
}

/** Permissions of every role, and the only organization permissions of members who are limited to some projects. */
export const basePermissions: readonly Permission[] = ['organizations:create', 'organization:read']

/** Permissions that apply to an organization, not to its projects. */
const ofOrganizations = new Set<Permission>([
  'organizations:create',
  'organization:update',
  'organization:delete',
  'members:manage',
  'roles:manage',
  'billing:manage',
  'audit:read',
  'projects:create',
])

/** Returns the member's permissions in the organization itself. */
export function organizationPermissions(held: readonly Permission[], isLimited: boolean): readonly Permission[] {
  return isLimited ? held.filter((permission) => basePermissions.includes(permission)) : held
}

/** Returns the permissions of a project-limited role in its project. */
export function projectPermissions(held: readonly Permission[]): readonly Permission[] {
  return held.filter((permission) => !ofOrganizations.has(permission))
}

/** Returns true if a role's permissions include the given one. Used by the API and the dashboard. */
export function isAllowed(held: readonly Permission[], permission: Permission): boolean {
  return held.includes(permission)
}

/** A role with its permissions, for comparing members. */
export interface Standing {
  readonly role: string
  readonly permissions: readonly Permission[]
}

/**
 * Returns true if a member can grant or revoke a role, or remove a member with that role. Only owners can do that for owners, and nobody for a
 * role with permissions that they don't have themselves.
 */
export function mayDecideAbout(own: Standing, other: Standing): boolean {
  return (
    isAllowed(own.permissions, 'members:manage') &&
    (other.role !== 'owner' || own.role === 'owner') &&
    other.permissions.every((permission) => isAllowed(own.permissions, permission))
  )
}
