import type { FunctionStats } from '@colonnade/contracts/functions/function-logs'
import { TimeSeriesChart, type Series } from '@colonnade/ui/charts'
import { formatBytes } from '../../../lib/bytes.ts'
import { durationText } from '../duration.ts'
import { overviewText } from '../messages.ts'

export interface OverviewChartsProps {
  readonly times: readonly number[]
  /** Undefined for a function without invocations. */
  readonly stats: FunctionStats | undefined
  readonly isLoading: boolean
}

/** Charts the metrics of a function over time. Loaded late, because charts are large. */
export function OverviewCharts({ times, stats, isLoading }: OverviewChartsProps) {
  const steps = stats?.steps
  const charts: readonly {
    readonly label: string
    readonly series: readonly Series[]
    readonly format?: (value: number) => string
    readonly isCounted?: true
    readonly base?: 1024
  }[] = [
    {
      label: overviewText.invocations,
      isCounted: true,
      series: [
        { label: overviewText.succeeded, values: steps?.succeeded ?? [], color: 1 },
        { label: overviewText.refused, values: steps?.refused ?? [], color: 3 },
        { label: overviewText.failed, values: steps?.failed ?? [], color: 4 },
      ],
    },
    {
      label: overviewText.duration,
      format: durationText,
      series: [
        { label: overviewText.p50, values: steps?.p50_ms ?? [] },
        { label: overviewText.p95, values: steps?.p95_ms ?? [] },
      ],
    },
    { label: overviewText.coldStarts, isCounted: true, series: [{ label: overviewText.coldStarts, values: steps?.cold_starts ?? [] }] },
    { label: overviewText.cpu, format: durationText, series: [{ label: overviewText.cpu, values: steps?.cpu_ms ?? [] }] },
    { label: overviewText.memory, format: formatBytes, base: 1024, series: [{ label: overviewText.memory, values: steps?.memory_bytes ?? [] }] },
  ]
  return (
    <div className="grid gap-x-6 gap-y-5 md:grid-cols-2">
      {charts.map(({ label, series, format, isCounted, base }) => (
        <section key={label} aria-label={label} className="min-w-0">
          <h3 className="text-sm font-medium">{label}</h3>
          <TimeSeriesChart
            label={label}
            kind={isCounted ? 'bars' : 'line'}
            isStacked={isCounted === true}
            times={times}
            series={series}
            heightPx={110}
            isLoading={isLoading}
            emptyText={overviewText.none}
            syncId="function"
            {...(base && { base })}
            {...(format && { format })}
          />
        </section>
      ))}
    </div>
  )
}
