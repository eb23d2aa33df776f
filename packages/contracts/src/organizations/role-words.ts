import { isAllowed, type MemberRole, type Permission, rolePermissions, roles } from '../foundation/permissions.ts'

/** Names and summaries of the built-in roles. */
export const roleWords: Readonly<Record<MemberRole, { readonly name: string; readonly summary: string }>> = {
  owner: { name: 'Owner', summary: 'Full access, including billing, owners and deleting the organization.' },
  administrator: { name: 'Administrator', summary: 'Creates, operates and deletes projects, and manages members.' },
  developer: { name: 'Developer', summary: 'Works in all projects and changes their data. Can’t create or delete projects.' },
  'read-only': { name: 'Read-only', summary: 'Views all projects and their data. Can’t make changes.' },
}

/** What each permission allows, as the end of a sentence that starts with "They can". */
export const permissionWords: Readonly<Record<Permission, string>> = {
  'organizations:create': 'create their own organizations',
  'organization:read': 'see the organization and its members',
  'organization:update': 'rename the organization',
  'organization:delete': 'delete the organization',
  'members:manage': 'invite people, change their roles and remove them',
  'roles:manage': 'create, edit and delete custom roles',
  'billing:manage': 'change the plan, add-ons and payment details',
  'audit:read': 'read the audit log',
  'projects:create': 'create projects',
  'projects:read': 'see projects, their status and their settings',
  'projects:update': 'rename projects and change their settings',
  'projects:operate': 'pause, restart, resize, back up and restore projects, and reset their passwords',
  'projects:delete': 'delete projects with all their data',
  'database:read': 'view schemas and data, and run read-only queries',
  'database:write': 'change schemas and data and run any SQL',
  'service_keys:read': 'see the API keys of a project’s services',
  'preview_branches:create': 'create, reset, merge and delete branches',
  'project_auth:all': 'manage a project’s users and how they sign in',
  'project_edge_function:all': 'deploy and manage edge functions and their secrets',
  'project_storage:all': 'manage buckets and the files in them',
  'realtime:all': 'manage and inspect Realtime channels',
}

const holders: Readonly<Record<MemberRole, string>> = {
  owner: 'owners',
  administrator: 'administrators',
  developer: 'developers',
  'read-only': 'read-only members',
}

/** Returns the built-in roles with a permission as text: "owners and administrators". */
export function holdersOf(permission: Permission): string {
  const named = roles.filter((role) => isAllowed(rolePermissions[role], permission)).map((role) => holders[role])
  return new Intl.ListFormat('en-GB').format(named)
}
