import { Skeleton } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { ErrorNotice } from '../../../../lib/error-notice.tsx'
import { loaded } from '../../../../lib/late/loaded.ts'
import { useIsVisible } from '../../../../lib/use-is-visible.ts'
import { firstSamplesPollMs, samplesPollMs } from '../../limits.ts'
import { samplesQuery } from '../../queries.ts'
import type { Figure } from './figures.ts'
import { hourOf } from './hour.ts'
import { lastHourText } from './messages.ts'

/** Longest that the chart's code waits for the rest of the page to be done. */
const idleTimeoutMs = 1_000

const loadChart = loaded(() => import('./hour-chart.tsx'), 'HourChart')
const HourChart = lazy(async () => {
  // everything that answers to clicks comes first
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(() => resolve(), { timeout: idleTimeoutMs })
    else setTimeout(resolve)
  })
  return loadChart()
})

const chartPx = 168
/** The chart's own line of values, and the gap below it. */
const headPx = 28
/** A line needs two. */
const minSamples = 2

/** One figure over the last hour, from the readings that the platform takes every minute. */
export function LastHour({ projectRef, figure }: { readonly projectRef: string; readonly figure: Figure }) {
  const isVisible = useIsVisible()
  const { data, error, refetch } = useQuery({
    ...samplesQuery(projectRef),
    refetchInterval: ({ state }) => isVisible && ((state.data?.length ?? 0) < minSamples ? firstSamplesPollMs : samplesPollMs),
  })
  const loading = (
    <output aria-label={lastHourText.loadingLastHour} className="block">
      <Skeleton heightPx={chartPx + headPx} className="rounded-md" />
    </output>
  )
  return (
    <div style={{ minHeight: chartPx + headPx }} className="flex flex-col justify-center">
      {!data && error && <ErrorNotice error={error} subject={lastHourText.failedLoadLastHour} onRetry={() => void refetch()} />}
      {!data && !error && loading}
      {data && data.length < minSamples && (
        <div
          style={{ height: chartPx + headPx }}
          className="flex flex-col items-center justify-center gap-0.5 rounded-md border border-dashed border-strong px-4 text-center"
        >
          <p className="text-soft">{lastHourText.collecting}</p>
          <p className="text-xs text-faint">{lastHourText.firstReadingComesWithin}</p>
        </div>
      )}
      {data && data.length >= minSamples && (
        <Suspense fallback={loading}>
          <HourChart figure={figure} hour={hourOf(data)} heightPx={chartPx} />
        </Suspense>
      )}
    </div>
  )
}
