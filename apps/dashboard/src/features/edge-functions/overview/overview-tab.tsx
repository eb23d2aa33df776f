import { type StatInterval, statIntervals } from '@colonnade/contracts/functions/function-logs'
import { Panel, PanelContent, PanelHeader, SegmentedControl, Skeleton, StatGrid, StatTile } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { formatNumber } from '../../../lib/bytes.ts'
import { ErrorNotice } from '../../../lib/error-notice.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { AppLink } from '../../../lib/links/app-link.tsx'
import { paths } from '../../../paths.ts'
import { durationText } from '../duration.ts'
import { limitId } from '../limit-id.ts'
import { overviewText } from '../messages.ts'
import { statsQuery } from '../queries.ts'

const LateCharts = lazy(loaded(() => import('./overview-charts.tsx'), 'OverviewCharts'))

const intervals = Object.keys(statIntervals) as StatInterval[]
const overLimit = 546

export interface OverviewTabProps {
  readonly projectRef: string
  readonly slug: string
}

/** Shows how often a function is called, how it responds, and what it uses. */
export function OverviewTab({ projectRef, slug }: OverviewTabProps) {
  const [interval, setInterval] = useState<StatInterval>('1hr')
  const { data, error, refetch } = useQuery({ ...statsQuery(projectRef, interval, slug), placeholderData: (previous) => previous })
  const stats = data?.functions[0]
  const tile = (value: string | undefined) => (data === undefined ? undefined : (value ?? null))
  return (
    <div className="flex flex-col gap-5 px-4 py-4 md:px-8">
      <SegmentedControl<StatInterval>
        label={overviewText.period}
        className="self-start"
        value={interval}
        onValueChange={setInterval}
        options={intervals.map((value) => ({ value, label: overviewText.periods[value] }))}
      />
      {error !== null && data === undefined ? (
        <ErrorNotice error={error} subject={overviewText.loadFailed} onRetry={() => void refetch()} />
      ) : (
        <>
          <StatGrid label={overviewText.invocations} className="max-md:[&>:last-child]:col-span-2 md:grid-cols-5">
            <StatTile label={overviewText.invocations} value={tile(formatNumber(stats?.calls ?? 0))} />
            <StatTile label={overviewText.errors} value={tile(formatNumber(stats?.errors ?? 0))} />
            <StatTile label={overviewText.p50} value={tile(stats && durationText(stats.p50_ms))} />
            <StatTile label={overviewText.p95} value={tile(stats && durationText(stats.p95_ms))} />
            <StatTile label={overviewText.coldStarts} value={tile(formatNumber(stats?.cold_starts ?? 0))} />
          </StatGrid>
          <Suspense fallback={<Skeleton className="h-40 w-full" />}>
            <LateCharts times={data?.times ?? []} stats={stats} isLoading={data === undefined} />
          </Suspense>
          <Panel>
            <PanelHeader title={overviewText.byCode} />
            {stats === undefined || stats.codes.length === 0 ? (
              <PanelContent className="text-soft">{overviewText.noErrors}</PanelContent>
            ) : (
              <ul className="ruled">
                {stats.codes.map(({ status, code, calls }) => (
                  <li key={`${status} ${code}`} className="flex items-center gap-3 px-4 py-2">
                    <span className="w-10 tabular-nums">{status}</span>
                    <span className="min-w-0 flex-1 font-mono text-xs wrap-anywhere text-soft">{code ?? ''}</span>
                    {status === overLimit && (
                      <AppLink
                        href={`${paths.project.edgeFunction(projectRef, slug, 'settings')}#${limitId('memory')}`}
                        className="text-xs text-accent hover:underline"
                      >
                        {overviewText.limits}
                      </AppLink>
                    )}
                    <span className="tabular-nums">{formatNumber(calls)}</span>
                  </li>
                ))}
              </ul>
            )}
          </Panel>
          <p className="text-xs text-faint">{overviewText.bounded}</p>
        </>
      )}
    </div>
  )
}
