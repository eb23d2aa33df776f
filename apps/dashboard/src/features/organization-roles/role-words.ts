import type { Member } from '@colonnade/contracts/organizations/members'
import type { OrganizationRole, RoleHolders } from '@colonnade/contracts/organizations/organization-roles'

/** Who has a role, in numbers. */
export function holdersText({ members, in_projects: inProjects, invitations }: RoleHolders): string {
  const parts = [
    members === 0 ? null : members === 1 ? '1 member' : `${members} members`,
    inProjects === 0 ? null : `${inProjects} in single projects`,
    invitations === 0 ? null : `${invitations} invited`,
  ].filter((part) => part !== null)
  return parts.length === 0 ? 'Nobody has it' : parts.join(', ')
}

/** From so many on they are counted and not named. */
const namedHolders = 5

/** What becomes of whom when a role goes: "Ada and Ben have it, and 1 open invitation is to it."; null where nobody has it. */
export function holdersSentence({ id, held_by: { invitations } }: OrganizationRole, members: readonly Member[]): string | null {
  const names = members
    .filter(({ role, project_roles: inProjects }) => role === id || inProjects.some((entry) => entry.role === id))
    .map(({ username }) => username)
  const more = names.length - namedHolders
  const told = more > 0 ? [...names.slice(0, namedHolders), `${more} more`] : names
  const people = told.length === 0 ? null : `${new Intl.ListFormat('en').format(told)} ${names.length === 1 ? 'has' : 'have'} it`
  const invited = invitations === 0 ? null : `${invitations} open ${invitations === 1 ? 'invitation is' : 'invitations are'} to it`
  const parts = [people, invited].filter((part) => part !== null)
  return parts.length === 0 ? null : `${parts.join(', and ')}.`
}
