import { buttonClass, EmptyState } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Box, Building2, Plus } from 'lucide-react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationsQuery, projectsQuery } from '../../scope/queries.ts'
import { NewProjectButton } from './list/new-project-button.tsx'
import { ProjectBrowser } from './list/project-browser.tsx'
import { listPollMs, type ProjectSearch } from './list/search.ts'
import { allProjectsText } from './messages.ts'

export interface AllProjectsProps {
  readonly search: ProjectSearch
  readonly onSearch: (next: ProjectSearch) => void
}

/** Every project of every organization that one belongs to. */
export function AllProjects({ search, onSearch }: AllProjectsProps) {
  useTitle('Projects')
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const { data: projects } = useSuspenseQuery({ ...projectsQuery, refetchInterval: ({ state }) => listPollMs(state.data) })
  const open = organizations.filter((organization) => isAllowed(organization, 'projects:create'))
  // who looks at one organization means that one
  const filtered = open.filter(({ slug }) => slug === search.org)
  const newButton = <NewProjectButton organizations={filtered.length > 0 ? filtered : open} />
  return (
    <Page title={allProjectsText.projects} actions={projects.length > 0 && newButton}>
      {organizations.length === 0 && (
        <EmptyState
          icon={<Building2 aria-hidden />}
          title={allProjectsText.createFirstOrganization}
          action={
            <Link to={paths.newOrganization} className={buttonClass({ variant: 'primary' })}>
              <Plus aria-hidden />
              {allProjectsText.newOrganization}
            </Link>
          }
        >
          {allProjectsText.organizationHint}
        </EmptyState>
      )}
      {organizations.length > 0 && projects.length === 0 && (
        <EmptyState
          icon={<Box aria-hidden />}
          title={open.length > 0 ? allProjectsText.createFirstProject : allProjectsText.noProjectsYet}
          action={newButton}
        >
          {open.length > 0 ? allProjectsText.projectHint : allProjectsText.noPermission}
        </EmptyState>
      )}
      {projects.length > 0 && <ProjectBrowser projects={projects} organizations={organizations} search={search} onSearch={onSearch} />}
    </Page>
  )
}
