import { useSuspenseQuery } from '@tanstack/react-query'
import { useEffect, type ReactNode } from 'react'
import { statusLooks } from '../features/projects/status.ts'
import { projectMenu } from '../navigation/project-menu.ts'
import { visible } from '../navigation/visible.ts'
import { paths } from '../paths.ts'
import { rememberOrganization } from '../scope/last-organization.ts'
import { organizationQuery, profileQuery, projectQuery } from '../scope/queries.ts'
import { variant } from '../scope/variant.ts'
import { Shell } from './shell.tsx'

/** How often a project is looked at: while it changes, and otherwise. */
const changingPollMs = 1_000
const settledPollMs = 15_000

export function ProjectLayout({ projectRef, children }: { readonly projectRef: string; readonly children: ReactNode }) {
  const { data: profile } = useSuspenseQuery(profileQuery)
  const { data: project } = useSuspenseQuery({
    ...projectQuery(projectRef),
    refetchInterval: ({ state }) => (state.data && statusLooks[state.data.status].isChanging ? changingPollMs : settledPollMs),
  })
  const { data: organization } = useSuspenseQuery(organizationQuery(project.organization_slug))
  useEffect(() => rememberOrganization(organization.slug), [organization.slug])
  const menu = visible(projectMenu, {
    id: project.ref,
    home: paths.project.home(project.ref),
    isComingUp: project.status === 'COMING_UP',
    permissions: organization.permissions,
    variant,
    disabledFeatures: profile.disabled_features,
    flags: [],
  })
  return (
    <Shell organization={organization} project={project} menu={menu}>
      {children}
    </Shell>
  )
}
