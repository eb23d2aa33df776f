import type { Project } from '@colonnade/contracts/projects/projects'
import type { Sleep } from '@colonnade/contracts/projects/sleeps'
import { Button, Card, RelativeTime } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Moon } from 'lucide-react'
import { useEffect } from 'react'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { useIsVisible } from '../../../lib/use-is-visible.ts'
import { paths } from '../../../paths.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { projectQuery } from '../../../scope/queries.ts'
import { asleepPollMs, sleepsShown } from '../limits.ts'
import { sleepCardText } from './messages.ts'
import { sleepsQuery, useWake } from './sleep-queries.ts'
import { causeText, durationText, savingText, sleptSeconds } from './sleep-words.ts'

/** Shows that a project is asleep, with a button to wake it up, recent wake-ups and the memory saved. */
export function SleepCard({ project }: { readonly project: Project }) {
  const isAwake = project.sleep === 'awake'
  const isVisible = useIsVisible()
  const queryClient = useQueryClient()
  const { data, error, dataUpdatedAt, refetch } = useQuery({ ...sleepsQuery(project.ref), refetchInterval: isVisible && !isAwake && asleepPollMs })
  const isAllowed = useIsAllowed(project.ref)
  const wake = useWake(project.ref)
  const last = data?.sleeps[0]
  const isOver = !isAwake && last !== undefined && last.woken_at !== null
  useEffect(() => {
    // someone else woke it up
    if (isOver) void queryClient.invalidateQueries({ ...projectQuery(project.ref), exact: true })
  }, [isOver, project.ref, queryClient])
  const saving = data && savingText(data.saved)
  const over = data?.sleeps.filter(({ woken_at }) => woken_at !== null).slice(0, sleepsShown) ?? []
  return (
    <Card
      {...(isAwake && {
        title: sleepCardText.sleep,
        aside: (
          <Link to={paths.project.general(project.ref)} className="text-xs text-soft hover:text-fg hover:underline">
            {sleepCardText.change}
          </Link>
        ),
      })}
    >
      {!isAwake && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3 border-b px-4 py-4">
          <Moon aria-hidden className="size-6 shrink-0 text-faint" strokeWidth={1.25} />
          <div className="min-w-0 flex-1 basis-72">
            <h2 className="text-base font-medium">{project.sleep === 'waking' ? sleepCardText.wakingUp : sleepCardText.projectAsleep}</h2>
            <p className="text-soft">
              {project.slept_at !== null && (
                <>
                  {sleepCardText.idleSince} <RelativeTime value={project.slept_at} />.{' '}
                </>
              )}
              {sleepCardText.wakesUpFirstConnection}
            </p>
          </div>
          {isAllowed('database:read') && (
            <Button variant="primary" isPending={wake.isPending} onClick={() => wake.mutate()}>
              {sleepCardText.wakeUp}
            </Button>
          )}
        </div>
      )}
      {wake.error && <ErrorNotice error={wake.error} subject={sleepCardText.failedWakeUpProject} className="m-4" />}
      {!data && error && <ErrorNotice error={error} subject={sleepCardText.failedLoadSleepHistory} onRetry={() => void refetch()} className="m-4" />}
      {saving && <p className="px-4 py-3 text-soft">{saving}</p>}
      {over.length > 0 && (
        <ul aria-label={sleepCardText.recentWakeUps} className="ruled border-t">
          {over.map((sleep) => (
            <PastSleep key={sleep.id} sleep={sleep} now={dataUpdatedAt} />
          ))}
        </ul>
      )}
    </Card>
  )
}

function PastSleep({ sleep, now }: { readonly sleep: Sleep; readonly now: number }) {
  const { woken_at, woken_by, wake_ms, problem } = sleep
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-0.5 px-4 py-2.5">
      <span className="min-w-0 flex-1 basis-48">
        <span className="wrap-anywhere" title={woken_by?.what}>
          {woken_by === null ? sleepCardText.wokenUp : causeText(woken_by)}
        </span>
        <span className="block text-xs text-faint tabular-nums">
          {problem ?? sleepCardText.after(durationText(sleptSeconds(sleep, now)), wake_ms)}
        </span>
      </span>
      {woken_at !== null && (
        <span className="text-xs text-faint">
          <RelativeTime value={woken_at} />
        </span>
      )}
    </li>
  )
}
