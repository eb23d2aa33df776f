import { cancelQuery, terminateQuery, type RunningQuery } from '@colonnade/pg-meta/activity'
import { Badge, Button, cn, ConfirmDialog, EmptyState, Loading, Skeleton, toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { CircleStop } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { runSql } from '../../../scope/run-sql.ts'
import { activityRefreshMs } from '../limits.ts'
import { activityQuery } from '../queries.ts'
import { ownProcesses } from '../run/own-processes.ts'
import { activityWords, whoText } from './activity-words.ts'
import { activityListText } from './messages.ts'

type Asking = { readonly what: 'cancel' | 'terminate'; readonly query: RunningQuery }

/** Backends that do something, as they are now. */
export function ActivityList({ projectRef }: { readonly projectRef: string }) {
  const { data: queries, error, refetch } = useQuery({ ...activityQuery(projectRef), refetchInterval: activityRefreshMs })
  const [asking, setAsking] = useState<Asking | null>(null)
  if (queries === undefined) {
    if (error !== null) return <ErrorNotice error={error} subject={activityListText.loadFailed} onRetry={() => void refetch()} className="m-4" />
    return (
      <Loading label={activityListText.loading}>
        <Skeleton className="m-4 h-16" />
      </Loading>
    )
  }
  const own = ownProcesses(projectRef)
  return (
    <>
      {error !== null && <ErrorNotice error={error} subject={activityListText.loadFailed} onRetry={() => void refetch()} className="m-4" />}
      {queries.length === 0 ? (
        <EmptyState title={activityListText.emptyTitle} className="m-4">
          {activityListText.emptyBody}
        </EmptyState>
      ) : (
        <ul aria-label={activityListText.title} className="divide-y divide-line">
          {queries.map((query) => (
            <ActivityItem
              key={query.process_id}
              projectRef={projectRef}
              query={query}
              all={queries}
              isOwn={own.has(query.process_id)}
              onAsk={(what) => setAsking({ what, query })}
            />
          ))}
        </ul>
      )}
      {asking !== null && <Confirmation projectRef={projectRef} {...asking} onClose={() => setAsking(null)} />}
    </>
  )
}

interface ActivityItemProps {
  readonly projectRef: string
  readonly query: RunningQuery
  readonly all: readonly RunningQuery[]
  readonly isOwn: boolean
  readonly onAsk: (what: Asking['what']) => void
}

const tones = { neutral: 'text-soft', warning: 'text-warning', danger: 'text-danger' }

function ActivityItem({ projectRef, query, all, isOwn, onAsk }: ActivityItemProps) {
  const mayChange = useIsAllowed(projectRef)('database:write')
  const { state, tone, notes } = activityWords(query, all)
  return (
    <li className="flex flex-col gap-1 px-4 py-2.5">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className={cn('font-medium tabular-nums', tone !== 'neutral' && tones[tone])}>{state}</span>
        {isOwn && <Badge tone="accent">{activityListText.startedHere}</Badge>}
        <span className="ml-auto flex gap-1">
          {query.state === 'active' && (
            <Button size="sm" disabled={!mayChange} aria-label={activityListText.cancelProcess(query.process_id)} onClick={() => onAsk('cancel')}>
              {activityListText.cancel}
            </Button>
          )}
          <Button size="sm" disabled={!mayChange} aria-label={activityListText.terminateProcess(query.process_id)} onClick={() => onAsk('terminate')}>
            <CircleStop aria-hidden />
            {activityListText.terminate}
          </Button>
        </span>
      </div>
      <p className="text-xs text-faint">
        <span className="font-mono">{query.process_id}</span> · {whoText(query)}
      </p>
      {notes.length > 0 && <p className={cn('text-xs', tones[tone])}>{notes.join('. ')}.</p>}
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={activityListText.queryOf(query.process_id)}
        className="max-h-28 overflow-auto rounded-md border bg-sunken px-2.5 py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap"
      >
        {query.query.trim() === '' ? '—' : query.query}
      </pre>
    </li>
  )
}

function Confirmation({ projectRef, what, query, onClose }: Asking & { readonly projectRef: string; readonly onClose: () => void }) {
  const queryClient = useQueryClient()
  const isCancel = what === 'cancel'
  return (
    <ConfirmDialog
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      isDanger
      title={isCancel ? activityListText.cancelTitle(query.process_id) : activityListText.terminateTitle(query.process_id)}
      description={isCancel ? activityListText.cancelBody : activityListText.terminateBody}
      confirmLabel={isCancel ? activityListText.cancelQuery : activityListText.terminate}
      onConfirm={async () => {
        const { results } = await runSql(projectRef, { query: isCancel ? cancelQuery(query.process_id) : terminateQuery(query.process_id) })
        if (results[0]?.rows[0]?.[0] !== 't') toast.success(activityListText.alreadyEnded(query.process_id))
        await queryClient.invalidateQueries({ queryKey: activityQuery(projectRef).queryKey })
      }}
    >
      <pre className="max-h-28 overflow-auto rounded-md border bg-sunken px-2.5 py-1.5 font-mono text-xs wrap-anywhere whitespace-pre-wrap">
        {query.query}
      </pre>
    </ConfirmDialog>
  )
}
