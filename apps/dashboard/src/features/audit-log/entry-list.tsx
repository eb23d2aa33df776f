import type { AuditEntry as Entry, AuditPage } from '@colonnade/contracts/organizations/audit-log'
import { Button, Skeleton } from '@colonnade/ui'
import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AuditEntry, type AuditEntryProps } from './audit-entry.tsx'

export interface EntryListProps extends Pick<AuditEntryProps, 'onActor' | 'onProject'> {
  readonly query: UseInfiniteQueryResult<InfiniteData<AuditPage>>
  /** In place of a list without entries. */
  readonly empty: ReactNode
}

/** What was done, day by day, newest first; older entries come a page at a time. */
export function EntryList({ query, empty, onActor, onProject }: EntryListProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const entries = data?.pages.flatMap(({ items }) => items)
  if (entries === undefined) {
    return error ? <ErrorNotice error={error} subject="Failed to load the audit log" onRetry={() => void refetch()} /> : <Loading />
  }
  if (entries.length === 0) return empty
  return (
    <div className="flex flex-col gap-4">
      {byDay(entries).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h2 className="pb-1.5 text-xs font-medium text-faint">{day}</h2>
          <ul className="flex flex-col ruled overflow-hidden rounded-lg border bg-surface">
            {ofDay.map((entry) => (
              <li key={entry.id}>
                <AuditEntry entry={entry} onActor={onActor} onProject={onProject} />
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
          <Skeleton className="w-1/3" />
          <Skeleton className="w-16" />
        </div>
      ))}
    </output>
  )
}
