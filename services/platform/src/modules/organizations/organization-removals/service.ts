import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { listLast } from '../../billing/invoices/last-invoices.ts'
import { totalOf } from '../../billing/invoices/store.ts'
import { findCard } from '../../billing/payments/store.ts'
import { retrieveHoldings } from './store.ts'
import type { Context } from './context.ts'

/** What deleting an organization would take along, and what it would be billed for, as it is now. */
export async function retrieveRemoval(ctx: Context, { organizationId }: OrganizationScope): Promise<OrganizationRemoval> {
  const {
    parts: { collector },
    config,
    database,
  } = ctx
  // without billing, no last invoice is issued
  const periods = config.leftOut.includes('billing') ? [] : await listLast(ctx, database, organizationId)
  const cents = totalOf(periods.flatMap(({ lines }) => lines))
  const card = collector.tools && (await findCard(database, organizationId, collector.tools.isLive))
  return {
    ...(await retrieveHoldings(database, organizationId)),
    last_bill: { currency: config.currency, cents, is_charged: cents > 0 && Boolean(card) },
  }
}
