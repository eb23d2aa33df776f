import { addDays, billingPeriod, moneyText } from '@colonnade/contracts'
import type { PlatformContext } from '../../context.ts'
import { findBilling } from '../billing/store.ts'
import { paths } from '../mails/paths.ts'
import { postMail } from '../mails/post.ts'
import { insertCollection } from '../payments/attempt-store.ts'
import { measureUsage } from '../usage/service.ts'
import { invoiceLines } from './invoice-lines.ts'
import * as store from './store.ts'

/** Months that are made up for when the installation was off. */
const monthsMost = 12

/**
 * Chore: accounts for each organization's months that are over, once all of their hours are measured. Each is one transaction with the mark
 * that it is done: cut off anywhere and done again, no month is billed twice and no number left out.
 */
export async function makeInvoices(ctx: PlatformContext): Promise<void> {
  for (const due of await store.listDue(ctx.database, monthsMost)) await accountFor(ctx, due)
}

async function accountFor(ctx: PlatformContext, due: store.DuePeriod): Promise<void> {
  const { organization_id: organizationId } = due
  const period = billingPeriod(new Date(due.start))
  const used = await measureUsage(ctx, { organizationId, refs: undefined, ...period })
  await ctx.database.transaction(async (tx) => {
    if (!(await store.claimPeriod(tx, due))) return
    const history = await store.listPlans(tx, organizationId, new Date(addDays(period.end, 1)))
    const addons = await store.sumAddons(tx, organizationId, period.start, period.end)
    const lines = invoiceLines({ period, history, used, addons: Object.fromEntries(addons.map(({ metric, seconds }) => [metric, seconds])) })
    if (lines.length === 0) return
    const { name, slug, details } = await findBilling(tx, organizationId, true)
    const { emails, address, tax_id } = details
    const number = await store.insertInvoice(tx, {
      organizationId,
      ...period,
      currency: ctx.config.currency,
      billedTo: { name: details.name ?? name, slug, emails, address, tax_id },
      lines,
      at: ctx.clock.date(),
    })
    await store.noteInvoice(tx, organizationId, { number, period_start: period.start })
    const { tools } = ctx.collector
    const isCharged = tools !== null && (await insertCollection(tx, organizationId, number, tools.isLive))
    if (ctx.config.mail.transport === 'none') return
    const total = moneyText(
      lines.reduce((sum, { cents }) => sum + cents, 0),
      ctx.config.currency,
    )
    for (const to of emails) {
      await postMail(ctx, tx, {
        to,
        kind: 'billing',
        subject: `Invoice ${number} of ${name}`,
        paragraphs: [
          `Invoice ${number} of ${name}, for ${period.start} to ${period.end}, was made: ${total}.`,
          `${isCharged ? 'Your card is charged for it. ' : ''}Its lines and its file are on the billing page.`,
        ],
        action: { label: 'Open the billing page', path: paths.billing(slug) },
      })
    }
  })
}
