import type { FunctionSchedule } from '@colonnade/contracts/functions/function-schedules'
import { Badge, Button, ConfirmDialog, EmptyState, IconButton, RelativeTime, Skeleton, Switch, toast } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { ItemRow } from '../../../lib/lists/item-row.tsx'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { durationText } from '../duration.ts'
import { toneOf } from '../logs/invocations-tab.tsx'
import { scheduleText } from '../messages.ts'
import { schedulesQuery, useScheduleCall } from './schedule-calls.ts'
import { ScheduleDialog } from './schedule-dialog.tsx'

export interface SchedulesTabProps {
  readonly projectRef: string
  readonly slug: string
}

type Open = { readonly kind: 'none' } | { readonly kind: 'form' | 'delete'; readonly schedule: FunctionSchedule } | { readonly kind: 'new' }

/** Lists the schedules of a function. */
export function SchedulesTab({ projectRef, slug }: SchedulesTabProps) {
  const mayChange = useIsAllowed(projectRef)('project_edge_function:all')
  const { data, error, refetch } = useQuery(schedulesQuery(projectRef))
  const [open, setOpen] = useState<Open>({ kind: 'none' })
  const call = useScheduleCall(projectRef)
  const close = () => setOpen({ kind: 'none' })
  const schedules = data?.filter((schedule) => schedule.function_slug === slug)
  const create = mayChange && (
    <Button variant="primary" className="self-start" onClick={() => setOpen({ kind: 'new' })}>
      <Plus aria-hidden />
      {scheduleText.create}
    </Button>
  )
  return (
    <div className="flex max-w-4xl flex-col gap-4 px-4 py-6 md:px-8">
      {schedules === undefined ? (
        error === null ? (
          <output aria-label={scheduleText.loading}>
            <Skeleton className="h-12 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} subject={scheduleText.loadFailed} onRetry={() => void refetch()} />
        )
      ) : schedules.length === 0 ? (
        <EmptyState icon={<CalendarClock aria-hidden />} title={scheduleText.empty.title} action={create}>
          {scheduleText.empty.text}
        </EmptyState>
      ) : (
        <>
          {create}
          <ul aria-label={scheduleText.list} className="ruled rounded-lg border bg-surface">
            {schedules.map((schedule) => (
              <ItemRow
                key={schedule.id}
                title={
                  <>
                    <span className="font-mono text-xs font-medium">{schedule.cron}</span>
                    <span className="min-w-0 truncate font-mono text-xs text-soft">{schedule.path}</span>
                    {schedule.last_status !== null && <Badge tone={toneOf(schedule.last_status)}>{schedule.last_status}</Badge>}
                  </>
                }
                facts={
                  <>
                    {schedule.next_at !== null && (
                      <span>
                        {scheduleText.next} {new Date(schedule.next_at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}
                      </span>
                    )}
                    {schedule.last_at !== null && (
                      <span>
                        {scheduleText.last} <RelativeTime value={schedule.last_at} />
                        {schedule.last_duration_ms !== null && ` (${durationText(schedule.last_duration_ms)})`}
                      </span>
                    )}
                    {schedule.last_problem !== null && <span className="text-danger">{schedule.last_problem}</span>}
                  </>
                }
                actions={
                  mayChange && (
                    <span className="flex items-center gap-1">
                      <Switch
                        isOn={schedule.is_enabled}
                        disabled={call.isPending}
                        label={<span className="sr-only">{scheduleText.isOn(schedule.cron)}</span>}
                        onChange={(is_enabled) => call.mutate({ kind: 'update', id: schedule.id, changes: { is_enabled } })}
                      />
                      <IconButton
                        label={scheduleText.editOf(schedule.cron)}
                        onClick={() => setOpen({ kind: 'form', schedule })}
                        className="[&_svg]:size-3.5"
                      >
                        <Pencil aria-hidden />
                      </IconButton>
                      <IconButton
                        label={scheduleText.deleteOf(schedule.cron)}
                        onClick={() => setOpen({ kind: 'delete', schedule })}
                        className="[&_svg]:size-3.5"
                      >
                        <Trash2 aria-hidden />
                      </IconButton>
                    </span>
                  )
                }
              />
            ))}
          </ul>
        </>
      )}
      {call.error !== null && open.kind === 'none' && <ErrorNotice error={call.error} subject={scheduleText.changeFailed} />}
      {(open.kind === 'new' || open.kind === 'form') && (
        <ScheduleDialog projectRef={projectRef} slug={slug} schedule={open.kind === 'form' ? open.schedule : null} onClose={close} />
      )}
      {open.kind === 'delete' && (
        <ConfirmDialog
          isOpen
          onOpenChange={(isOpen) => !isOpen && close()}
          title={scheduleText.deleteTitle}
          description={scheduleText.deleteText(open.schedule.cron)}
          confirmLabel={scheduleText.deleteAction}
          isDanger
          onConfirm={async () => {
            await call.mutateAsync({ kind: 'remove', id: open.schedule.id })
            toast.success(scheduleText.deleted)
          }}
        />
      )}
    </div>
  )
}
