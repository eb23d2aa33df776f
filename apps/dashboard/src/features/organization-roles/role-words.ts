import type { Member } from '@colonnade/contracts/organizations/members'
import type { OrganizationRole, RoleHolders } from '@colonnade/contracts/organizations/organization-roles'
import { holdersCopy } from './messages.ts'

/** Counts who has a role: "2 members, 1 invited". */
export function holdersText({ members, in_projects: inProjects, invitations }: RoleHolders): string {
  const parts = [
    members === 0 ? null : holdersCopy.members(members),
    inProjects === 0 ? null : holdersCopy.inProjects(inProjects),
    invitations === 0 ? null : holdersCopy.invited(invitations),
  ].filter((part) => part !== null)
  return parts.length === 0 ? holdersCopy.none : parts.join(', ')
}

/** The most holders that are named; the rest are counted. */
const namedHolders = 5

/** Returns who has a role: "Ada and Ben have this role, and 1 open invitation uses it."; null when no one has it. */
export function holdersSentence({ id, held_by: { invitations } }: OrganizationRole, members: readonly Member[]): string | null {
  const names = members
    .filter(({ role, project_roles: inProjects }) => role === id || inProjects.some((entry) => entry.role === id))
    .map(({ username }) => username)
  const more = names.length - namedHolders
  const listed = more > 0 ? [...names.slice(0, namedHolders), holdersCopy.more(more)] : names
  const people = listed.length === 0 ? null : holdersCopy.people(new Intl.ListFormat('en').format(listed), names.length)
  const invited = invitations === 0 ? null : holdersCopy.invitations(invitations)
  const parts = [people, invited].filter((part) => part !== null)
  return parts.length === 0 ? null : `${parts.join(', and ')}.`
}
