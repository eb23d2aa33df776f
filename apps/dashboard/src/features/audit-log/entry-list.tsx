import type { AuditEntry as Entry } from '@colonnade/contracts/organizations/audit-log'
import { Skeleton } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { LogDays } from '../../lib/log-table/log-days.tsx'
import { PagedList } from '../../lib/paged-list/paged-list.tsx'
import type { Pages } from '../../lib/paged-list/pages.ts'
import { AuditEntry, type AuditEntryProps } from './audit-entry.tsx'
import { auditText } from './messages.ts'

export interface EntryListProps extends Pick<AuditEntryProps, 'onActor' | 'onProject'> {
  readonly pages: Pages<Entry>
  /** Shown while there are no entries. */
  readonly empty: ReactNode
}

/** Entries by day, newest first; older ones load a page at a time. */
export function EntryList({ pages, empty, onActor, onProject }: EntryListProps) {
  return (
    <div className="flex flex-col gap-4">
      <PagedList
        pages={pages}
        label={auditText.list}
        skeleton={<SkeletonEntries />}
        empty={empty}
        subject={auditText.failed}
        moreSubject={auditText.failedOlder}
        moreLabel={auditText.showOlder}
      >
        {(entries) => (
          <LogDays
            entries={entries}
            keyOf={({ id }) => String(id)}
            timeOf={({ at }) => at}
            renderEntry={(entry) => <AuditEntry entry={entry} onActor={onActor} onProject={onProject} />}
          />
        )}
      </PagedList>
    </div>
  )
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
