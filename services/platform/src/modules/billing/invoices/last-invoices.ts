import { billingPeriod, dayOf } from '@colonnade/contracts/billing/billing-periods'
import type { InvoiceLine } from '@colonnade/contracts/billing/invoices'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { requireBilling } from '../billing/store.ts'
import { linesOf, makeInvoice } from './make-invoice.ts'
import { monthsMost } from './make-invoices.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'

/** A month that is not accounted for, or its days so far. */
export interface LastPeriod {
  readonly start: string
  readonly end: string
  readonly lines: readonly InvoiceLine[]
}

/**
 * Returns what would be billed if an organization were deleted now: the month so far, and earlier months without an invoice. Leaves out usage of the
 * current hour, which isn't measured yet, and organizations that are managed elsewhere.
 */
export async function listLast({ clock }: Pick<PlatformContext, 'clock'>, db: Queryable, organizationId: string): Promise<LastPeriod[]> {
  const now = clock.date()
  const months = await store.listOpenMonths(db, organizationId, now, monthsMost)
  const periods: LastPeriod[] = []
  for (const month of months) {
    const period = billingPeriod(new Date(month))
    const end = period.end < dayOf(now) ? period.end : dayOf(now)
    periods.push({ start: period.start, end, lines: await linesOf(db, organizationId, period, end) })
  }
  return periods
}

/** Accounts for all of it in the transaction that deletes the organization, which has locked it. @throws AppError `organization_not_found` when somebody else has deleted it */
export async function makeLastInvoices(ctx: Context, tx: Transaction, organizationId: string): Promise<void> {
  const billing = await requireBilling(tx, organizationId, true)
  for (const { lines, ...period } of await listLast(ctx, tx, organizationId)) {
    if (!(await store.claimPeriod(tx, { organization_id: organizationId, start: period.start }))) continue
    if (lines.length > 0) await makeInvoice(ctx, tx, { organizationId, billing, period, lines, isLast: true })
  }
}
