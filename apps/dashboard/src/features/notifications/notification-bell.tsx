import { BottomSheet, cn, IconButton, Popover, Spinner } from '@colonnade/ui'
import { useLocation } from '@tanstack/react-router'
import { Bell } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { loaded } from '../../lib/late/loaded.ts'
import { useIsNarrow } from '../../lib/use-is-narrow.ts'
import { listHeightPx, maxChanges } from './limits.ts'
import { bellText } from './messages.ts'
import { useUpdateNotifications } from './mutations.ts'
import { useLiveSummary } from './use-live-summary.ts'

const NotificationPanel = lazy(loaded(() => import('./notification-panel.tsx'), 'NotificationPanel'))

/** What happened while one was away. Opening it reads; closing it marks what was shown as seen (spec §4). */
export function NotificationBell() {
  const isNarrow = useIsNarrow()
  const pathname = useLocation({ select: (location) => location.pathname })
  const summary = useLiveSummary()
  const update = useUpdateNotifications()
  const [isOpen, setIsOpen] = useState(false)
  const [viewed, setViewed] = useState<ReadonlySet<string>>(new Set())
  const unread = summary?.unread_count ?? 0

  const changeOpen = (next: boolean) => {
    setIsOpen(next)
    if (next || viewed.size === 0) return
    const changes = [...viewed].map((id) => ({ id, status: 'seen' as const, if_status: 'new' as const }))
    for (let from = 0; from < changes.length; from += maxChanges) update.mutate(changes.slice(from, from + maxChanges))
    setViewed(new Set())
  }
  // leaves out items that the person archived or marked in the meantime
  const view = (ids: readonly string[], isSeen: boolean) =>
    setViewed((known) => new Set(isSeen ? [...known, ...ids] : [...known].filter((id) => !ids.includes(id))))
  const panel = (
    <Suspense fallback={<Opening />}>
      <NotificationPanel onLeave={() => changeOpen(false)} onViewed={view} />
    </Suspense>
  )
  const trigger = (
    <IconButton
      label={unread === 0 ? bellText.notifications : bellText.unread(unread)}
      hasTooltip={false}
      className="relative"
      {...(isNarrow && { onClick: () => setIsOpen(true) })}
    >
      <Bell aria-hidden />
      {unread > 0 && (
        <span
          aria-hidden
          data-tone={toneOf(summary)}
          className={cn(
            'absolute top-0.5 right-0.5 h-3.5 min-w-3.5 rounded-full bg-accent-solid px-0.5 text-center text-[9px] leading-3.5 font-semibold text-on-accent',
            'data-[tone=critical]:bg-danger-solid data-[tone=warning]:bg-warning data-[tone=warning]:text-canvas',
          )}
        >
          {unread > 99 ? '99+' : unread}
        </span>
      )}
    </IconButton>
  )
  if (isNarrow) {
    return (
      <>
        {trigger}
        <BottomSheet title={bellText.notifications} isOpen={isOpen} onOpenChange={changeOpen} closeOn={pathname}>
          {panel}
        </BottomSheet>
      </>
    )
  }
  return (
    <Popover label={bellText.notifications} align="end" className="w-[26rem]" isOpen={isOpen} onOpenChange={changeOpen} trigger={trigger}>
      {panel}
    </Popover>
  )
}

/** The gravest of what is unread. */
function toneOf(summary: { readonly has_critical: boolean; readonly has_warning: boolean } | undefined): 'critical' | 'warning' | 'usual' {
  return summary?.has_critical ? 'critical' : summary?.has_warning ? 'warning' : 'usual'
}

function Opening() {
  return (
    <output aria-label={bellText.loading} className="flex items-center justify-center text-faint" style={{ height: listHeightPx }}>
      <Spinner />
    </output>
  )
}
