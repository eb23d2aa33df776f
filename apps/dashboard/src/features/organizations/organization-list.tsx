import { Badge, buttonClass, EmptyState, SearchInput } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Building2, ChevronRight, Plus } from 'lucide-react'
import { useState } from 'react'
import { Page } from '../../lib/page.tsx'
import { useTitle } from '../../lib/use-title.ts'
import { paths } from '../../paths.ts'
import { organizationsQuery } from '../../scope/queries.ts'

/** Entries from which on a search box helps. */
const searchFrom = 8

export function OrganizationList() {
  useTitle('Organizations')
  const { data: organizations } = useSuspenseQuery(organizationsQuery)
  const [search, setSearch] = useState('')
  const shown = organizations.filter(({ name, slug }) => `${name} ${slug}`.toLowerCase().includes(search.trim().toLowerCase()))
  const newLink = (
    <Link to={paths.newOrganization} className={buttonClass({ variant: 'primary' })}>
      <Plus aria-hidden />
      New organization
    </Link>
  )
  return (
    <Page title="Organizations" actions={organizations.length > 0 && newLink}>
      {organizations.length === 0 && (
        <EmptyState icon={<Building2 aria-hidden />} title="Create your first organization" action={newLink}>
          An organization holds projects and the people who work on them. Its plan and its members are its own.
        </EmptyState>
      )}
      {organizations.length >= searchFrom && (
        <SearchInput
          label="Search organizations"
          placeholder="Search organizations"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
          className="max-w-72"
        />
      )}
      {shown.length > 0 && (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {shown.map(({ slug, name, plan, project_count }) => (
            <li key={slug}>
              <Link
                to={paths.organization.projects(slug)}
                className="group flex items-center gap-3 rounded-lg border bg-surface p-4 transition-colors hover:border-strong"
              >
                <span aria-hidden className="flex size-8 shrink-0 items-center justify-center rounded-md border bg-raised text-faint">
                  <Building2 className="size-4" strokeWidth={1.5} />
                </span>
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-medium">{name}</span>
                  <span className="block text-xs text-faint">
                    {project_count} {project_count === 1 ? 'project' : 'projects'}
                  </span>
                </span>
                <Badge>{plan.name}</Badge>
                <ChevronRight aria-hidden className="size-4 text-faint transition-colors group-hover:text-fg" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      {organizations.length > 0 && shown.length === 0 && <p className="text-soft">No organization matches “{search}”.</p>}
    </Page>
  )
}
