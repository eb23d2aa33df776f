import { buttonClass, EmptyState, IconButton, SearchInput } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Box, LayoutGrid, Plus, Rows3 } from 'lucide-react'
import { useState } from 'react'
import { keep, readKept } from '../../lib/kept.ts'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../scope/queries.ts'
import { changingPollMs, settledPollMs } from './limits.ts'
import { ProjectCards } from './project-cards.tsx'
import { ProjectTable } from './project-table.tsx'
import { statusLooks } from './status.ts'

const shapeKey = 'projects-shape'

export function OrganizationProjects({ slug }: { readonly slug: string }) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: projects } = useSuspenseQuery({
    ...organizationProjectsQuery(slug),
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => statusLooks[status].isChanging) ? changingPollMs : settledPollMs),
  })
  const [search, setSearch] = useState('')
  const [isTable, setIsTable] = useState(() => readKept(shapeKey) === 'table')
  useTitle('Projects', organization.name)

  const words = search.trim().toLowerCase()
  const shown = projects.filter(({ name, ref }) => `${name} ${ref}`.toLowerCase().includes(words))
  const canCreate = isAllowed(organization, 'projects:create')
  const newLink = canCreate && (
    <Link to={paths.newProject(slug)} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden />
      New project
    </Link>
  )
  const chooseShape = (next: boolean) => {
    setIsTable(next)
    keep(shapeKey, next ? 'table' : 'cards')
  }

  return (
    <Page title="Projects" actions={projects.length > 0 && newLink}>
      {projects.length === 0 ? (
        <EmptyState icon={<Box aria-hidden />} title={canCreate ? 'Create your first project' : 'No projects yet'} action={newLink}>
          {canCreate
            ? 'A project is a Postgres cluster of its own, with its own data, roles and password. It is ready in about a second.'
            : 'You may not create projects in this organization. An administrator can.'}
        </EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <div className="flex items-center justify-between gap-2">
            <SearchInput
              label="Search projects"
              placeholder="Search by name or ref"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
              className="w-64"
            />
            <div className="flex gap-0.5">
              <IconButton
                label="Show as cards"
                aria-pressed={!isTable}
                className="aria-pressed:bg-selected aria-pressed:text-fg"
                onClick={() => chooseShape(false)}
              >
                <LayoutGrid aria-hidden />
              </IconButton>
              <IconButton
                label="Show as list"
                aria-pressed={isTable}
                className="aria-pressed:bg-selected aria-pressed:text-fg"
                onClick={() => chooseShape(true)}
              >
                <Rows3 aria-hidden />
              </IconButton>
            </div>
          </div>
          {shown.length === 0 && <p className="py-8 text-center text-soft">No project matches “{search.trim()}”.</p>}
          {shown.length > 0 && (isTable ? <ProjectTable projects={shown} /> : <ProjectCards projects={shown} />)}
        </div>
      )}
    </Page>
  )
}
