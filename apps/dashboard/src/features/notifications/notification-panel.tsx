import { Button, Tabs } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, Inbox } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { LongPagedList } from '../../lib/paged-list/long-paged-list.tsx'
import { pagesOf } from '../../lib/paged-list/pages.ts'
import { FilterMenu } from './filter-menu.tsx'
import { countFilters, noFilter, switchBox, type Box, type Filter } from './filter.ts'
import { listHeightPx, moreWithin } from './limits.ts'
import { messages, panelText } from './messages.ts'
import { useArchiveAllNotifications } from './mutations.ts'
import { NotificationItem } from './notification-item.tsx'
import { notificationListQuery } from './queries.ts'

export interface NotificationPanelProps {
  readonly onLeave: () => void
  /** Told of new notifications that came into sight, to be seen when the panel closes; and of those that were dealt with before that. */
  readonly onViewed: (ids: readonly string[], isSeen: boolean) => void
}

export function NotificationPanel({ onLeave, onViewed }: NotificationPanelProps) {
  const [box, setBox] = useState<Box>('inbox')
  const [filter, setFilter] = useState<Filter>(noFilter)
  const archiveAll = useArchiveAllNotifications()
  const { items: inbox = [] } = pagesOf(useInfiniteQuery(notificationListQuery('inbox', noFilter)))
  const list = <BoxList box={box} filter={filter} onClear={() => setFilter(noFilter)} onLeave={onLeave} onViewed={onViewed} />
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex h-10 items-center gap-1 pr-2 pl-3">
        <h2 className="flex-1 font-medium max-md:invisible">{panelText.title}</h2>
        {box === 'inbox' && (
          <Button
            size="sm"
            variant="ghost"
            isPending={archiveAll.isPending}
            disabled={inbox.length === 0}
            onClick={() => {
              onViewed(
                inbox.map(({ id }) => id),
                false,
              )
              archiveAll.mutate()
            }}
          >
            {panelText.archiveAll}
          </Button>
        )}
        <FilterMenu box={box} filter={filter} onChange={setFilter} />
      </div>
      <Tabs
        label={panelText.title}
        value={box}
        onValueChange={(next) => {
          setBox(next)
          setFilter(switchBox(next, filter))
        }}
        tabs={[
          { value: 'inbox', label: panelText.inbox, content: list },
          { value: 'archived', label: panelText.archived, content: list },
        ]}
      />
    </div>
  )
}

interface BoxListProps extends NotificationPanelProps {
  readonly box: Box
  readonly filter: Filter
  readonly onClear: () => void
}

function BoxList({ box, filter, onClear, onLeave, onViewed }: BoxListProps) {
  const pages = pagesOf(useInfiniteQuery(notificationListQuery(box, filter)))
  if (pages.error !== null && pages.items === undefined) {
    return (
      <div style={{ height: listHeightPx }}>
        <ErrorNotice error={new Error(messages.listFailed)} onRetry={pages.retry} className="m-3" />
      </div>
    )
  }
  return (
    <div style={{ height: listHeightPx }}>
      <LongPagedList
        label={box === 'inbox' ? panelText.inbox : panelText.archive}
        className="h-full"
        pages={pages}
        keyOf={({ id }) => id}
        itemPx={92}
        renderItem={(notification) => <NotificationItem notification={notification} onLeave={onLeave} onViewed={onViewed} />}
        failure={messages.listFailed}
        moreWithin={moreWithin}
        empty={<Nothing box={box} isFiltered={countFilters(filter) > 0} onClear={onClear} />}
      />
    </div>
  )
}

function Nothing({ box, isFiltered, onClear }: { readonly box: Box; readonly isFiltered: boolean; readonly onClear: () => void }) {
  const Icon = box === 'inbox' ? Inbox : Archive
  return (
    <div className="flex flex-col items-center justify-center gap-2 text-faint" style={{ height: listHeightPx }}>
      <Icon aria-hidden className="size-6" strokeWidth={1.25} />
      <p>{isFiltered ? panelText.noMatch : box === 'inbox' ? messages.inboxEmpty : messages.archiveEmpty}</p>
      {isFiltered && (
        <Button size="sm" onClick={onClear}>
          {panelText.clearFilters}
        </Button>
      )}
    </div>
  )
}
