import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'
import { countDays } from '../billing/billing-periods.ts'
import { usageMetricIds } from './usage-metrics.ts'

/** Maximum range of a request, in days. */
export const usageDaysMost = 186
/** Number of projects in a chart. All other projects are combined. */
export const usageSeriesMost = 4

const Day = z.iso.date()
export const UsageMetricId = z.enum(usageMetricIds)

/** Spec §3. Quantities are in the metric's unit. */
export const UsageItem = z.object({
  metric: UsageMetricId,
  /** True if the plan limits usage to the free units and the organization doesn't pay for more. */
  capped: z.boolean(),
  available_in_plan: z.boolean(),
  unlimited: z.boolean(),
  usage: z.number(),
  /** Included quantity; null if unlimited. */
  pricing_free_units: z.number().nullable(),
})
export type UsageItem = z.infer<typeof UsageItem>

export const UsageReport = z.object({
  usage_billing_enabled: z.boolean(),
  /** True if the report covers only the caller's projects instead of all projects of the plan. */
  is_partial: z.boolean(),
  start: Day,
  end: Day,
  /** End of the last measured hour; null before the first. */
  measured_until: Timestamp.nullable(),
  usages: z.array(UsageItem),
  /** Days up to today on the Free plan and on paid plans. Invoices exclude usage on the Free plan. */
  free_days: z.number().int(),
  paid_days: z.number().int(),
})
export type UsageReport = z.infer<typeof UsageReport>

/** One value per day; null for future days. */
export const UsageSeries = z.object({
  /** null for all other projects combined. */
  project_ref: z.string().nullable(),
  /** null if the project was deleted. */
  name: z.string().nullable(),
  quantities: z.array(z.number().nullable()),
})
export type UsageSeries = z.infer<typeof UsageSeries>

export const DailyUsage = z.object({
  days: z.array(Day),
  /** Highest usage first, all other projects last. */
  series: z.array(UsageSeries),
  /** Number of projects with usage. */
  projects: z.number().int(),
})
export type DailyUsage = z.infer<typeof DailyUsage>

const Asked = z.object({
  project_ref: Text(40).optional(),
  /** UTC days, including the last. The current billing period if omitted. */
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
const wrongOrder = { path: ['end'], message: 'Choose an end date on or after the start date' }
const tooLong = { path: ['end'], message: `Choose a range of at most ${usageDaysMost} days` }

export const UsageQuery = Asked.refine(hasOrder, wrongOrder).refine(isShort, tooLong)
export type UsageQuery = z.infer<typeof UsageQuery>

/** The only metric without warnings (spec §9). */
const notWarnedOf = 'disk_iops'

/** Returns capped metrics that exceed their free units, for organizations without usage billing (spec §9). */
export function exceedingUsage<Item extends Omit<UsageItem, 'metric'> & { readonly metric: string }>(report: {
  readonly usage_billing_enabled: boolean
  readonly usages: readonly Item[]
}): Item[] {
  if (report.usage_billing_enabled) return []
  return report.usages.filter(({ metric, capped, usage, pricing_free_units: free }) => capped && metric !== notWarnedOf && usage > (free ?? 0))
}

/** Available to every member, for their own projects. A token needs `projects:read` in addition. */
const reader = { auth: 'user', permission: 'organization:read', tokens: 'projects:read' } as const

/** Usage of an organization's projects (spec §7). Measured, not estimated. Does not wake projects. */
export const usage = resource('/platform/organizations/{slug}/usage', {
  retrieve: get('/', {
    summary: 'Retrieve the usage of the organization or a project, and what the plan includes',
    ...reader,
    query: UsageQuery,
    reply: UsageReport,
    errors: ['project_not_found'],
  }),
  daily: get('/daily', {
    summary: 'Retrieve daily usage of a metric by project',
    ...reader,
    query: Asked.extend({ metric: UsageMetricId.default('database_size') })
      .refine(hasOrder, wrongOrder)
      .refine(isShort, tooLong),
    reply: DailyUsage,
    errors: ['project_not_found'],
  }),
  download: get('/file', {
    summary: 'Download daily usage of all metrics and projects as CSV (RFC 4180)',
    ...reader,
    query: UsageQuery,
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['project_not_found'],
  }),
})
