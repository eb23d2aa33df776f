import { z } from 'zod'
import { rangeText } from './messages.ts'

/** Times that are offered; the billing period that it is now when none is chosen. */
export const usageRanges = [
  { value: 'period', label: rangeText.billingPeriod },
  { value: 'last-period', label: rangeText.lastBillingPeriod },
  { value: '30', label: rangeText.last30Days },
  { value: '90', label: rangeText.last90Days },
  { value: 'custom', label: rangeText.custom },
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
