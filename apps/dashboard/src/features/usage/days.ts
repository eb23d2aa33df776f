import { addDays, billingPeriod, countDays, type DayRange, dayOf, lastBillingPeriod } from '@colonnade/contracts/billing/billing-periods'
import { usageDaysMost } from '@colonnade/contracts/organizations/usage'
import { daysText } from './messages.ts'
import type { UsageSearch } from './search.ts'

/** Returns the days (UTC) of the selected period. */
export function daysOf({ range = 'period', start, end }: UsageSearch, now: Date): DayRange {
  const today = dayOf(now)
  switch (range) {
    case 'period':
      return billingPeriod(now)
    case 'last-period':
      return lastBillingPeriod(now)
    case 'custom':
      return { start: start ?? billingPeriod(now).start, end: end ?? today }
    default:
      return { start: addDays(today, 1 - Number(range)), end: today }
  }
}

/** Returns why these days can't be read; null when they can. */
export function problemOf(days: DayRange): string | null {
  if (days.start > days.end) return daysText.reversed
  if (countDays(days) > usageDaysMost) return daysText.tooMany(countDays(days), usageDaysMost)
  return null
}
