import { cn, IconButton, Popover } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useState } from 'react'
import { useUpdateNotifications } from './mutations.ts'
import { NotificationPanel } from './notification-panel.tsx'
import { notificationListQuery, notificationSummaryQuery } from './queries.ts'

/** What happened while one was away. Opening it reads; closing it marks what was shown as seen (spec §4). */
export function NotificationBell() {
  const queryClient = useQueryClient()
  const { data: summary } = useQuery(notificationSummaryQuery)
  const update = useUpdateNotifications()
  const [isOpen, setIsOpen] = useState(false)
  const unread = summary?.unread_count ?? 0

  const changeOpen = (next: boolean) => {
    setIsOpen(next)
    if (next) return
    const shown = queryClient.getQueryData(notificationListQuery('inbox').queryKey)?.pages.flatMap((page) => page.items) ?? []
    const changes = shown.filter(({ status }) => status === 'new').map(({ id }) => ({ id, status: 'seen' as const }))
    if (changes.length > 0) update.mutate(changes)
  }

  return (
    <Popover
      label="Notifications"
      align="end"
      className="w-96"
      isOpen={isOpen}
      onOpenChange={changeOpen}
      trigger={
        <IconButton label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`} hasTooltip={false} className="relative">
          <Bell aria-hidden />
          {unread > 0 && (
            <span
              aria-hidden
              className={cn(
                'absolute top-0.5 right-0.5 h-3.5 min-w-3.5 rounded-full px-0.5 text-center text-[9px] leading-3.5 font-semibold',
                summary?.has_critical
                  ? 'bg-danger-solid text-on-accent'
                  : summary?.has_warning
                    ? 'bg-warning text-canvas'
                    : 'bg-accent-solid text-on-accent',
              )}
            >
              {unread > 99 ? '99+' : unread}
            </span>
          )}
        </IconButton>
      }
    >
      <NotificationPanel onLeave={() => changeOpen(false)} />
    </Popover>
  )
}
