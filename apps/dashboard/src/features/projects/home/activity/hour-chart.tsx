import { TimeSeriesChart } from '@colonnade/ui/charts'
import { limitOf, seriesOf, type Figure } from './figures.ts'
import type { Hour } from './hour.ts'
import { hourChartText } from './messages.ts'

export interface HourChartProps {
  readonly figure: Figure
  readonly hour: Hour
  readonly heightPx: number
}

/** One figure over the last hour. Heavy: import it late. */
export function HourChart({ figure, hour: { times, samples }, heightPx }: HourChartProps) {
  const limit = limitOf(figure, samples)
  return (
    <TimeSeriesChart
      label={hourChartText.lastHour(figure.label)}
      times={times}
      series={[seriesOf(figure, samples)]}
      kind="area"
      format={figure.format}
      heightPx={heightPx}
      {...(figure.base && { base: figure.base })}
      {...(limit && { limit })}
    />
  )
}
