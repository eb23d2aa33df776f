import { type AuditEntry, auditSystem } from '@colonnade/contracts/organizations/audit-log'
import type { Member } from '@colonnade/contracts/organizations/members'
import { filterText } from './messages.ts'

export interface PersonOption {
  readonly value: string
  readonly label: string
}

/** Returns the people the log can be filtered by: members by name, a former member who is chosen or has entries, and automatic changes. */
export function personOptions(
  members: readonly Pick<Member, 'id' | 'username' | 'primary_email'>[],
  entries: readonly Pick<AuditEntry, 'actor'>[],
  chosen: string | undefined,
): readonly PersonOption[] {
  const people = new Map(members.map((member) => [member.id, member]))
  for (const { actor } of entries) if (actor !== null && !people.has(actor.id)) people.set(actor.id, actor)
  const names = [...people.values()].map(({ username }) => username)
  const isShared = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  const options = [...people.values()]
    .map(({ id, username, primary_email: email }) => ({ value: id, label: isShared(username) ? `${username} (${email})` : username }))
    .toSorted((one, other) => one.label.localeCompare(other.label, 'en'))
  const isUnknown = chosen !== undefined && chosen !== auditSystem && !people.has(chosen)
  return [...options, ...(isUnknown ? [{ value: chosen, label: filterText.formerMember }] : []), { value: auditSystem, label: filterText.automatic }]
}
