import { auditKinds, auditSystem, type AuditFormat } from '@colonnade/contracts/organizations/audit-log'
import { Button, EmptyState, Menu, MenuItem, Select } from '@colonnade/ui'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download, ScrollText, X } from 'lucide-react'
import { LogFilters } from '../../lib/log-table/log-filters.tsx'
import { PeriodSelect } from '../../lib/log-table/period-select.tsx'
import { useOpenedAt } from '../../lib/log-table/time-range.ts'
import { Page } from '../../lib/page.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { followDownload } from '../../lib/save-file.ts'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../scope/queries.ts'
import { EntryList } from './entry-list.tsx'
import { kindNames } from './event-words.ts'
import { auditFileAddress, auditLogQuery } from './queries.ts'
import { type AuditSearch, filterOf, periods } from './search.ts'

export interface AuditPageProps {
  readonly slug: string
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

const all = 'all'

/** What was done in an organization: who, what, when and from where. */
export function AuditPage({ slug, search, onSearch }: AuditPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: projects } = useSuspenseQuery(organizationProjectsQuery(slug))
  useTitle('Audit log', organization.name)
  const openedAt = useOpenedAt()
  const filter = filterOf(search, openedAt)
  const mayRead = isAllowed(organization, 'audit:read')
  const pages = pagesOf(useInfiniteQuery({ ...auditLogQuery(slug, filter), enabled: mayRead }))
  if (!mayRead) {
    return (
      <Page title="Audit log">
        <EmptyState icon={<ScrollText aria-hidden />} title="Not yours to read">
          Owners and administrators of {organization.name} can read what was done in it.
        </EmptyState>
      </Page>
    )
  }
  const who = pages.items?.[0]?.actor?.username
  const isFiltered = Object.keys(filter).length > 0
  const change = (part: Partial<AuditSearch>) => onSearch({ ...search, ...part })
  const save = (format: AuditFormat) => followDownload(auditFileAddress(slug, filter, format), `${slug}_audit.${format}`)
  const isElsewhere = search.project !== undefined && projects.every(({ ref }) => ref !== search.project)
  return (
    <Page
      title="Audit log"
      description={`What was done in ${organization.name}, by whom and from where. Nobody can change it.`}
      actions={
        <Menu
          align="end"
          trigger={
            <Button>
              <Download aria-hidden />
              Export
            </Button>
          }
        >
          <MenuItem onSelect={() => save('csv')}>CSV</MenuItem>
          <MenuItem onSelect={() => save('ndjson')}>JSON, one entry a line</MenuItem>
        </Menu>
      }
    >
      <div className="flex flex-col gap-4">
        <LogFilters label="Entries of the log" onClear={isFiltered ? () => onSearch({}) : undefined}>
          <Select
            label="About"
            className="w-48 max-md:flex-1"
            value={search.kind ?? all}
            onValueChange={(kind) => change({ kind: kind === all ? undefined : kind })}
            options={[{ value: all, label: 'Everything' }, ...auditKinds.map((value) => ({ value, label: kindNames[value] }))]}
          />
          <Select
            label="Project"
            className="w-48 max-md:flex-1"
            value={search.project ?? all}
            onValueChange={(project) => change({ project: project === all ? undefined : project })}
            options={[
              { value: all, label: 'All projects' },
              ...projects.map(({ ref, name }) => ({ value: ref, label: name })),
              ...(isElsewhere ? [{ value: search.project!, label: search.project! }] : []),
            ]}
          />
          <PeriodSelect periods={periods} value={search.days} onChange={(days) => change({ days })} />
        </LogFilters>
        {filter.actor !== undefined && (
          <Button size="sm" className="self-start" onClick={() => change({ actor: undefined })}>
            {filter.actor === auditSystem ? 'Only what happened by itself' : `Only what ${who ?? 'one person'} did`}
            <X aria-label="Show everybody’s" />
          </Button>
        )}
        <EntryList
          pages={pages}
          empty={
            <EmptyState
              icon={<ScrollText aria-hidden />}
              title={isFiltered ? 'Nothing of that was done' : 'Nothing was done yet'}
              action={isFiltered && <Button onClick={() => onSearch({})}>Clear filters</Button>}
            >
              {isFiltered ? 'No entry fits all of the filters.' : 'Every change to the organization and its projects is written here as it is made.'}
            </EmptyState>
          }
          onActor={(actor) => change({ actor: actor?.id ?? auditSystem })}
          onProject={(project) => change({ project })}
        />
      </div>
    </Page>
  )
}
