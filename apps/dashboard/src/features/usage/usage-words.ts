import type { UsageReport } from '@colonnade/contracts/organizations/usage'
import type { UsageMetricInfo, UsageUnit } from '@colonnade/contracts/organizations/usage-metrics'
import { formatBytes } from '../../lib/bytes.ts'

const counted = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const precise = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** A quantity with its unit. */
export function quantityText(unit: UsageUnit, quantity: number): string {
  if (unit === 'bytes') return formatBytes(quantity)
  if (unit === 'hours') return `${precise.format(quantity)} h`
  return counted.format(quantity)
}

/** How a figure of many days comes from those of the days. */
export function kindText({ kind }: Pick<UsageMetricInfo, 'kind'>): string {
  return { average: 'Average in this period', sum: 'Total in this period', peak: 'Peak in this period' }[kind]
}

/** What is measured and not billed; null where all days are billed alike. */
export function unbilledText({ free_days: free, paid_days: paid }: Pick<UsageReport, 'free_days' | 'paid_days'>): string | null {
  if (free === 0 || paid === 0) return null
  const [days, them] = free === 1 ? ['1 day', 'it'] : [`${free} days`, 'them']
  return `On ${days} of this time the organization was on the Free plan, which bills nothing: invoices leave out what was used on ${them}.`
}

/** A day of UTC in the reader's words: the same day wherever they are. */
export function dayText(day: string): string {
  return new Date(`${day}T12:00:00Z`).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
}

/** Where a day begins on the reader's own clock, so that a chart's marks say its name. */
export function localMidnight(day: string): number {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date).getTime()
}
