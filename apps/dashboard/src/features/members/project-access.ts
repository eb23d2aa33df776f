import type { Member, ProjectRoleEntry } from '@colonnade/contracts/organizations/members'
import { accessCopy } from './messages.ts'

/** What a member has of an organization's projects, as it is chosen: by ref, where that differs from what they have of all others. */
export interface ProjectAccess {
  readonly isLimited: boolean
  readonly roles: Readonly<Record<string, string>>
}

export function accessOf({ is_limited: isLimited, project_roles: entries }: Pick<Member, 'is_limited' | 'project_roles'>): ProjectAccess {
  return { isLimited, roles: Object.fromEntries(entries.map(({ project_ref: ref, role }) => [ref, role])) }
}

/** A role for one project, or none of its own. */
export function withRole({ isLimited, roles }: ProjectAccess, ref: string, role: string | null): ProjectAccess {
  const { [ref]: _before, ...others } = roles
  return { isLimited, roles: role === null ? others : { ...others, [ref]: role } }
}

export function toEntries({ roles }: ProjectAccess): ProjectRoleEntry[] {
  return Object.entries(roles)
    .map(([ref, role]) => ({ project_ref: ref, role }))
    .toSorted((a, b) => a.project_ref.localeCompare(b.project_ref))
}

export function isSameAccess(a: ProjectAccess, b: ProjectAccess): boolean {
  return a.isLimited === b.isLimited && JSON.stringify(toEntries(a)) === JSON.stringify(toEntries(b))
}

/** In a few words, for a list; null where there is nothing to be said. */
export function accessText({ is_limited: isLimited, project_roles: { length } }: Pick<Member, 'is_limited' | 'project_roles'>): string | null {
  const projects = accessCopy.count(length)
  if (isLimited) return length === 0 ? accessCopy.none : accessCopy.only(projects)
  return length === 0 ? null : accessCopy.differs(projects)
}
