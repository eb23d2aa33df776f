import type { AuditEntry as Entry } from '@colonnade/contracts/organizations/audit-log'
import { Skeleton } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import type { Pages } from '../../lib/paged-list/pages.ts'
import { AuditEntry, type AuditEntryProps } from './audit-entry.tsx'

export interface EntryListProps extends Pick<AuditEntryProps, 'onActor' | 'onProject'> {
  readonly pages: Pages<Entry>
  /** In place of a list without entries. */
  readonly empty: ReactNode
}

/** What was done, day by day, newest first; older entries come a page at a time. */
export function EntryList({ pages, empty, onActor, onProject }: EntryListProps) {
  return (
    <div className="flex flex-col gap-4">
      <PagedList
        pages={pages}
        label="the audit log"
        skeleton={<SkeletonEntries />}
        empty={empty}
        subject="Failed to load the audit log"
        moreSubject="Failed to load older entries"
        moreLabel="Show older entries"
      >
        {(entries) =>
          byDay(entries).map(([day, ofDay]) => (
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
          ))
        }
      </PagedList>
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

function SkeletonEntries() {
  return (
    <span className="flex flex-col ruled rounded-lg border bg-surface">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <span key={key} className="flex gap-4 px-3 py-2.5">
          <Skeleton className="w-1/3" />
          <Skeleton className="w-16" />
        </span>
      ))}
    </span>
  )
}
