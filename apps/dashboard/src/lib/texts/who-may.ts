import { isAllowed, type MemberRole, type Permission, rolePermissions, roles } from '@colonnade/contracts'

const people: Readonly<Record<MemberRole, string>> = {
  owner: 'owners',
  administrator: 'administrators',
  developer: 'developers',
  'read-only': 'read-only members',
}

/** What is said where somebody may not do something: which of the roles that every organization has can. `what` goes on from "can". */
export function whoMay(permission: Permission, what: string): string {
  const named = roles.filter((role) => isAllowed(rolePermissions[role], permission)).map((role) => people[role])
  const list = new Intl.ListFormat('en-GB').format(named)
  return `${list.charAt(0).toUpperCase()}${list.slice(1)} can ${what}.`
}
