import { Button, Skeleton, Tabs } from '@colonnade/ui'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Archive, Inbox } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { listHeightPx } from './limits.ts'
import { messages } from './messages.ts'
import { useArchiveAllNotifications } from './mutations.ts'
import { NotificationItem } from './notification-item.tsx'
import { notificationListQuery, type Box } from './queries.ts'

export function NotificationPanel({ onLeave }: { readonly onLeave: () => void }) {
  const [box, setBox] = useState<Box>('inbox')
  const archiveAll = useArchiveAllNotifications()
  const { data: inbox } = useInfiniteQuery(notificationListQuery('inbox'))
  const isEmpty = inbox?.pages.every((page) => page.items.length === 0) ?? true
  return (
    <div className="flex flex-col">
      <div className="flex h-10 items-center justify-between px-3">
        <h2 className="font-medium">Notifications</h2>
        {box === 'inbox' && (
          <Button size="sm" variant="ghost" isPending={archiveAll.isPending} disabled={isEmpty} onClick={() => archiveAll.mutate()}>
            Archive all
          </Button>
        )}
      </div>
      <Tabs
        label="Notifications"
        value={box}
        onValueChange={setBox}
        tabs={[
          { value: 'inbox', label: 'Inbox', content: <BoxList box="inbox" onLeave={onLeave} /> },
          { value: 'archived', label: 'Archived', content: <BoxList box="archived" onLeave={onLeave} /> },
        ]}
      />
    </div>
  )
}

function BoxList({ box, onLeave }: { readonly box: Box; readonly onLeave: () => void }) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(notificationListQuery(box))
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <div className="overflow-y-auto" style={{ height: listHeightPx }}>
      {error && !items && <ErrorNotice error={new Error(messages.listFailed)} onRetry={() => void refetch()} className="m-3" />}
      {!items && !error && <Loading />}
      {items?.length === 0 && (
        <div className="flex h-full flex-col items-center justify-center gap-2 text-faint">
          {box === 'inbox' ? (
            <Inbox aria-hidden className="size-6" strokeWidth={1.25} />
          ) : (
            <Archive aria-hidden className="size-6" strokeWidth={1.25} />
          )}
          <p>{box === 'inbox' ? messages.inboxEmpty : messages.archiveEmpty}</p>
        </div>
      )}
      {items && items.length > 0 && (
        <ul>
          {items.map((notification) => (
            <NotificationItem key={notification.id} notification={notification} onLeave={onLeave} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div className="flex justify-center p-2">
          <Button size="sm" variant="ghost" isPending={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </div>
  )
}

function Loading() {
  return (
    <output aria-label="Loading notifications" className="flex flex-col gap-4 p-4">
      {['a', 'b', 'c'].map((key) => (
        <div key={key} className="flex flex-col gap-2">
          <Skeleton className="w-2/3" />
          <Skeleton className="h-3 w-full" />
        </div>
      ))}
    </output>
  )
}
