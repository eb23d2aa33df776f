import { cardText, paymentText, returnTexts } from '@colonnade/dashboard/testing/messages/features/billing'
import { sql } from '@colonnade/sql'
import { openTestStripe, type TestStripe } from '@colonnade/testing/stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { inControlPlane } from '../control-plane.ts'
import { type Dashboard, openOwnDashboard } from '../dashboard.ts'

let stripe: TestStripe
let dashboard: Dashboard
let slug: string

beforeAll(async () => {
  stripe = await openTestStripe()
  dashboard = await openOwnDashboard({
    COLONNADE_STRIPE_SECRET_KEY: stripe.secretKey,
    COLONNADE_STRIPE_WEBHOOK_SECRET: stripe.webhookSecret,
    COLONNADE_STRIPE_URL: stripe.url,
  })
  stripe.webhookUrl = `${dashboard.url}/platform/webhooks/stripe`
  ;({ slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } }))
})
afterAll(async () => {
  await dashboard[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})

/** An invoice as it is made at the end of a month, and charged by itself if the organization has a card. */
const makeInvoice = (number: number, isCharged: boolean) =>
  inControlPlane(dashboard, (client) =>
    client.run(sql`
      with made as (
        insert into invoices (number, organization_id, period_start, period_end, currency, billed_to, lines, total_cents)
        select ${number}, id, make_date(2026, ${number}, 1), make_date(2026, ${number}, 28), 'USD',
          jsonb_build_object('name', name, 'slug', slug, 'emails', '[]'::jsonb, 'address', null, 'tax_id', null),
          '[{"description": "Pro plan", "quantity": "28 of 28 days", "cents": 2500}]', 2500
        from organizations where slug = ${slug} returning id
      ) insert into invoice_collections (invoice_id, is_live) select id, false from made where ${isCharged}`),
  )

test('a card is added at Stripe, and the next invoice is paid with it; one without is paid on a page', async () => {
  const page = await dashboard.open(`/org/${slug}/billing`)
  const method = page.getByRole('region', { name: 'Payment method' })
  await method.getByText(cardText.none).waitFor()
  await method.getByRole('button', { name: 'Add a card' }).click()
  await page.getByRole('link', { name: 'Back' }).click()
  await page.getByText(returnTexts.cancelled).waitFor()
  await method.getByRole('button', { name: 'Add a card' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText(returnTexts.card.done).waitFor()
  await method.getByText('Visa ending in 4242').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(({ search }) => search === '')

  await makeInvoice(1, true)
  await expect.poll(() => stripe.taken()).toEqual([2_500])
  await makeInvoice(2, false)
  await page.reload()
  const invoices = page.getByRole('table', { name: 'Invoices' })
  await invoices.getByRole('row').filter({ hasText: 'January' }).getByText('Paid').waitFor()
  await invoices.getByRole('row').filter({ hasText: 'February' }).getByText('Open').waitFor()
  await invoices.getByRole('button', { name: 'Invoice 2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Pay now' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByText(returnTexts.invoice.done).waitFor()
  await invoices.getByRole('row').filter({ hasText: 'February' }).getByText('Paid').waitFor()
  expect(stripe.taken()).toEqual([2_500, 2_500])

  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await method.getByRole('button', { name: 'Remove' }).click()
  await dialog.getByRole('button', { name: cardText.removeConfirm }).click()
  await method.getByText(cardText.none).waitFor()
})

test('the owner of the installation sees that it is on, and what was heard last', async () => {
  const page = await dashboard.open('/installation?tab=billing')
  const panel = page.getByRole('region', { name: 'Payments' })
  await panel.getByText('Stripe, test mode').waitFor()
  await panel.getByText('payment_method.detached').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Invoice 2 · Harbour' }).click()
  await page.getByRole('dialog').getByText(paymentText.paid).waitFor()
})
