import type { DailyUsage } from '@colonnade/contracts/organizations/usage'
import type { UsageMetricInfo } from '@colonnade/contracts/organizations/usage-metrics'
import { TimeSeriesChart } from '@colonnade/ui/charts'
import { seriesNames } from './daily-series.ts'
import { chartText } from './messages.ts'
import { localMidnight, quantityText } from './usage-words.ts'

/** Days as bars, projects on each other; what has peaks is not added up. Heavy: import it late. */
export function DailyChart({ metric, daily }: { readonly metric: UsageMetricInfo; readonly daily: DailyUsage }) {
  const names = seriesNames(daily)
  const isPeak = metric.kind === 'peak'
  return (
    <TimeSeriesChart
      label={chartText.label(metric.name)}
      times={daily.days.map(localMidnight)}
      series={daily.series.map(({ quantities }, index) => ({ label: names[index]!, values: quantities }))}
      kind={isPeak ? 'line' : 'bars'}
      isStacked={!isPeak}
      base={metric.unit === 'bytes' ? 1024 : 10}
      format={(quantity) => quantityText(metric.unit, quantity)}
      heightPx={150}
      emptyText={chartText.empty}
    />
  )
}
