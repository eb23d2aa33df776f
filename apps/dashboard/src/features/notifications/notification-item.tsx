import type { Notification } from '@colonnade/contracts/installation/notifications'
import { Badge, IconButton, RelativeTime } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Check } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { addressOf, pages, paths } from '../../paths.ts'
import { viewedShare } from './limits.ts'
import { messageParts } from './message-parts.ts'
import { itemText } from './messages.ts'
import { useUpdateNotifications } from './mutations.ts'
import type { NotificationPanelProps } from './notification-panel.tsx'

export interface NotificationItemProps {
  readonly notification: Notification
  readonly onLeave: () => void
  readonly onViewed: NotificationPanelProps['onViewed']
}

export function NotificationItem({ notification, onLeave, onViewed }: NotificationItemProps) {
  const { id, status, priority, inserted_at, data } = notification
  const update = useUpdateNotifications()
  const change = (next: 'seen' | 'archived') => {
    onViewed([id], false)
    update.mutate([{ id, status: next }])
  }
  const isArchived = status === 'archived'
  const element = useRef<HTMLDivElement>(null)
  const view = useEffectEvent(() => onViewed([id], true))
  useEffect(() => {
    if (status !== 'new' || element.current === null) return
    // the list holds some that are still below its edge
    const sight = new IntersectionObserver((entries) => entries.some(({ intersectionRatio }) => intersectionRatio >= viewedShare) && view(), {
      threshold: viewedShare,
    })
    sight.observe(element.current)
    return () => sight.disconnect()
  }, [status])
  return (
    <div ref={element} className="group flex gap-2.5 border-b px-3 py-2.5">
      <span
        aria-label={status === 'new' ? itemText.unread : undefined}
        role={status === 'new' ? 'img' : undefined}
        className="mt-1.5 flex w-1.5 shrink-0"
      >
        {status === 'new' && <span className="size-1.5 rounded-full bg-accent" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium break-words">
          {data.title}
          {priority !== 'Info' && <Badge tone={priority === 'Critical' ? 'danger' : 'warning'}>{priority}</Badge>}
        </p>
        <p className="break-words text-soft">
          {messageParts(data.message).map(({ text, at }, index) =>
            at === null ? (
              text
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- the parts of a message stay where they are
              <time key={index} dateTime={at} title={text}>
                {new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'medium' })}
              </time>
            ),
          )}
        </p>
        <div className="mt-1 flex flex-wrap items-center gap-2 text-xs text-faint">
          <RelativeTime value={inserted_at} />
          {data.actions.map((action) => (
            <ActionLink key={action.label} action={action} about={data} onLeave={onLeave} />
          ))}
        </div>
      </div>
      {status === 'new' && (
        <IconButton
          label={itemText.markSeen}
          disabled={update.isPending}
          onClick={() => change('seen')}
          className="-mr-2 opacity-60 group-hover:opacity-100 focus-visible:opacity-100"
        >
          <Check aria-hidden />
        </IconButton>
      )}
      <IconButton
        label={isArchived ? itemText.moveToInbox : itemText.archive}
        disabled={update.isPending}
        onClick={() => change(isArchived ? 'seen' : 'archived')}
        className="-mr-1 opacity-60 group-hover:opacity-100 focus-visible:opacity-100"
      >
        {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
      </IconButton>
    </div>
  )
}

interface ActionLinkProps {
  readonly action: Notification['data']['actions'][number]
  readonly about: Pick<Notification['data'], 'project_ref' | 'org_slug'>
  readonly onLeave: () => void
}

/** Pages that the dashboard knows how to find (see `notificationActionTypes`); null when it lacks what it takes. */
function pageOf(
  action: Notification['data']['actions'][number],
  { project_ref: projectRef, org_slug: slug }: ActionLinkProps['about'],
): { readonly to: string; readonly hash?: string; readonly search?: { readonly panel: 'custom_domain' } } | null {
  switch (action.action_type) {
    case 'open_project':
      return projectRef === null ? null : { to: paths.project.home(projectRef) }
    case 'open_advice':
      return projectRef === null ? null : { to: paths.project.home(projectRef), hash: 'advice' }
    case 'open_backups':
      return projectRef === null ? null : { to: addressOf(pages.database.backups, { ref: projectRef }) }
    case 'open_recovery':
      return projectRef === null ? null : { to: addressOf(pages.database.pitr, { ref: projectRef }) }
    case 'open_branches':
      return projectRef === null ? null : { to: paths.project.branches(projectRef) }
    case 'open_infrastructure':
      return projectRef === null ? null : { to: paths.project.infrastructure(projectRef) }
    case 'open_domain':
      return projectRef === null ? null : { to: addressOf(pages.settings.addons, { ref: projectRef }), search: { panel: 'custom_domain' } }
    case 'open_inbox':
      return { to: paths.installationInbox }
    case 'open_tickets':
      return { to: paths.supportTickets }
    case 'open_documents':
      return slug === null ? null : { to: addressOf(pages.organization.documents, { slug }) }
    case 'open_organization':
      return slug === null ? null : { to: addressOf(pages.organization.general, { slug }) }
    case 'open_integrations':
      return slug === null ? null : { to: addressOf(pages.organization.integrations, { slug }) }
    case 'open_billing':
      return slug === null ? null : { to: addressOf(pages.organization.billing, { slug }) }
    case 'open_installation':
      return { to: paths.installation }
    default:
      return null
  }
}

/** What can be done about it: an address that came with it, or a page that we know. */
function ActionLink({ action, about, onLeave }: ActionLinkProps) {
  const className = 'text-accent hover:underline'
  const page = pageOf(action, about)
  if (page !== null) {
    return (
      <Link {...page} onClick={onLeave} className={className}>
        {action.label}
      </Link>
    )
  }
  if (action.url === undefined || !/^https?:/.test(action.url)) return null
  return (
    <a href={action.url} target="_blank" rel="noreferrer" className={className}>
      {action.label}
    </a>
  )
}
