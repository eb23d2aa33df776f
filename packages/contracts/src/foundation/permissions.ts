/**
 * Everything a role may or may not do, as one closed list. Names are the spec's where it gives them (§6); those with `all` open a
 * whole service of a project.
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

/** The roles that every organization has. */
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

/** Whether it is one of the roles that every organization has; all others are an organization's own, named by their id. */
export function isBuiltInRole(role: string): role is MemberRole {
  return roles.some((each) => each === role)
}

/** What each role may do inside its organization. */
export const rolePermissions: Readonly<Record<MemberRole, readonly Permission[]>> = {
  owner: permissions,
  administrator,
  developer,
  'read-only': readOnly,
}

/** What every role has, and all that is left in the organization itself to who is limited to some of its projects. */
export const basePermissions: readonly Permission[] = ['organizations:create', 'organization:read']

/** What is about an organization and not about a project of it. */
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

/** What a member may do in the organization itself. */
export function organizationPermissions(held: readonly Permission[], isLimited: boolean): readonly Permission[] {
  return isLimited ? held.filter((permission) => basePermissions.includes(permission)) : held
}

/** What a role that holds in one project only lets one do there. */
export function projectPermissions(held: readonly Permission[]): readonly Permission[] {
  return held.filter((permission) => !ofOrganizations.has(permission))
}

/** The one evaluator, used by the API and the dashboard alike: a role is the set of what it may do. */
export function isAllowed(held: readonly Permission[], permission: Permission): boolean {
  return held.includes(permission)
}

/** A role as it stands between people: who it is, and what it may do. */
export interface Standing {
  readonly role: string
  readonly permissions: readonly Permission[]
}

/**
 * Whether somebody may give a role, take it away, or remove who has it: only owners decide about owners, and nobody about who may do
 * something that they may not do themselves.
 */
export function mayDecideAbout(own: Standing, other: Standing): boolean {
  return (
    isAllowed(own.permissions, 'members:manage') &&
    (other.role !== 'owner' || own.role === 'owner') &&
    other.permissions.every((permission) => isAllowed(own.permissions, permission))
  )
}
