import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'
import { countDays } from '../billing/billing-periods.ts'
import { usageMetricIds } from './usage-metrics.ts'

/** The longest time that can be asked for at once, in days. */
export const usageDaysMost = 186
/** A project each in a chart, those with the most; the others together. */
export const usageSeriesMost = 4

const Day = z.iso.date()
const UsageMetricId = z.enum(usageMetricIds)

/** Spec §3. Quantities are in the metric's unit. */
export const UsageItem = z.object({
  metric: UsageMetricId,
  /** More than the free units is not meant to be used: the plan limits it, and the organization pays nothing beyond its plan. */
  capped: z.boolean(),
  available_in_plan: z.boolean(),
  unlimited: z.boolean(),
  usage: z.number(),
  /** What the plan includes; null where it is unlimited. */
  pricing_free_units: z.number().nullable(),
})
export type UsageItem = z.infer<typeof UsageItem>

export const UsageReport = z.object({
  usage_billing_enabled: z.boolean(),
  /** It is of the reader's own projects, and not of all that the plan is about. */
  is_partial: z.boolean(),
  start: Day,
  end: Day,
  /** The end of the last hour that was measured; null before the first. */
  measured_until: Timestamp.nullable(),
  usages: z.array(UsageItem),
  /** Days of the time, until today, that ended on the Free plan, and on another one. Invoices leave out what was used on the first. */
  free_days: z.number().int(),
  paid_days: z.number().int(),
})
export type UsageReport = z.infer<typeof UsageReport>

/** One value for each day; null for days to come. */
export const UsageSeries = z.object({
  /** null: all other projects together. */
  project_ref: z.string().nullable(),
  /** null once the project is gone. */
  name: z.string().nullable(),
  quantities: z.array(z.number().nullable()),
})
export type UsageSeries = z.infer<typeof UsageSeries>

export const DailyUsage = z.object({
  days: z.array(Day),
  /** The project with the most first, the others together last. */
  series: z.array(UsageSeries),
  /** How many have any. */
  projects: z.number().int(),
})
export type DailyUsage = z.infer<typeof DailyUsage>

const Asked = z.object({
  project_ref: Text(40).optional(),
  /** Days of UTC, the last one included; the billing period that it is now, when left out. */
  start: Day.optional(),
  end: Day.optional(),
})
type Asked = z.infer<typeof Asked>

function hasOrder({ start, end }: Asked): boolean {
  return start === undefined || end === undefined || start <= end
}
function isShort({ start, end }: Asked): boolean {
  return start === undefined || end === undefined || countDays({ start, end }) <= usageDaysMost
}
const wrongOrder = { path: ['end'], message: 'The last day must not be before the first' }
const tooLong = { path: ['end'], message: `Ask for at most ${usageDaysMost} days at once` }

export const UsageQuery = Asked.refine(hasOrder, wrongOrder).refine(isShort, tooLong)
export type UsageQuery = z.infer<typeof UsageQuery>

/** The one metric that a warning is never about (spec §9). */
const notWarnedOf = 'disk_iops'

/** Spec §9: a capped metric exceeds its free units, for organizations without usage billing. */
export function exceedingUsage<Item extends Omit<UsageItem, 'metric'> & { readonly metric: string }>(report: {
  readonly usage_billing_enabled: boolean
  readonly usages: readonly Item[]
}): Item[] {
  if (report.usage_billing_enabled) return []
  return report.usages.filter(({ metric, capped, usage, pricing_free_units: free }) => capped && metric !== notWarnedOf && usage > (free ?? 0))
}

/** For every member; of projects that they do not have, nobody is told. A token needs to see projects all the same. */
const reader = { auth: 'user', permission: 'organization:read', tokens: 'projects:read' } as const

/** What an organization's projects use (spec §7). Measured, not estimated; nothing is woken for it. */
export const usage = resource('/platform/organizations/{slug}/usage', {
  retrieve: get('/', {
    summary: 'What the organization, or one of its projects, used in a time, and what its plan includes',
    ...reader,
    query: UsageQuery,
    reply: UsageReport,
    errors: ['project_not_found'],
  }),
  daily: get('/daily', {
    summary: 'One metric day by day and project by project',
    ...reader,
    query: Asked.extend({ metric: UsageMetricId.default('database_size') })
      .refine(hasOrder, wrongOrder)
      .refine(isShort, tooLong),
    reply: DailyUsage,
    errors: ['project_not_found'],
  }),
  download: get('/file', {
    summary: 'Every metric of every project and day as a CSV file (RFC 4180)',
    ...reader,
    query: UsageQuery,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['project_not_found'],
  }),
})
