import { Button, Card, cn, RelativeTime, Skeleton, Spinner, StatusDot } from '@colonnade/ui'
import { Check, X } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { eventsShown } from '../limits.ts'
import { statusLooks } from '../../../lib/texts/project-status.ts'
import { formatDuration } from '../../../lib/texts/duration.ts'
import { eventLog, type LogEntry } from './event-log.ts'
import { eventsCardText } from './messages.ts'
import type { ProjectEvents } from './use-project-events.ts'

/** What happened to the project, newest first, live. */
export function EventsCard({ events, error, retry }: ProjectEvents) {
  const [isAll, setIsAll] = useState(false)
  const log = eventLog(events)
  const shown = isAll ? log : log.slice(0, eventsShown)
  return (
    <Card title={eventsCardText.recentEvents}>
      {error && <ErrorNotice error={error} onRetry={retry} className="m-4" />}
      {log.length === 0 && !error && (
        <output aria-label={eventsCardText.loadingEvents} className="flex flex-col gap-3 p-4">
          <Skeleton className="w-48" />
          <Skeleton className="w-64" />
          <Skeleton className="w-40" />
        </output>
      )}
      <ol aria-label={eventsCardText.events}>
        {shown.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {log.length > eventsShown && (
        <div className="border-t p-1.5 text-center">
          <Button size="sm" variant="ghost" onClick={() => setIsAll(!isAll)}>
            {isAll ? eventsCardText.showLess : eventsCardText.showAll(log.length)}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Entry({ entry }: { readonly entry: LogEntry }) {
  const look = statusLooks[entry.status]
  const isStatus = entry.kind === 'status'
  return (
    <li className={cn('flex min-h-8 items-center gap-3 border-b px-4 py-1 last:border-b-0', !isStatus && 'text-soft')}>
      <span className="flex w-4 shrink-0 justify-center">
        {isStatus && <StatusDot tone={look.tone} />}
        {!isStatus && entry.state === 'running' && <Spinner />}
        {!isStatus && entry.state === 'done' && <Check aria-hidden className="size-3.5 text-faint" />}
        {!isStatus && entry.state === 'failed' && <X aria-hidden className="size-3.5 text-danger" />}
      </span>
      <span className="min-w-0 flex-1">
        <span className={cn(isStatus && 'font-medium')}>{isStatus ? look.label : entry.label}</span>
        {entry.message !== null && (
          <span className={cn('block text-xs break-words', entry.state === 'failed' ? 'text-danger' : 'text-faint')}>{entry.message}</span>
        )}
      </span>
      {entry.durationMs !== null && <span className="text-xs text-faint tabular-nums max-sm:hidden">{formatDuration(entry.durationMs)}</span>}
      <RelativeTime value={entry.at} className="w-24 text-right text-xs text-faint" />
    </li>
  )
}
