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
