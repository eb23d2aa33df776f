import { addDays, billingPeriod, countDays, type DayRange, dayOf, lastBillingPeriod, usageDaysMost } from '@colonnade/contracts'
import { z } from 'zod'

/** Times that are offered; the billing period that it is now when none is chosen. */
export const usageRanges = [
  { value: 'period', label: 'This billing period' },
  { value: 'last-period', label: 'Last billing period' },
  { value: '30', label: 'Last 30 days' },
  { value: '90', label: 'Last 90 days' },
  { value: 'custom', label: 'Days of one’s choice' },
] as const

const Day = z.iso.date().optional().catch(undefined)

/** What of the usage is looked at, in the address. */
export const UsageSearch = z.object({
  projectRef: z.string().max(40).optional().catch(undefined),
  range: z
    .enum(usageRanges.map(({ value }) => value))
    .optional()
    .catch(undefined),
  /** With `custom`. */
  start: Day,
  end: Day,
})
export type UsageSearch = z.infer<typeof UsageSearch>

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
