import { EmptyState } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Box } from 'lucide-react'
import type { ReactNode } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../scope/queries.ts'
import { NewProjectButton } from './list/new-project-button.tsx'
import { ProjectBrowser } from './list/project-browser.tsx'
import { listPollMs, type ProjectSearch } from './list/search.ts'
import { organizationProjectsText } from './messages.ts'

export interface OrganizationProjectsProps {
  readonly slug: string
  readonly search: ProjectSearch
  readonly onSearch: (next: ProjectSearch) => void
  /** Above the projects: what their owners should know. */
  readonly notice?: ReactNode
}

/** The projects of one organization. */
export function OrganizationProjects({ slug, search, onSearch, notice }: OrganizationProjectsProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: projects } = useSuspenseQuery({ ...organizationProjectsQuery(slug), refetchInterval: ({ state }) => listPollMs(state.data) })
  useTitle('Projects', organization.name)
  const canCreate = isAllowed(organization, 'projects:create')
  const newButton = <NewProjectButton organizations={canCreate ? [organization] : []} />
  return (
    <Page title={organizationProjectsText.projects} actions={projects.length > 0 && newButton}>
      {notice}
      {projects.length === 0 ? (
        <EmptyState
          icon={<Box aria-hidden />}
          title={canCreate ? organizationProjectsText.createFirstProject : organizationProjectsText.noProjectsYet}
          action={canCreate && newButton}
        >
          {canCreate ? organizationProjectsText.projectHint : organizationProjectsText.noPermission}
        </EmptyState>
      ) : (
        <ProjectBrowser projects={projects} search={search} onSearch={onSearch} />
      )}
    </Page>
  )
}
