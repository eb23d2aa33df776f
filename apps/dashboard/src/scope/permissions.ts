import { isAllowed as holds, type Permission } from '@colonnade/contracts/foundation/permissions'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { organizationQuery, projectQuery } from './queries.ts'

/** Whether the signed-in person may do something in an organization. The server says what; this only looks it up. */
export function isAllowed(organization: Pick<Organization, 'permissions'>, permission: Permission): boolean {
  return holds(organization.permissions, permission)
}

/** What the person may do in a project: where the role differs there, what that one allows. A branch is its project's. */
export function permissionsIn(
  organization: Pick<Organization, 'permissions' | 'project_permissions'>,
  { ref, parent_project_ref: parent }: Pick<Project, 'ref' | 'parent_project_ref'>,
): readonly Permission[] {
  return organization.project_permissions[parent ?? ref] ?? organization.permissions
}

/** Whether the person may do something in a project; its route's loader has fetched both. */
export function useIsAllowed(ref: string): (permission: Permission) => boolean {
  const { data: project } = useSuspenseQuery(projectQuery(ref))
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  return (permission) => holds(permissionsIn(organization, project), permission)
}

/**
 * Returns whether the person can change the database on this page. If their role changes while a form is open, the form stays with its
 * content and reports itself that it cannot be submitted.
 */
export function useMayWrite(ref: string, isFormOpen: boolean): boolean {
  const isAllowedNow = useIsAllowed(ref)('database:write')
  const [mayWrite, setMayWrite] = useState(isAllowedNow)
  if (mayWrite !== isAllowedNow && (isAllowedNow || !isFormOpen)) setMayWrite(isAllowedNow)
  return mayWrite
}

/** Whether 'New organization' is offered (spec §6): to who holds organizations:create anywhere, and to who belongs nowhere yet. */
export function mayCreateOrganization(organizations: readonly Pick<Organization, 'permissions'>[]): boolean {
  return organizations.length === 0 || organizations.some((organization) => isAllowed(organization, 'organizations:create'))
}
