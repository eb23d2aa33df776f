import { addDays, billingPeriod, countDays, dayOf } from '@colonnade/contracts/billing/billing-periods'
import type { InvoiceLine, UpcomingInvoice } from '@colonnade/contracts/billing/invoices'
import { addonsOf } from '../billing/service.ts'
import { listExtras, requireBilling } from '../billing/store.ts'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { retrieveWholeUsage } from '../../organizations/usage/service.ts'
import type { Context } from './context.ts'
import { linesOf } from './make-invoice.ts'

/**
 * Returns what the current month costs so far, and its invoice if nothing changes: the plan and the add-ons of now until the end of the month,
 * computes awake all the time, and the usage up to now.
 */
export async function retrieveUpcoming(ctx: Context, { organizationId }: OrganizationScope): Promise<UpcomingInvoice> {
  const now = ctx.clock.date()
  const period = billingPeriod(now)
  const [{ plan, managed_by: manager }, lines, wholeMonth, usages, extras] = await Promise.all([
    requireBilling(ctx.database, organizationId),
    linesOf(ctx.database, organizationId, period, dayOf(now)),
    linesOf(ctx.database, organizationId, period),
    retrieveWholeUsage(ctx, organizationId),
    listExtras(ctx.database, organizationId),
  ])
  const monthMs = countDays(period) * 86_400_000
  const rest = (Date.parse(addDays(period.end, 1)) - now.getTime()) / monthMs
  const addonsOfRest = plan === 'free' ? [] : extras.flatMap(addonsOf).map(({ monthly_cents: cents }) => Math.round(cents * rest))
  const estimated = totalOf(wholeMonth) + addonsOfRest.reduce((sum, cents) => sum + cents, 0)
  return {
    period_start: period.start,
    period_end: period.end,
    currency: ctx.config.currency,
    lines,
    so_far_cents: totalOf(lines),
    estimated_cents: estimated,
    invoice_date: estimated === 0 || manager !== null ? null : addDays(period.end, 1),
    usage: usages.filter(({ usage }) => usage > 0).map(({ metric, usage, pricing_free_units: included }) => ({ metric, used: usage, included })),
  }
}

function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}
