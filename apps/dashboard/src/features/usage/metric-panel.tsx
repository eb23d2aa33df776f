import type { UsageItem, UsageQuery } from '@colonnade/contracts/organizations/usage'
import { usageMetricOf } from '@colonnade/contracts/organizations/usage-metrics'
import { Button, Panel, PanelContent, PanelHeader, Loading, Skeleton, UsageBar } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ChartColumn, Table2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { loaded } from '../../lib/late/loaded.ts'
import { DailyTable } from './daily-table.tsx'
import { metricText } from './messages.ts'
import { dailyUsageQuery } from './queries.ts'
import { useHasBeenSeen } from './use-has-been-seen.ts'
import { kindText, quantityText } from './usage-words.ts'

const DailyChart = lazy(loaded(() => import('./daily-chart.tsx'), 'DailyChart'))

export interface MetricPanelProps {
  readonly slug: string
  readonly item: UsageItem
  readonly query: UsageQuery
  /** Whether the query covers what plan limits apply to: all projects in a billing period. */
  readonly isOfPlan: boolean
}

/** Shows the usage of one metric, by day and project. */
export function MetricPanel({ slug, item, query, isOfPlan }: MetricPanelProps) {
  const { metric: id, usage, unlimited, pricing_free_units: free, capped } = item
  const metric = usageMetricOf(id)
  const [isTable, setIsTable] = useState(false)
  const [place, isSeen] = useHasBeenSeen<HTMLDivElement>()
  const { data, error, refetch } = useQuery({ ...dailyUsageQuery(slug, { ...query, metric: id }), enabled: isSeen })
  const format = (quantity: number) => quantityText(metric.unit, quantity)
  return (
    <Panel label={metric.name}>
      <PanelHeader
        title={metric.name}
        aside={
          <Button size="sm" variant="ghost" aria-pressed={isTable} onClick={() => setIsTable(!isTable)}>
            {isTable ? <ChartColumn aria-hidden /> : <Table2 aria-hidden />}
            {isTable ? metricText.chart : metricText.table}
            <span className="sr-only">{metricText.of(metric.name)}</span>
          </Button>
        }
      />
      <PanelContent className="flex flex-col gap-4">
        <p className="-mb-1 text-xs text-faint">{metric.description}</p>
        {unlimited || !isOfPlan ? (
          <p className="flex flex-wrap justify-between gap-x-3">
            <span className="font-medium tabular-nums">{format(usage)}</span>
            <span className="text-soft">{kindText(metric)}</span>
          </p>
        ) : (
          <UsageBar label={kindText(metric)} value={usage} max={free} format={format} note={capped ? metricText.capped : metricText.billed} />
        )}
        {data === undefined && error !== null && (
          <ErrorNotice error={error} subject={metricText.failed(metric.name)} onRetry={() => void refetch()} />
        )}
        <div ref={place}>
          {data === undefined && error === null && (
            <Loading label={metric.name}>
              <Skeleton className="h-44 w-full rounded-md" />
            </Loading>
          )}
        </div>
        {data !== undefined &&
          (isTable ? (
            <DailyTable metric={metric} daily={data} />
          ) : (
            <Suspense fallback={<Skeleton className="h-44 w-full rounded-md" />}>
              <DailyChart metric={metric} daily={data} />
            </Suspense>
          ))}
      </PanelContent>
    </Panel>
  )
}
