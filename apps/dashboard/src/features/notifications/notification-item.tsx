import type { Notification } from '@colonnade/contracts'
import { Badge, buttonClass, IconButton, RelativeTime } from '@colonnade/ui'
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
          {data.project_ref !== null && (
            <Link to={paths.project.home(data.project_ref)} onClick={onLeave} className="text-accent hover:underline">
              Open project
            </Link>
          )}
          {data.actions.map(
            (action) =>
              action.url !== undefined && (
                <a key={action.label} href={action.url} className={buttonClass({ size: 'sm' })}>
                  {action.label}
                </a>
              ),
          )}
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
