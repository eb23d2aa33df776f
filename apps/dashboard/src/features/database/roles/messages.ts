import type { RoleHolding } from '@colonnade/pg-meta/roles'

/** Texts of the list of roles. */
export const rolesText = {
  title: 'Roles',
  noun: 'role',
  ofLimit: (open: string, limit: string) => `${open} of ${limit}`,
  connectionCount: (count: string, isOne: boolean) => `${count} ${isOne ? 'connection' : 'connections'}`,
  description: 'Who can connect to the database, and the privileges of each role.',
  show: 'Show',
  shown: { usual: 'All but Postgres’s own', own: 'Created here', all: 'All' },
  name: 'Name',
  connections: 'Connections',
  memberOf: 'Member of',
  attributes: 'Attributes',
  managed: 'Managed by the platform',
  noInherit: 'doesn’t inherit',
  empty: 'No roles created yet',
  emptyHint: 'Create a role for each program that connects, with only the privileges it needs.',
} as const

/** Texts of the role drawer. */
export const roleText = {
  gone: 'This role was deleted or renamed.',
  postgres: 'Part of Postgres. You can grant this role to others, but you can’t change it.',
  project: 'Managed by the platform. The project’s services use this role, so you can’t change it.',
  unalterable: 'This role was created by a role other than the project’s, so you can’t change it.',
  yes: 'Yes',
  no: 'No',
  openConnections: 'Open connections',
  connectionsOf: (open: number, limit: number) => `${open} of ${limit}`,
  serverLimit: (open: number, limit: number) => `${open} of ${limit} (server limit)`,
  validUntil: 'Password valid until',
  noEnd: 'No expiry',
  memberOf: 'Member of',
  members: 'Members',
  admins: 'Members with admin option',
  none: 'None',
  edit: 'Edit role',
  holdings: 'Owned objects and privileges',
  noHoldings: 'Owns nothing and holds no direct privileges. It still has those of PUBLIC and its groups.',
  holdingOf: {
    owns: (kind) => `owns ${kind}`,
    privilege: (kind) => `has access to ${kind}`,
    policy: (kind) => `named in ${kind}`,
  } satisfies Record<RoleHolding['how'], (kind: string) => string>,
  elsewhere: 'has objects in',
  database: (name: string) => `database ${name}`,
  more: '… and more',
} as const

export const roleFlagText = {
  canLogin: { label: 'Log in', hint: 'can open connections' },
  inheritRole: { label: 'Inherit', hint: 'has the privileges of its groups without SET ROLE' },
  canCreateDb: { label: 'Create databases', hint: 'and rename or drop its own' },
  canCreateRole: { label: 'Create roles', hint: 'and manage the roles it created' },
  canBypassRls: { label: 'Bypass row-level security', hint: 'sees and changes every row, whatever the policies say' },
  isReplicationRole: { label: 'Replication', hint: 'can stream every change on the server' },
  isSuperuser: { label: 'Superuser', hint: 'can do everything' },
} as const

/** Texts of the form of a role. */
export const roleFormText = {
  create: 'New role',
  edit: (name: string) => `Edit role ${name}`,
  submitNew: 'Create role',
  submit: 'Save role',
  created: (name: string) => `Role ${name} created`,
  saved: (name: string) => `Role ${name} saved`,
  createChange: (name: string) => `Create role ${name}`,
  editChange: (name: string) => `Edit role ${name}`,
  costs: 'Open connections stay as they are. New attributes, limits and the password apply to new connections.',
  attributes: 'Attributes',
  password: 'Password',
  newPasswordHint: 'Without a password, the role can’t log in with one. Migrations never contain it.',
  passwordHint: 'Leave empty to keep the current password. Migrations never contain it.',
  connectionLimit: 'Connection limit',
  connectionLimitHint: 'Leave empty for the server limit only.',
  memberOfHint: 'The role has the privileges of these roles, or can switch to them.',
  membersHint: 'These roles have its privileges, or can switch to it.',
  comment: 'Comment',
  addRole: 'Add a role',
  searchRoles: 'Search roles',
  noRole: 'No matching roles',
  remove: (name: string) => `Remove ${name}`,
  noName: 'Enter a name',
  longName: 'Names can have up to 63 bytes',
  reservedName: 'Names that start with pg_ are reserved by Postgres',
  badLimit: 'Enter a whole number, or leave empty for no limit',
} as const

/** Texts of the dialog that deletes a role. */
export const deleteRoleText = {
  sql: 'SQL',
  title: (name: string) => `Delete role ${name}?`,
  lost: (name: string) => `${name} can no longer connect, and its privileges are revoked.`,
  open: (count: number) => ` ${count} open ${count === 1 ? 'connection stays' : 'connections stay'} until closed.`,
  submit: 'Delete role',
  change: (name: string) => `Delete role ${name}`,
  done: (name: string) => `Role ${name} deleted`,
  nothing: 'This role owns nothing and isn’t named anywhere.',
  elsewhere: 'Objects in another database refer to this role. Reassign or delete them there first.',
  owned: 'Owned objects',
  fates: { reassign: 'Give to another role', drop: 'Delete them' },
  newOwner: 'New owner',
  cascade: 'Cascade: also delete what depends on them',
} as const

/** Says why Colonnade's roles have their former names, and what to do. */
export function formerNamesText(formerNames: string, inTheWay: readonly string[], names: string): string {
  const [roles, them] = inTheWay.length === 1 ? ['a role', 'it'] : ['roles', 'them']
  return `Colonnade’s own roles keep their former names, ${formerNames}, because this project has ${roles} called ${names}. Rename ${them}: Colonnade renames its own roles the next time the project starts.`
}
