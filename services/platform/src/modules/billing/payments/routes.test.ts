import type { Invoice, InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import type { PaymentReport } from '@colonnade/contracts/billing/payments'
import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'
import { sql } from '@colonnade/sql'
import { openTestStripe, testCards, type TestStripe } from '@colonnade/testing/stripe'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { insertInvoice } from '../invoices/store.ts'
import { insertCollection } from './attempt-store.ts'
import { askProvider } from './service.ts'
import { messages } from './messages.ts'

let stripe: TestStripe
let platform: TestPlatform
let dieAt: string | null = null
const base = '/platform/organizations/acme/payments'

beforeAll(async () => {
  stripe = await openTestStripe()
  const { secretKey, webhookSecret, url } = stripe
  platform = await openTestPlatform({
    payments: { secretKey, webhookSecret, url, isLive: false },
    failpoint(name) {
      if (name === dieAt) throw new Error(`killed at ${name}`)
    },
  })
  await platform.ctx.database.run(sql`update organizations set billing_emails = '{books@example.com}' where slug = 'acme'`)
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await stripe[Symbol.asyncDispose]()
})
beforeEach(async () => {
  stripe.doing = 'well'
  dieAt = null
  await platform.ctx.database.run(sql`delete from notifications`)
})

const round = () => platform.ctx.parts.collector.round()
const ask = (method: string, path: string, body?: unknown, as: Person = 'owner') => platform.ask(as, method, path, body)
const organizationId = async () => (await platform.ctx.database.first<{ id: string }>(sql`select id from organizations where slug = 'acme'`))!.id
const list = async () => ((await ask('GET', '/platform/organizations/acme/invoices')).json as { items: InvoiceSummary[] }).items
const invoiceOf = async (id: string) => (await ask('GET', `/platform/organizations/acme/invoices/${id}`)).json as Invoice
/** What is due at once, though nobody announced it. */
const hasten = () =>
  platform.ctx.database.run(sql`
    with collections as (update invoice_collections set next_attempt_at = now() where next_attempt_at is not null),
      customers as (update payment_customers set next_look_at = now()), events as (update payment_events set next_look_at = now())
    update invoice_payments set next_look_at = now() where state = 'open'`)
const withCard = async (last4: string): Promise<void> => {
  const { url } = (await ask('POST', `${base}/card`)).json as { url: string }
  const back = new URL(await stripe.finish(url, last4))
  expect((await ask('GET', `${base}/pages/${back.searchParams.get('payment')}`)).json).toEqual({ purpose: 'card', state: 'done' })
}
const events = (event: string) => platform.ctx.database.rows(sql`select details from audit_log where event = ${event} order by id`)

let month = 0
/** An invoice of Acme, made as they are made each month. */
const makeInvoice = async (cents = 2_500): Promise<string> => {
  month += 1
  const [start, end] = [1, 28].map((day) => new Date(Date.UTC(2040, month, day)).toISOString().slice(0, 10)) as [string, string]
  const owner = await organizationId()
  const number = await platform.ctx.database.transaction(async (tx) => {
    const billedTo = { name: 'Acme', slug: 'acme', emails: ['books@example.com'], address: null, tax_id: null }
    const made = await insertInvoice(tx, {
      organizationId: owner,
      start,
      end,
      currency: 'USD',
      billedTo,
      lines: [{ description: 'Pro plan', quantity: '28 of 28 days', cents }],
      at: new Date(),
    })
    await insertCollection(tx, owner, made, false)
    return made
  })
  return (await list()).find((each) => each.number === number)!.id
}

test('a card is added on a page of Stripe, shown, replaced by a newer one, and taken away also there', async () => {
  expect((await ask('GET', base)).json).toEqual({ mode: 'test', card: null })
  await withCard(testCards.poor)
  await withCard(testCards.good)
  const { card } = (await ask('GET', base)).json as PaymentReport
  expect(card).toEqual({ brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2034 })
  expect(stripe.asked.filter((what) => what.endsWith('/detach'))).toHaveLength(1)
  expect(stripe.customers()).toHaveLength(1)
  expect((await ask('DELETE', `${base}/card`)).json).toEqual({ mode: 'test', card: null })
  expect(stripe.asked.filter((what) => what.endsWith('/detach'))).toHaveLength(2)
})

test('who never comes back from Stripe has the card all the same: by its webhook, or when Stripe is asked', async () => {
  const { url } = (await ask('POST', `${base}/card`)).json as { url: string }
  await stripe.finish(url, testCards.good)
  await hear(stripe.events.at(-1)!)
  await round()
  expect((await ask('GET', base)).json).toMatchObject({ card: { last4: '4242' } })
  await ask('DELETE', `${base}/card`)

  await stripe.finish(((await ask('POST', `${base}/card`)).json as { url: string }).url, testCards.good)
  platform.ctx.parts.collector.askSoon()
  await round()
  expect((await ask('GET', base)).json).toMatchObject({ card: { last4: '4242' } })
  // and what is read again is known
  const before = await platform.ctx.database.first(sql`select count(*) from payment_events`)
  platform.ctx.parts.collector.askSoon()
  await round()
  expect(await platform.ctx.database.first(sql`select count(*) from payment_events`)).toEqual(before)
})

const hear = (event: Record<string, unknown>, at?: Date) => {
  const { body, signature } = stripe.signed(event, at)
  return platform.ask(null, 'POST', '/platform/webhooks/stripe', body, { 'stripe-signature': signature })
}

test('an invoice is charged once, however often and by how many it is tried, and is paid', async () => {
  const id = await makeInvoice()
  const before = stripe.taken().length
  await Promise.all([round(), round(), round()])
  await round()
  expect(stripe.taken().slice(before)).toEqual([2_500])
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid', payment: { state: 'paid', refunded_cents: 0, is_disputed: false } })
  expect((await events('organization.invoice_paid')).at(-1)).toMatchObject({ details: { by: 'card' } })
})

test.for(['payments.attempt.after', 'payments.begin.after', 'payments.confirm.after'])(
  'killed at %s, it is charged once all the same',
  async (failpoint) => {
    const id = await makeInvoice()
    const before = stripe.taken().length
    dieAt = failpoint
    await expect(round()).rejects.toThrow('killed')
    dieAt = null
    await hasten()
    await round()
    expect(stripe.taken().slice(before)).toEqual([2_500])
    expect(await invoiceOf(id)).toMatchObject({ status: 'paid' })
  },
)

test('an answer that is lost on the way is asked for again, and nothing is charged twice', async () => {
  const id = await makeInvoice()
  const before = stripe.taken().length
  stripe.doing = 'away-after'
  await round()
  expect(await invoiceOf(id)).toMatchObject({ status: 'open', payment: { state: 'paying' } })
  stripe.doing = 'well'
  await hasten()
  await round()
  expect(stripe.taken().slice(before)).toEqual([2_500])
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid' })
})

test('a declined card is told of, charged again after 3, 5 and 7 days, and then left to people; another card is charged at once', async () => {
  await withCard(testCards.poor)
  const id = await makeInvoice()
  const before = stripe.taken().length
  const days: (number | null)[] = []
  for (let attempt = 0; attempt < 4; attempt += 1) {
    await round()
    const { payment, status } = await invoiceOf(id)
    expect({ payment, status }).toMatchObject({ status: 'open', payment: { state: 'failed', reason: 'Your card has insufficient funds' } })
    const at = payment!.next_attempt_at
    days.push(at === null ? null : Math.round((Date.parse(at) - Date.now()) / 86_400_000))
    await round()
    await hasten()
  }
  expect(days).toEqual([3, 5, 7, null])
  const letters = (await platform.letters('books@example.com')).filter(({ content }) => content.paragraphs[0]!.includes('insufficient funds'))
  expect(letters).toHaveLength(4)
  expect(letters[0]!.content.action?.path).toBe('/org/acme/billing')
  const told = await platform.ctx.database.rows(
    sql`select priority from notifications where title like ${messages.failed.title(0).replace('0', '%')}`,
  )
  expect(told).toEqual(Array.from({ length: 4 }, () => ({ priority: 'Critical' })))

  await withCard(testCards.good)
  await round()
  expect(stripe.taken().slice(before)).toEqual([2_500])
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid' })
})

test('what the bank says will never work is not tried again by itself', async () => {
  await withCard(testCards.stolen)
  const id = await makeInvoice()
  await round()
  expect(await invoiceOf(id)).toMatchObject({ payment: { state: 'failed', next_attempt_at: null } })
  expect((await ask('PATCH', `/platform/installation/invoices/${id}`, { status: 'void' })).status).toBe(200)
})

test('a card that its owner has to confirm is told of, and the invoice paid on a page; coming back is told', async () => {
  await withCard(testCards.confirmed)
  const id = await makeInvoice()
  await round()
  expect(await invoiceOf(id)).toMatchObject({ payment: { state: 'failed', needs_confirmation: true } })
  const before = stripe.taken().length
  const first = (await ask('POST', `${base}/invoices/${id}`)).json as { url: string }
  // the same page again, and nothing else is charged meanwhile
  expect((await ask('POST', `${base}/invoices/${id}`)).json).toEqual(first)
  await hasten()
  await round()
  expect(await invoiceOf(id)).toMatchObject({ status: 'open', payment: { state: 'page' } })
  const page = first.url.split('/').at(-1)
  expect((await ask('GET', `${base}/pages/${page}`)).json).toEqual({ purpose: 'invoice', state: 'open' })
  await stripe.finish(first.url, testCards.confirmed)
  expect((await ask('GET', `${base}/pages/${page}`)).json).toEqual({ purpose: 'invoice', state: 'done' })
  expect(stripe.taken().slice(before)).toEqual([2_500])
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid', payment: { state: 'paid' } })
  expect(await ask('POST', `${base}/invoices/${id}`)).toMatchObject({ status: 409, json: { code: 'invoice_settled' } })
})

test('a page that nobody pays on ends, and another one can be opened', async () => {
  const id = await makeInvoice()
  const first = (await ask('POST', `${base}/invoices/${id}`)).json as { url: string }
  await stripe.expire(first.url)
  await hear(stripe.events.at(-1)!)
  await round()
  expect((await ask('GET', `${base}/pages/${first.url.split('/').at(-1)}`)).json).toEqual({ purpose: 'invoice', state: 'expired' })
  const second = (await ask('POST', `${base}/invoices/${id}`)).json as { url: string }
  expect(second.url).not.toBe(first.url)
  await stripe.finish(second.url, testCards.good)
  await hear(stripe.events.at(-1)!)
  await round()
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid' })
})

test('a charge that was given up for a page is made as was planned, once the page is over and nobody paid on it', async () => {
  await withCard(testCards.good)
  const id = await makeInvoice()
  const before = stripe.taken().length
  dieAt = 'payments.begin.after'
  await expect(round()).rejects.toThrow('killed')
  dieAt = null
  const { url } = (await ask('POST', `${base}/invoices/${id}`)).json as { url: string }
  await stripe.expire(url)
  await hear(stripe.events.at(-1)!)
  await round()
  const { payment } = await invoiceOf(id)
  expect(payment).toMatchObject({ state: 'waiting', reason: null })
  expect(Date.parse(payment!.next_attempt_at!) - Date.now()).toBeLessThan(3_600_000)
  expect(stripe.taken().slice(before)).toEqual([])
  await hasten()
  await round()
  expect(stripe.taken().slice(before)).toEqual([2_500])
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid' })
})

test('the hourly look over payments waits for nobody, also not for a Stripe that hangs', async () => {
  stripe.doing = 'away'
  const asked = stripe.asked.length
  await askProvider(platform.ctx)
  expect(stripe.asked.length).toBe(asked)
  await round()
  expect(stripe.asked.length).toBeGreaterThan(asked)
  stripe.doing = 'well'
  await round()
})

test('events that come twice, in another order, late, of others or of kinds that nobody knows change nothing but what is so', async () => {
  await withCard(testCards.good)
  const id = await makeInvoice()
  const before = stripe.taken().length
  const from = stripe.events.length
  await round()
  for (const event of stripe.events.slice(from).toReversed()) {
    expect((await hear(event)).status).toBe(200)
    expect((await hear(event)).status).toBe(200)
  }
  const one = stripe.events.at(-1)!
  const failed = { ...one, id: 'evt_late', type: 'payment_intent.payment_failed' }
  const foreign = { ...one, id: 'evt_foreign', data: { object: { id: 'pi_of_another', object: 'payment_intent' } } }
  const unknown = { ...one, id: 'evt_unknown', type: 'price.created' }
  for (const event of [failed, foreign, unknown, { ...one, id: 'evt_live', livemode: true }]) expect((await hear(event)).status).toBe(200)
  await round()
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid', payment: { state: 'paid' } })
  expect(stripe.taken().slice(before)).toEqual([2_500])
  const kept = await platform.ctx.database.rows<{ id: string }>(
    sql`select id from payment_events where handled_at is null or id in ('evt_unknown', 'evt_live')`,
  )
  expect(kept).toEqual([])
})

test('what is not signed, signed by somebody else, changed, or old is refused', async () => {
  const event = { ...stripe.events.at(-1)!, id: 'evt_forged' }
  const payload = JSON.stringify(event)
  const of = (options: { secret?: string; timestamp?: number }) =>
    new Stripe(stripe.secretKey).webhooks.generateTestHeaderString({ payload, secret: stripe.webhookSecret, ...options })
  const old = Math.floor(Date.now() / 1_000) - 600
  for (const [body, signature] of [
    [payload, ''],
    [payload, 'nothing'],
    [payload, of({ secret: 'whsec_of_somebody' })],
    [payload, of({ timestamp: old })],
    [payload.replace('evt_forged', 'evt_other'), of({})],
  ] as const) {
    const reply = await platform.ask(null, 'POST', '/platform/webhooks/stripe', body, signature === '' ? {} : { 'stripe-signature': signature })
    expect(reply).toMatchObject({ status: 400, json: { code: 'payment_signature_invalid' } })
  }
  const right = await platform.ask(null, 'POST', '/platform/webhooks/stripe', payload, { 'stripe-signature': of({}) })
  expect(right.status).toBe(200)
})

test('one that is paid by hand is not charged, and one that is being charged is not settled by hand', async () => {
  await withCard(testCards.slow)
  const id = await makeInvoice()
  const before = stripe.taken().length
  await round()
  const settle = () => ask('PATCH', `/platform/installation/invoices/${id}`, { status: 'paid' })
  expect(await settle()).toMatchObject({ status: 409, json: { code: 'invoice_being_paid' } })
  expect(await ask('POST', `${base}/invoices/${id}`)).toMatchObject({ status: 409, json: { code: 'invoice_being_paid' } })
  stripe.doing = 'away'
  expect(await settle()).toMatchObject({ status: 502, json: { code: 'payment_provider_failed' } })
  stripe.doing = 'well'
  await stripe.hurry()
  expect(await settle()).toMatchObject({ status: 409, json: { code: 'invoice_settled' } })
  expect(stripe.taken().slice(before)).toEqual([2_500])

  await withCard(testCards.good)
  const another = await makeInvoice()
  const { url } = (await ask('POST', `${base}/invoices/${another}`)).json as { url: string }
  expect(await ask('PATCH', `/platform/installation/invoices/${another}`, { status: 'paid' })).toMatchObject({ status: 200 })
  await expect(stripe.finish(url, testCards.good)).rejects.toThrow('over')
  await hasten()
  await round()
  expect(stripe.taken().slice(before)).toEqual([2_500])

  // killed after it was asked for, before that was known
  const third = await makeInvoice()
  dieAt = 'payments.begin.after'
  await expect(round()).rejects.toThrow('killed')
  dieAt = null
  expect(await ask('PATCH', `/platform/installation/invoices/${third}`, { status: 'void' })).toMatchObject({ status: 200 })
  await hasten()
  await round()
  expect(stripe.taken().slice(before)).toEqual([2_500])
})

test('settling by hand and charging at once end in one of the two', async () => {
  for (let turn = 0; turn < 3; turn += 1) {
    const id = await makeInvoice()
    const before = stripe.taken().length
    const [reply] = await Promise.all([ask('PATCH', `/platform/installation/invoices/${id}`, { status: 'void' }), round()])
    await hasten()
    await round()
    const { status } = await invoiceOf(id)
    expect([status, stripe.taken().length - before]).toEqual(reply.status === 200 ? ['void', 0] : ['paid', 1])
  }
})

test('a refund or a dispute is on the invoice, and told to the owner of the installation', async () => {
  const id = await makeInvoice()
  await round()
  await stripe.refund(1_000)
  await hear(stripe.events.at(-1)!)
  await stripe.dispute()
  await hear(stripe.events.at(-1)!)
  await round()
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid', payment: { state: 'paid', refunded_cents: 1_000, is_disputed: true } })
  const { troubles, last_event: last } = (await ask('GET', '/platform/installation/payments')).json as {
    troubles: unknown[]
    last_event: unknown
  }
  expect(troubles[0]).toMatchObject({ invoice_id: id, kind: 'disputed' })
  expect(last).toMatchObject({ type: 'charge.dispute.created', via: 'webhook' })
  expect(await platform.ctx.database.rows(sql`select from notifications where title like 'Payment of invoice % was %'`)).not.toEqual([])
})

test('Stripe that is away, or takes the key no more, is told at the right place, and tried again', async () => {
  const id = await makeInvoice()
  stripe.doing = 'wrong-key'
  await round()
  await hasten()
  await round()
  expect((await ask('GET', '/platform/installation/payments')).json).toMatchObject({
    provider: { mode: 'test', address: stripe.url, webhook_path: '/platform/webhooks/stripe' },
    problem: expect.stringContaining(messages.provider.key('')) as string,
  })
  const told = await platform.ctx.database.rows(sql`select from notifications where title = ${messages.unavailable.title}`)
  expect(told).toHaveLength(1)
  expect(await ask('POST', `${base}/card`)).toMatchObject({ status: 502, json: { code: 'payment_provider_failed' } })
  expect(await ask('DELETE', `${base}/card`)).toMatchObject({ status: 502 })
  expect((await ask('GET', base)).json).toMatchObject({ card: { last4: '4242' } })
  stripe.doing = 'well'
  await hasten()
  await round()
  expect((await ask('GET', '/platform/installation/payments')).json).toMatchObject({ problem: null })
  expect(await invoiceOf(id)).toMatchObject({ status: 'paid' })
})

test('what Stripe will never charge fails with its reason', async () => {
  const id = await makeInvoice(20)
  await round()
  expect(await invoiceOf(id)).toMatchObject({ payment: { state: 'failed', reason: expect.stringContaining('at least $0.50') as string } })
  await ask('PATCH', `/platform/installation/invoices/${id}`, { status: 'void' })
})

test('who may not manage billing, and others, have none of it; a page of somebody else is not told of', async () => {
  for (const [as, status] of [
    ['administrator', 403],
    ['developer', 403],
    ['outsider', 404],
  ] as const) {
    for (const [method, path] of [
      ['GET', base],
      ['POST', `${base}/card`],
      ['DELETE', `${base}/card`],
      ['POST', `${base}/invoices/${crypto.randomUUID()}`],
      ['GET', `${base}/pages/cs_test_1`],
    ] as const) {
      expect((await ask(method, path, undefined, as)).status).toBe(status)
    }
  }
  const own = (await platform.ask('outsider', 'POST', '/platform/organizations/elsewhere/payments/card')).json as { url: string }
  const page = own.url.split('/').at(-1)
  expect(await ask('GET', `${base}/pages/${page}`)).toMatchObject({ status: 404, json: { code: 'payment_page_not_found' } })
  expect(await ask('GET', `${base}/pages/cs_test_none`)).toMatchObject({ status: 404 })
  expect(await ask('GET', `${base}/pages/..%2Fevents`)).toMatchObject({ status: 404 })
  const [{ id }] = (await list()) as [InvoiceSummary]
  expect(await platform.ask('outsider', 'POST', `/platform/organizations/elsewhere/payments/invoices/${id}`)).toMatchObject({ status: 404 })
  expect(await ask('GET', '/platform/installation/payments', undefined, 'administrator')).toMatchObject({ status: 403 })
})

test('in another account of Stripe nothing of before is there: it is told, and a card can be added anew', async () => {
  const [begun, opened] = [await makeInvoice(), await makeInvoice()]
  const { url } = (await ask('POST', `${base}/invoices/${opened}`)).json as { url: string }
  dieAt = 'payments.begin.after'
  await expect(round()).rejects.toThrow('killed')
  dieAt = null
  stripe.forget()
  await hasten()
  await round()
  expect(await invoiceOf(begun)).toMatchObject({ status: 'open', payment: { state: 'failed', reason: expect.stringContaining('No such') as string } })
  expect((await ask('GET', base)).json).toMatchObject({ card: null })
  expect((await ask('GET', '/platform/installation/payments')).json).toMatchObject({ problem: null })
  const before = stripe.taken().length
  await withCard(testCards.good)
  await round()
  const other = (await ask('POST', `${base}/invoices/${opened}`)).json as { url?: string }
  expect(other.url).not.toBe(url)
  await hasten()
  await round()
  expect(await invoiceOf(begun)).toMatchObject({ status: 'paid' })
  if (other.url !== undefined) await stripe.finish(other.url, testCards.good)
  await hasten()
  await round()
  expect(await invoiceOf(opened)).toMatchObject({ status: 'paid' })
  expect(stripe.taken().slice(before)).toEqual([2_500, 2_500])
})

test('who deletes the organization at Stripe takes its card, and another can be added', async () => {
  const customers = stripe.customers()
  const { customer_id: id } = (await platform.ctx.database.first<{ customer_id: string }>(sql`
    select customer_id from payment_customers c join organizations o on o.id = c.organization_id where o.slug = 'acme'`))!
  expect(customers).toContain(id)
  await fetch(`${stripe.url}/v1/customers/${id}`, { method: 'DELETE', headers: { authorization: `Bearer ${stripe.secretKey}` } })
  await hear({ id: 'evt_gone', object: 'event', type: 'customer.deleted', livemode: false, created: 1, data: { object: { id, object: 'customer' } } })
  await round()
  expect((await ask('GET', base)).json).toMatchObject({ card: null })
  await withCard(testCards.good)
  expect((await ask('GET', base)).json).toMatchObject({ card: { last4: '4242' } })
})

test('an organization that a marketplace manages, or that is deleted, is forgotten at Stripe', async () => {
  const { database } = platform.ctx
  await database.run(sql`insert into organizations (slug, name) values ('leaving', 'Leaving')`)
  await database.run(sql`
    insert into members (organization_id, user_id, role) select o.id, m.user_id, 'owner' from organizations o, members m join organizations a on a.id = m.organization_id
    where o.slug = 'leaving' and a.slug = 'acme' and m.role = 'owner'`)
  const before = stripe.customers().length
  const { url } = (await ask('POST', '/platform/organizations/leaving/payments/card')).json as { url: string }
  const back = new URL(await stripe.finish(url, testCards.good))
  await ask('GET', `/platform/organizations/leaving/payments/pages/${back.searchParams.get('payment')}`)
  expect(stripe.customers()).toHaveLength(before + 1)
  // what it is to pay for its last days is charged first
  await ask('PUT', '/platform/organizations/leaving/billing/plan', { plan: 'enterprise' })
  await ask('PUT', '/platform/organizations/leaving/billing/plan', { plan: 'team' })
  const { last_bill: bill } = (await ask('GET', '/platform/organizations/leaving/removal')).json as OrganizationRemoval
  expect(bill).toMatchObject({ currency: 'USD', is_charged: true })
  const taken = stripe.taken().length
  await ask('DELETE', '/platform/organizations/leaving')
  stripe.doing = 'away'
  await round()
  expect(stripe.customers()).toHaveLength(before + 1)
  stripe.doing = 'well'
  await hasten()
  await round()
  expect(stripe.taken().slice(taken)).toEqual([bill.cents])
  expect(stripe.customers()).toHaveLength(before)

  await database.run(sql`update organizations set managed_by = 'vercel-marketplace' where slug = 'acme'`)
  for (const [method, path] of [
    ['GET', base],
    ['POST', `${base}/card`],
  ] as const) {
    expect(await ask(method, path)).toMatchObject({ status: 409, json: { code: 'organization_managed_elsewhere' } })
  }
  expect((await ask('GET', '/platform/organizations/acme/billing')).json).toMatchObject({ payment_provider: null })
  await round()
  expect(stripe.customers()).toHaveLength(before - 1)
  await database.run(sql`update organizations set managed_by = null where slug = 'acme'`)
})
