import { billingPeriod } from '@colonnade/contracts/billing/billing-periods'
import { findBilling } from '../billing/store.ts'
import { linesOf, makeInvoice } from './make-invoice.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'

/** Months that are made up for when the installation was off. */
export const monthsMost = 12

/**
 * Chore: accounts for each organization's months that are over, once all of their hours are measured. Each is one transaction with the mark
 * that it is done: cut off anywhere and done again, no month is billed twice and no number left out.
 */
export async function makeInvoices(ctx: Context): Promise<void> {
  // their months are billed one after the other
  const behind = new Set<string>()
  for (const due of await store.listDue(ctx.database, monthsMost)) {
    if (behind.has(due.organization_id)) continue
    try {
      await accountFor(ctx, due)
    } catch (error) {
      // the next round tries again, and other organizations don't wait
      behind.add(due.organization_id)
      ctx.logger.error('invoice not made', { organization: due.organization_id, period: due.start, error })
    }
  }
}

async function accountFor(ctx: Context, due: store.DuePeriod): Promise<void> {
  const { organization_id: organizationId } = due
  const period = billingPeriod(new Date(due.start))
  await ctx.database.transaction(async (tx) => {
    // first, as who deletes it does: then the one waits for the other
    const billing = await findBilling(tx, organizationId, true)
    if (billing === undefined || !(await store.claimPeriod(tx, due))) return
    const lines = await linesOf(tx, organizationId, period)
    if (lines.length > 0) await makeInvoice(ctx, tx, { organizationId, billing, period, lines, isLast: false })
  })
}
