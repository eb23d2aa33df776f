import type { UsageReport } from '@colonnade/contracts/organizations/usage'
import type { UsageMetricInfo, UsageUnit } from '@colonnade/contracts/organizations/usage-metrics'
import { formatBytes } from '../../lib/bytes.ts'
import { wordsCopy } from './messages.ts'

const counted = new Intl.NumberFormat('en', { maximumFractionDigits: 0 })
const precise = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

/** A quantity with its unit. */
export function quantityText(unit: UsageUnit, quantity: number): string {
  if (unit === 'bytes') return formatBytes(quantity)
  if (unit === 'hours') return `${precise.format(quantity)} h`
  return counted.format(quantity)
}

/** Explains how a figure for a period is computed from its days. */
export function kindText({ kind }: Pick<UsageMetricInfo, 'kind'>): string {
  return { average: wordsCopy.average, sum: wordsCopy.total, peak: wordsCopy.peak }[kind]
}

/** Explains which days are measured but not billed; null when all days are billed alike. */
export function unbilledText({ free_days: free, paid_days: paid }: Pick<UsageReport, 'free_days' | 'paid_days'>): string | null {
  return free === 0 || paid === 0 ? null : wordsCopy.freeDays(free)
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
