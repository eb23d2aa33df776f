import { auditKinds, auditSystem, type AuditEntry as Entry, type AuditFormat } from '@colonnade/contracts'
import { Button, EmptyState, Menu, MenuItem, Select, Skeleton } from '@colonnade/ui'
import { useInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Download, ScrollText, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { Page } from '../../lib/page.tsx'
import { followDownload } from '../../lib/save-file.ts'
import { useTitle } from '../../lib/use-title.ts'
import { isAllowed } from '../../scope/permissions.ts'
import { organizationProjectsQuery, organizationQuery } from '../../scope/queries.ts'
import { AuditEntry } from './audit-entry.tsx'
import { kindNames } from './event-words.ts'
import { auditFileAddress, auditLogQuery } from './queries.ts'
import { type AuditSearch, filterOf, periods } from './search.ts'

export interface AuditPageProps {
  readonly slug: string
  readonly search: AuditSearch
  readonly onSearch: (search: AuditSearch) => void
}

const all = 'all'
const minuteMs = 60_000

/** What was done in an organization: who, what, when and from where. */
export function AuditPage({ slug, search, onSearch }: AuditPageProps) {
  const { data: organization } = useSuspenseQuery(organizationQuery(slug))
  const { data: projects } = useSuspenseQuery(organizationProjectsQuery(slug))
  useTitle('Audit log', organization.name)
  const [openedAt] = useState(() => Math.floor(Date.now() / minuteMs) * minuteMs)
  const mayRead = isAllowed(organization, 'audit:read')
  if (!mayRead) {
    return (
      <Page title="Audit log">
        <EmptyState icon={<ScrollText aria-hidden />} title="Not yours to read">
          Owners and administrators of {organization.name} can read what was done in it.
        </EmptyState>
      </Page>
    )
  }
  const filter = filterOf(search, openedAt)
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
        <search aria-label="Entries of the log" className="flex flex-wrap items-center gap-2">
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
          <Select
            label="When"
            className="w-40 max-md:flex-1"
            value={search.days ?? all}
            onValueChange={(days) => change({ days: days === all ? undefined : days })}
            options={[{ value: all, label: 'Any time' }, ...periods]}
          />
          {isFiltered && (
            <Button variant="ghost" onClick={() => onSearch({})}>
              <X aria-hidden />
              Clear filters
            </Button>
          )}
        </search>
        <Entries slug={slug} filter={filter} isFiltered={isFiltered} onSearch={change} />
      </div>
    </Page>
  )
}

interface EntriesProps extends Pick<AuditPageProps, 'slug' | 'onSearch'> {
  readonly filter: ReturnType<typeof filterOf>
  readonly isFiltered: boolean
}

function Entries({ slug, filter, isFiltered, onSearch }: EntriesProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(auditLogQuery(slug, filter))
  const entries = data?.pages.flatMap(({ items }) => items)
  if (entries === undefined) {
    return error ? <ErrorNotice error={error} subject="Failed to load the audit log" onRetry={() => void refetch()} /> : <Loading />
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={<ScrollText aria-hidden />}
        title={isFiltered ? 'Nothing of that was done' : 'Nothing was done yet'}
        action={
          isFiltered && (
            <Button onClick={() => onSearch({ kind: undefined, actor: undefined, project: undefined, days: undefined })}>Clear filters</Button>
          )
        }
      >
        {isFiltered ? 'No entry fits all of the filters.' : 'Every change to the organization and its projects is written here as it is made.'}
      </EmptyState>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      {filter.actor !== undefined && (
        <Button size="sm" className="self-start" onClick={() => onSearch({ actor: undefined })}>
          {filter.actor === auditSystem ? 'Only what happened by itself' : `Only what ${entries[0]!.actor?.username ?? 'one person'} did`}
          <X aria-label="Show everybody’s" />
        </Button>
      )}
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="pb-1.5 text-xs font-medium text-faint">{day}</h2>
          <ul className="flex flex-col ruled overflow-hidden rounded-lg border bg-surface">
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <AuditEntry
                  entry={entry}
                  onActor={(actor) => onSearch({ actor: actor?.id ?? auditSystem })}
                  onProject={(project) => onSearch({ project })}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {error !== null && <ErrorNotice error={error} subject="Failed to load older entries" onRetry={() => void fetchNextPage()} />}
      {hasNextPage && (
        <Button className="self-center" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show older entries
        </Button>
      )}
    </div>
  )
}

/** Entries by the day on which they were written, where one is; in their order. */
function byDay(entries: readonly Entry[]): [day: string, entries: Entry[]][] {
  const days = new Map<string, Entry[]>()
  for (const entry of entries) {
    const day = new Date(entry.at).toLocaleDateString(undefined, { dateStyle: 'full' })
    const own = days.get(day)
    if (own) own.push(entry)
    else days.set(day, [entry])
  }
  return [...days]
}

function Loading() {
  return (
    <output aria-label="Loading the audit log" className="flex flex-col ruled rounded-lg border bg-surface">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <div key={key} className="flex gap-4 px-3 py-2.5">
          <Skeleton className="w-16" />
          <Skeleton className="w-1/3" />
        </div>
      ))}
    </output>
  )
}
