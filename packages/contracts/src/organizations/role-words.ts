import { isAllowed, type MemberRole, type Permission, rolePermissions, roles } from '../foundation/permissions.ts'

/** What the roles that every organization has are called, and what they are for. */
export const roleWords: Readonly<Record<MemberRole, { readonly name: string; readonly summary: string }>> = {
  owner: { name: 'Owner', summary: 'May do everything: also decide about owners and the plan, and delete the organization.' },
  administrator: { name: 'Administrator', summary: 'Creates, operates and deletes projects and decides who else belongs to the organization.' },
  developer: { name: 'Developer', summary: 'Works in all projects and changes their data, but neither creates nor deletes projects.' },
  'read-only': { name: 'Read-only', summary: 'Looks at all projects and their data and changes nothing.' },
}

/** What each permission lets one do, as the end of a sentence that begins with "They may". */
export const permissionWords: Readonly<Record<Permission, string>> = {
  'organizations:create': 'create their own organizations',
  'organization:read': 'see the organization and who belongs to it',
  'organization:update': 'rename the organization',
  'organization:delete': 'delete the organization',
  'members:manage': 'invite people, change their roles and remove them',
  'roles:manage': 'make roles of the organization’s own, change and delete them',
  'billing:manage': 'change the plan and what is paid for',
  'audit:read': 'read what was done in the organization, by whom and from where',
  'projects:create': 'create projects',
  'projects:read': 'see projects, their state and their settings',
  'projects:update': 'rename projects and change their settings',
  'projects:operate': 'pause, restart, resize, back up and restore projects and reset their passwords',
  'projects:delete': 'delete projects with all of their data',
  'database:read': 'look at schemas and data and run queries that only read',
  'database:write': 'change schemas and data and run any SQL',
  'service_keys:read': 'see the API keys that open a project’s services',
  'preview_branches:create': 'create, reset, merge and delete branches',
  'project_auth:all': 'manage a project’s users and how they sign in',
  'project_edge_function:all': 'deploy and manage edge functions and their secrets',
  'project_storage:all': 'manage buckets and the files in them',
  'realtime:all': 'manage realtime channels and look into them',
}

const holders: Readonly<Record<MemberRole, string>> = {
  owner: 'owners',
  administrator: 'administrators',
  developer: 'developers',
  'read-only': 'read-only members',
}

/** Which of the roles that every organization has hold a permission: "owners and administrators". */
export function holdersOf(permission: Permission): string {
  const named = roles.filter((role) => isAllowed(rolePermissions[role], permission)).map((role) => holders[role])
  return new Intl.ListFormat('en-GB').format(named)
}
