import { addDays, type DayRange } from '@colonnade/contracts/billing/billing-periods'
import type { InvoiceLine } from '@colonnade/contracts/billing/invoices'
import { moneyText } from '@colonnade/contracts/billing/prices'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { BillingRow } from '../billing/store.ts'
import { paths } from '../../installation/mails/paths.ts'
import { postMail } from '../../installation/mails/post.ts'
import { insertCollection } from '../payments/attempt-store.ts'
import { measureUsage } from '../../organizations/usage/service.ts'
import { invoiceLines, listPaidDays } from './invoice-lines.ts'
import * as store from './store.ts'
import { listPlans } from '../../../kernel/plans/plan-days.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

/** What an organization is to pay for a month, or for its days until one of them: of what it used, what it used on days on a paid plan. */
export async function linesOf(db: Queryable, organizationId: string, period: DayRange, until = period.end): Promise<InvoiceLine[]> {
  const history = await listPlans(db, organizationId, new Date(addDays(period.end, 1)))
  const days = listPaidDays({ start: period.start, end: until }, history)
  const used = await measureUsage(db, { organizationId, refs: undefined, ...period }, days)
  const addons = await store.sumAddons(db, organizationId, days)
  return invoiceLines({ period, until, history, used, addons: Object.fromEntries(addons.map(({ metric, seconds }) => [metric, seconds])) })
}

export interface InvoiceToMake {
  readonly organizationId: string
  readonly billing: BillingRow
  readonly period: DayRange
  readonly lines: readonly InvoiceLine[]
  /** The organization is being deleted, so no page shows the invoice. */
  readonly isLast: boolean
}

/** Creates an invoice in the transaction that accounts for its period, charges the card if there is one, and mails the billing contacts. */
export async function makeInvoice(
  ctx: Context,
  tx: Transaction,
  { organizationId, billing: { name, slug, details }, period, lines, isLast }: InvoiceToMake,
): Promise<void> {
  const { emails, address, tax_id } = details
  const { currency } = ctx.config
  const number = await store.insertInvoice(tx, {
    organizationId,
    ...period,
    currency,
    billedTo: { name: details.name ?? name, slug, emails, address, tax_id },
    lines,
    at: ctx.clock.date(),
  })
  await store.noteInvoice(tx, organizationId, { number, period_start: period.start })
  const { tools } = ctx.parts.collector
  const isCharged = tools !== null && (await insertCollection(tx, organizationId, number, tools.isLive))
  if (ctx.config.mail.transport === 'none') return
  const total = store.totalOf(lines)
  for (const to of emails) {
    await postMail(ctx, tx, {
      to,
      kind: 'billing',
      subject: messages.mail.subject(number, name),
      paragraphs: [
        messages.mail.summary(number, name, period.start, period.end, moneyText(total, currency)),
        ...(isLast ? [lines.map(({ description, quantity, cents }) => `${description}, ${quantity}: ${moneyText(cents, currency)}`).join('; ')] : []),
        ...(isCharged ? [messages.mail.charged] : []),
        isLast ? messages.mail.last(name) : messages.mail.details,
      ],
      ...(!isLast && { action: { label: messages.mail.action, path: paths.billing(slug) } }),
    })
  }
}
