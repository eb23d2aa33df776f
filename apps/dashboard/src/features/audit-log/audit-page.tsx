import { auditKinds, auditSystem, type AuditFormat } from '@colonnade/contracts/organizations/audit-log'
import { Button, EmptyState, Menu, MenuItem, Select } from '@colonnade/ui'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download, ScrollText } from 'lucide-react'
import { LogFilters } from '../../lib/log-table/log-filters.tsx'
import { PeriodSelect } from '../../lib/log-table/period-select.tsx'
import { useOpenedAt } from '../../lib/log-table/time-range.ts'
import { Page } from '../../lib/page.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { followDownload } from '../../lib/save-file.ts'
import { useTitle } from '../../lib/use-title.ts'
import { membersQuery } from '../../scope/clients/members-query.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../scope/queries.ts'
import { EntryList } from './entry-list.tsx'
import { auditText, filterText, kindNames } from './messages.ts'
import { personOptions } from './person-options.ts'
import { auditFileAddress, auditLogQuery } from './queries.ts'
import { type AuditSearch, filterOf, periods } from './search.ts'

export interface AuditPageProps {
  readonly slug: string
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

const all = 'all'

/** The audit log of an organization: who did what, when and from where. */
export function AuditPage({ slug, search, onSearch }: AuditPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: projects } = useSuspenseQuery(organizationProjectsQuery(slug))
  const { data: members } = useSuspenseQuery(membersQuery(slug))
  useTitle(auditText.title, organization.name)
  const openedAt = useOpenedAt()
  const filter = filterOf(search, openedAt)
  const mayRead = isAllowed(organization, 'audit:read')
  const pages = pagesOf(useInfiniteQuery({ ...auditLogQuery(slug, filter), enabled: mayRead }))
  if (!mayRead) {
    return (
      <Page title={auditText.title}>
        <EmptyState icon={<ScrollText aria-hidden />} title={auditText.noAccess.title}>
          {auditText.noAccess.text(organization.name)}
        </EmptyState>
      </Page>
    )
  }
  const isFiltered = Object.keys(filter).length > 0
  const change = (part: Partial<AuditSearch>) => onSearch({ ...search, ...part })
  const save = (format: AuditFormat) => followDownload(auditFileAddress(slug, filter, format), `${slug}_audit.${format}`)
  const isElsewhere = search.project !== undefined && projects.every(({ ref }) => ref !== search.project)
  return (
    <Page
      title={auditText.title}
      description={auditText.description(organization.name)}
      actions={
        <Menu
          align="end"
          trigger={
            <Button>
              <Download aria-hidden />
              {auditText.export}
            </Button>
          }
        >
          <MenuItem onSelect={() => save('csv')}>{auditText.exportCsv}</MenuItem>
          <MenuItem onSelect={() => save('ndjson')}>{auditText.exportJson}</MenuItem>
        </Menu>
      }
    >
      <div className="flex flex-col gap-4">
        <LogFilters label={filterText.label} onClear={isFiltered ? () => onSearch({}) : undefined}>
          <Select
            label={filterText.kind}
            className="w-48 max-md:flex-1"
            value={search.kind ?? all}
            onValueChange={(kind) => change({ kind: kind === all ? undefined : kind })}
            options={[{ value: all, label: filterText.allKinds }, ...auditKinds.map((value) => ({ value, label: kindNames[value] }))]}
          />
          <Select
            label={filterText.person}
            className="w-48 max-md:flex-1"
            value={search.actor ?? all}
            onValueChange={(actor) => change({ actor: actor === all ? undefined : actor })}
            options={[{ value: all, label: filterText.allPeople }, ...personOptions(members, pages.items ?? [], search.actor)]}
          />
          <Select
            label={filterText.project}
            className="w-48 max-md:flex-1"
            value={search.project ?? all}
            onValueChange={(project) => change({ project: project === all ? undefined : project })}
            options={[
              { value: all, label: filterText.allProjects },
              ...projects.map(({ ref, name }) => ({ value: ref, label: name })),
              ...(isElsewhere ? [{ value: search.project!, label: search.project! }] : []),
            ]}
          />
          <PeriodSelect periods={periods} value={search.days} onChange={(days) => change({ days })} />
        </LogFilters>
        <EntryList
          pages={pages}
          empty={
            <EmptyState
              icon={<ScrollText aria-hidden />}
              title={isFiltered ? auditText.noMatch.title : auditText.empty.title}
              action={isFiltered && <Button onClick={() => onSearch({})}>{auditText.clear}</Button>}
            >
              {isFiltered ? auditText.noMatch.text : auditText.empty.text}
            </EmptyState>
          }
          onActor={(actor) => change({ actor: actor?.id ?? auditSystem })}
          onProject={(project) => change({ project })}
        />
      </div>
    </Page>
  )
}
