import { TimeSeriesChart, type Series } from '@colonnade/ui/charts'
import type { Buckets } from './time-range.ts'

export interface LogHistogramProps {
  /** Names the chart: "Lines by level". */
  readonly label: string
  readonly buckets: Buckets
  /** How many lines of each kind fall into each bucket. */
  readonly series: readonly Series[]
  readonly isLoading?: boolean
}

/** How many lines a log has over time, above its lines. Import it late: charts are heavy. */
export function LogHistogram({ label, buckets: { times }, series, isLoading = false }: LogHistogramProps) {
  return (
    <TimeSeriesChart
      label={label}
      kind="bars"
      isStacked
      heightPx={72}
      times={times}
      series={series}
      isLoading={isLoading}
      emptyText="No lines in this period."
      className="w-full"
    />
  )
}
