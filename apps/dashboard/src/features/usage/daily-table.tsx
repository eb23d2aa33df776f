import type { DailyUsage } from '@colonnade/contracts/organizations/usage'
import type { UsageMetricInfo } from '@colonnade/contracts/organizations/usage-metrics'
import { Table, TableCell, TableHead } from '@colonnade/ui'
import { seriesNames } from './daily-series.ts'
import { tableText } from './messages.ts'
import { dayText, quantityText } from './usage-words.ts'

/** The same as the chart in numbers, the last day first. */
export function DailyTable({ metric, daily }: { readonly metric: UsageMetricInfo; readonly daily: DailyUsage }) {
  const names = seriesNames(daily)
  const rows = daily.days.map((day, index) => ({ day, quantities: daily.series.map(({ quantities }) => quantities[index] ?? null) }))
  const measured = rows.filter(({ quantities }) => quantities.some((quantity) => quantity !== null)).toReversed()
  if (measured.length === 0) return <p className="py-6 text-center text-faint">{tableText.empty}</p>
  return (
    <div className="max-h-56 overflow-y-auto">
      <Table label={tableText.label(metric.name)}>
        <thead>
          <tr>
            <TableHead>{tableText.day}</TableHead>
            {names.map((name) => (
              <TableHead key={name} isNumber>
                {name}
              </TableHead>
            ))}
          </tr>
        </thead>
        <tbody>
          {measured.map(({ day, quantities }) => (
            <tr key={day}>
              <TableCell className="whitespace-nowrap">{dayText(day)}</TableCell>
              {quantities.map((quantity, index) => (
                <TableCell key={names[index]} isNumber className="whitespace-nowrap">
                  {quantity === null ? '–' : quantityText(metric.unit, quantity)}
                </TableCell>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}
