import { addDays, billingPeriod, countDays, type DayRange, dayOf, lastBillingPeriod } from '@colonnade/contracts/billing/billing-periods'
import { usageDaysMost } from '@colonnade/contracts/organizations/usage'
import type { UsageSearch } from './search.ts'

/** The days of UTC that are looked at. */
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

/** Why these days can not be asked for; null when they can. */
export function problemOf(days: DayRange): string | null {
  if (days.start > days.end) return 'The last day is before the first: choose a later one.'
  if (countDays(days) > usageDaysMost) return `These are ${countDays(days)} days: choose at most ${usageDaysMost}.`
  return null
}
