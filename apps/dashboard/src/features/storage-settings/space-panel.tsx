import { Button, Panel, PanelContent, PanelHeader, Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { AppLink } from '../../lib/links/app-link.tsx'
import { paths } from '../../paths.ts'
import { bucketsQuery } from '../../scope/storage/buckets.ts'
import { useProject } from '../../scope/use-project.ts'
import { spaceText } from './messages.ts'

/** Shows the size of each bucket, the largest first. */
export function SpacePanel({ projectRef }: { readonly projectRef: string }) {
  const { status, sleep } = useProject(projectRef)
  // loading wakes the project, so it waits for a click
  const [isAsked, setIsAsked] = useState(false)
  const isEnabled = status === 'ACTIVE_HEALTHY' && (sleep === 'awake' || isAsked)
  const { data, error, refetch } = useQuery({ ...bucketsQuery(projectRef), enabled: isEnabled })
  const full = data?.buckets.filter(({ files }) => files !== 0).toSorted((a, b) => (b.bytes ?? Infinity) - (a.bytes ?? Infinity))
  const most = full?.[0]?.bytes ?? 0
  return (
    <Panel label={spaceText.title}>
      <PanelHeader title={spaceText.title} description={spaceText.description} />
      <PanelContent>
        {full !== undefined ? (
          full.length === 0 ? (
            <p className="text-soft">{spaceText.none}</p>
          ) : (
            <ul className="flex flex-col gap-3">
              {full.map(({ id, name, files, bytes }) => (
                <li key={id} className="flex flex-col gap-1">
                  <div className="flex items-baseline justify-between gap-3">
                    <AppLink href={paths.project.bucket(projectRef, id)} className="min-w-0 truncate font-medium hover:text-accent">
                      {name}
                    </AppLink>
                    <span className="shrink-0 text-xs text-soft tabular-nums">
                      {files === null || bytes === null ? spaceText.notCounted : spaceText.content(files, bytes)}
                    </span>
                  </div>
                  <div className="h-1 overflow-hidden rounded-full bg-line" aria-hidden>
                    <div
                      className="h-full rounded-full bg-accent"
                      style={{ width: `${most === 0 || bytes === null ? 0 : Math.max(1, (bytes / most) * 100)}%` }}
                    />
                  </div>
                </li>
              ))}
            </ul>
          )
        ) : !isEnabled ? (
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-soft">{spaceText.asleep}</p>
            {status === 'ACTIVE_HEALTHY' && <Button onClick={() => setIsAsked(true)}>{spaceText.wake}</Button>}
          </div>
        ) : error === null ? (
          <output aria-label={spaceText.loading}>
            <Skeleton className="h-16 w-full" />
          </output>
        ) : (
          <ErrorNotice error={error} subject={spaceText.loadFailed} onRetry={() => void refetch()} />
        )}
      </PanelContent>
    </Panel>
  )
}
