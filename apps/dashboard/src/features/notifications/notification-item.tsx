import type { Notification } from '@colonnade/contracts'
import { Badge, IconButton, RelativeTime } from '@colonnade/ui'
import { Link } from '@tanstack/react-router'
import { Archive, ArchiveRestore } from 'lucide-react'
import { paths } from '../../paths.ts'
import { useUpdateNotifications } from './mutations.ts'

export function NotificationItem({ notification, onLeave }: { readonly notification: Notification; readonly onLeave: () => void }) {
  const { id, status, priority, inserted_at, data } = notification
  const update = useUpdateNotifications()
  const isArchived = status === 'archived'
  return (
    <li className="group flex gap-2.5 border-b px-3 py-2.5 last:border-b-0">
      <span aria-label={status === 'new' ? 'Unread' : undefined} role={status === 'new' ? 'img' : undefined} className="mt-1.5 flex w-1.5 shrink-0">
        {status === 'new' && <span className="size-1.5 rounded-full bg-accent" />}
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2 font-medium break-words">
          {data.title}
          {priority !== 'Info' && <Badge tone={priority === 'Critical' ? 'danger' : 'warning'}>{priority}</Badge>}
        </p>
        <p className="break-words text-soft">{data.message}</p>
        <div className="mt-1 flex flex-wrap items-center gap-2 text-xs text-faint">
          <RelativeTime value={inserted_at} />
          {data.actions.map((action) => (
            <ActionLink key={action.label} action={action} projectRef={data.project_ref} onLeave={onLeave} />
          ))}
        </div>
      </div>
      <IconButton
        label={isArchived ? 'Move to inbox' : 'Archive'}
        disabled={update.isPending}
        onClick={() => update.mutate([{ id, status: isArchived ? 'seen' : 'archived' }])}
        className="-mr-1 opacity-60 group-hover:opacity-100 focus-visible:opacity-100"
      >
        {isArchived ? <ArchiveRestore aria-hidden /> : <Archive aria-hidden />}
      </IconButton>
    </li>
  )
}

interface ActionLinkProps {
  readonly action: Notification['data']['actions'][number]
  readonly projectRef: string | null
  readonly onLeave: () => void
}

/** What can be done about it: an address that came with it, or a page that we know. */
function ActionLink({ action, projectRef, onLeave }: ActionLinkProps) {
  const className = 'text-accent hover:underline'
  if (action.action_type === 'open_project' && projectRef !== null) {
    return (
      <Link to={paths.project.home(projectRef)} onClick={onLeave} className={className}>
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
