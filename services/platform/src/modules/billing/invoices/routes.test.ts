import type { HostedInvoice } from '@colonnade/contracts/billing/installation-invoices'
import type { Invoice, InvoiceSummary, UpcomingInvoice } from '@colonnade/contracts/billing/invoices'
import type { OrganizationRemoval } from '@colonnade/contracts/organizations/organization-removals'
import { manualClock } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { makeInvoices } from './make-invoices.ts'
import { messages } from './messages.ts'

const clock = manualClock(Date.parse('2031-03-01T00:10:00Z'))
let platform: TestPlatform
const base = '/platform/organizations/acme/invoices'

/** Everything is measured up to a moment. */
const measuredUntil = (moment: string) =>
  platform.ctx.database.run(sql`
    insert into usage_hours (done_until) values (${moment}) on conflict (is_only) do update set done_until = excluded.done_until`)
const list = async (as: Person = 'owner', slug = 'acme') =>
  ((await platform.ask(as, 'GET', `/platform/organizations/${slug}/invoices`)).json as { items: InvoiceSummary[] }).items
const make = () => makeInvoices(platform.ctx)

beforeAll(async () => {
  platform = await openTestPlatform({ clock })
  const { database } = platform.ctx
  await database.run(sql`update organizations set created_at = '2031-01-10'`)
  await database.run(sql`insert into usage_presence (from_at, until_at) values ('2031-01-05', '2031-03-01')`)
  await database.run(sql`
    insert into plan_changes (organization_id, at, plan, usage_billing_enabled)
    select id, timestamptz '2031-01-10', 'pro', false from organizations union all select id, timestamptz '2031-02-15', 'team', true from organizations`)
  await database.run(sql`
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select 'p', m.metric, timestamptz '2031-02-10', timestamptz '2031-02-10 01:00', 'p', o.id, m.quantity
    from organizations o, (values ('addon.pitr_7', 86400), ('egress', 510 * 1073741824::bigint)) m (metric, quantity) where o.slug = 'acme'`)
  await database.run(sql`
    update organizations set billing_name = 'Žluťoučký 株式会社', billing_emails = '{books@example.com}', billing_address = E'Straße 1\nBerlin' where slug = 'acme'`)
})
afterAll(() => platform[Symbol.asyncDispose]())

test('none is made before the last hour of the month is measured', async () => {
  await measuredUntil('2031-01-31T23:00:00Z')
  await make()
  expect(await list()).toEqual([])
})

test('each month is billed once, however often and by how many it is tried, and numbers have no gap', async () => {
  await measuredUntil('2031-03-01T00:00:00Z')
  await Promise.all([make(), make(), make()])
  await make()
  const numbers = await platform.ctx.database.rows<{ number: number; period: string }>(sql`
    select number, period_start::text as period from invoices order by number`)
  expect(numbers.map(({ number }) => number)).toEqual([1, 2, 3, 4])
  expect(numbers.map(({ period }) => period).toSorted()).toEqual(['2031-01-01', '2031-01-01', '2031-02-01', '2031-02-01'])
  expect((await list()).map(({ period_start: start, period_end: end, status }) => [start, end, status])).toEqual([
    ['2031-02-01', '2031-02-28', 'open'],
    ['2031-01-01', '2031-01-31', 'open'],
  ])
})

test('the month so far is billed by the day, and its invoice is estimated to the end of the month', async () => {
  const upcoming = (await platform.ask('owner', 'GET', `${base}/upcoming`)).json as UpcomingInvoice
  expect(upcoming).toMatchObject({ period_start: '2031-03-01', period_end: '2031-03-31', invoice_date: '2031-04-01', currency: 'USD' })
  expect(upcoming.lines).toEqual([{ description: 'Team plan', quantity: '1 of 31 days', cents: 1_932 }])
  expect([upcoming.so_far_cents, upcoming.estimated_cents]).toEqual([1_932, 59_900])
  const { database } = platform.ctx
  await database.run(
    sql`alter table organizations disable trigger user; update organizations set plan = 'team' where slug = 'acme'; alter table organizations enable trigger user`,
  )
  await database.run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, status)
    select 'monthsofarmonthsofar', id, 'Costly', 'local', 'small', 'none', 'INACTIVE' from organizations where slug = 'acme'`)
  const withAddon = (await platform.ask('owner', 'GET', `${base}/upcoming`)).json as UpcomingInvoice
  // all of the month but its first ten minutes
  expect(withAddon).toMatchObject({ so_far_cents: 1_932, estimated_cents: 59_900 + 1_500 })
  await database.run(sql`delete from projects where ref = 'monthsofarmonthsofar'`)
})

test('an invoice has its lines, their sum, and who it is for', async () => {
  const { id } = (await list())[0]!
  const invoice = (await platform.ask('owner', 'GET', `${base}/${id}`)).json as Invoice
  expect(invoice.lines).toEqual([
    { description: 'Pro plan', quantity: '14 of 28 days', cents: 1_250 },
    { description: 'Team plan', quantity: '14 of 28 days', cents: 29_950 },
    { description: 'Point-in-time recovery: 7 days', quantity: '24.0 hours', cents: 268 },
    { description: messages.lines.usage('Database egress'), quantity: '10.0 GB', cents: 90 },
  ])
  expect(invoice.total_cents).toBe(1_250 + 29_950 + 268 + 90)
  expect(invoice.billed_to).toEqual({
    name: 'Žluťoučký 株式会社',
    slug: 'acme',
    emails: ['books@example.com'],
    address: 'Straße 1\nBerlin',
    tax_id: null,
  })
  const pdf = await platform.ask('owner', 'GET', `${base}/${id}/file`)
  expect(pdf.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': expect.stringContaining(`invoice-${invoice.number}.pdf`),
  })
  expect(Buffer.from(pdf.bytes).toString('latin1', 0, 5)).toBe('%PDF-')
})

test('who gets invoices is told of each, once', async () => {
  const mails = await platform.ctx.database.rows<{ recipient: string; subject: string }>(sql`
    select recipient, subject from mails where kind = 'billing' order by subject`)
  expect(mails.map(({ recipient }) => recipient)).toEqual(['books@example.com', 'books@example.com'])
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(2)
})

test('who is managed elsewhere, and who was on the free plan, gets none; an own month is accounted for all the same', async () => {
  await platform.ctx.database.run(sql`
    insert into organizations (slug, name, managed_by, created_at) values ('market', 'Market', 'vercel-marketplace', '2031-02-01'), ('free', 'Free', null, '2031-02-01')`)
  await make()
  const rows = await platform.ctx.database.rows<{ slug: string; invoices: number; periods: number }>(sql`
    select o.slug, (select count(*)::int from invoices i where i.organization_id = o.id) as invoices,
      (select count(*)::int from billed_periods b where b.organization_id = o.id) as periods
    from organizations o where o.slug in ('market', 'free') order by o.slug`)
  expect(rows).toEqual([
    { slug: 'free', invoices: 0, periods: 1 },
    { slug: 'market', invoices: 0, periods: 0 },
  ])
})

test('what was used on days on the free plan is not billed, also where others of the month were on a paid one', async () => {
  const { database } = platform.ctx
  await database.run(sql`insert into organizations (slug, name, created_at) values ('grown', 'Grown', '2031-02-01')`)
  await database.run(sql`
    insert into plan_changes (organization_id, at, plan, usage_billing_enabled)
    select id, timestamptz '2031-02-20 12:00Z', 'pro', true from organizations where slug = 'grown'`)
  await database.run(sql`
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select 'grown', u.metric, u.hour, u.hour + interval '1 hour', 'grown', o.id, u.quantity
    from organizations o, (values
      ('addon.ipv4', timestamptz '2031-02-10 05:00Z', 86400), ('addon.pitr_3', timestamptz '2031-02-19 23:00Z', 86400),
      ('addon.ipv4', timestamptz '2031-02-20 00:00Z', 86400), ('egress', timestamptz '2031-02-10 05:00Z', 300 * 1073741824::bigint),
      ('egress', timestamptz '2031-02-28 23:00Z', 260 * 1073741824::bigint)) u (metric, hour, quantity) where o.slug = 'grown'`)
  await make()
  const rows = await database.rows<{ lines: Invoice['lines'] }>(sql`
    select i.lines from invoices i join organizations o on o.id = i.organization_id where o.slug = 'grown'`)
  expect(rows.map(({ lines }) => lines)).toEqual([
    [
      { description: 'Pro plan', quantity: '9 of 28 days', cents: 804 },
      { description: 'Dedicated pooler', quantity: '24.0 hours', cents: 14 },
      { description: messages.lines.usage('Database egress'), quantity: '10.0 GB', cents: 90 },
    ],
  ])
})

test('the owner of the installation settles it once, and it is written down', async () => {
  const { id, number } = (await list())[0]!
  const path = `/platform/installation/invoices/${id}`
  expect(await platform.ask('administrator', 'PATCH', path, { status: 'paid' })).toMatchObject({ status: 403 })
  const replies = await Promise.all([
    platform.ask('owner', 'PATCH', path, { status: 'paid' }),
    platform.ask('owner', 'PATCH', path, { status: 'void' }),
  ])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]))
  const settled = (await list())[0]!
  expect(settled).toMatchObject({ id, settled_at: '2031-03-01T00:10:00.000Z' })
  const { details } = (await platform.ctx.database.first<{ details: unknown }>(sql`
    select details from audit_log where event = 'organization.invoice_settled'`))!
  expect(details).toEqual({ number, status: settled.status, before: 'open' })
  expect(await platform.ask('owner', 'PATCH', '/platform/installation/invoices/none', { status: 'void' })).toMatchObject({ status: 404 })
})

test('nobody alters one, and others see none', async () => {
  const { database } = platform.ctx
  for (const statement of [
    sql`update invoices set total_cents = 0`,
    sql`update invoices set status = 'open' where status <> 'open'`,
    sql`delete from invoices`,
    sql`truncate invoices`,
    sql`update plan_changes set plan = 'free'`,
  ]) {
    await expect(database.run(statement)).rejects.toThrow('What was billed can not be altered')
  }
  const { id } = (await list())[0]!
  for (const path of [`/platform/organizations/elsewhere/invoices/${id}`, `/platform/organizations/elsewhere/invoices/${id}/file`]) {
    expect(await platform.ask('outsider', 'GET', path)).toMatchObject({ status: 404, json: { code: 'invoice_not_found' } })
  }
  expect(await platform.ask('administrator', 'GET', base)).toMatchObject({ status: 403 })
  expect(await platform.ask('outsider', 'GET', base)).toMatchObject({ status: 404 })
})

test('an organization that is deleted is billed for its month so far, which is told before, once; its invoices stay with the owner', async () => {
  const { database } = platform.ctx
  await database.run(sql`update organizations set billing_emails = '{last@example.com}' where slug = 'elsewhere'`)
  await database.run(sql`
    insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
    select 'q', 'addon.pitr_7', timestamptz '2031-03-01', timestamptz '2031-03-01 01:00', 'q', o.id, 3600 from organizations o where o.slug = 'elsewhere'`)
  const removal = (await platform.ask('outsider', 'GET', '/platform/organizations/elsewhere/removal')).json as OrganizationRemoval
  // a day of the Team plan, and an hour of point-in-time recovery
  expect(removal.last_bill).toEqual({ currency: 'USD', cents: 1_932 + 10, is_charged: false })
  const remove = () => platform.ask('outsider', 'DELETE', '/platform/organizations/elsewhere')
  const replies = await Promise.all([remove(), make(), remove(), make()])
  expect(replies.filter((reply) => reply !== undefined && reply.status === 204)).toHaveLength(1)

  const all = '/platform/installation/invoices'
  const { items } = (await platform.ask('owner', 'GET', `${all}?search=elsewhere`)).json as { items: HostedInvoice[] }
  expect(items.map(({ period_start: start, period_end: end, total_cents: cents, is_deleted: isDeleted }) => [start, end, cents, isDeleted])).toEqual([
    ['2031-03-01', '2031-03-01', 1_942, true],
    ['2031-02-01', '2031-02-28', expect.any(Number), true],
    ['2031-01-01', '2031-01-31', expect.any(Number), true],
  ])
  const [{ id, number }] = items as [HostedInvoice]
  expect((await platform.ask('owner', 'GET', `${all}?search=${number}&status=open`)).json).toMatchObject({ items: [{ id }], next_offset: null })
  expect((await platform.ask('owner', 'GET', `${all}/${id}`)).json).toMatchObject({
    lines: [
      { description: 'Team plan', quantity: '1 of 31 days', cents: 1_932 },
      { description: 'Point-in-time recovery: 7 days', quantity: '1.0 hours', cents: 10 },
    ],
  })
  expect((await platform.ask('owner', 'GET', `${all}/${id}/file`)).headers).toMatchObject({ 'content-type': 'application/pdf' })
  expect(await platform.ask('owner', 'PATCH', `${all}/${id}`, { status: 'paid' })).toMatchObject({ status: 200, json: { status: 'paid' } })
  const letters = await platform.letters('last@example.com')
  expect(letters[0]!.content).toMatchObject({
    action: null,
    paragraphs: expect.arrayContaining([messages.mail.last('Elsewhere')]) as string[],
  })
  for (const path of [all, `${all}/${id}`, `${all}/${id}/file`])
    expect(await platform.ask('administrator', 'GET', path)).toMatchObject({ status: 403 })
})

test('an organization on the free plan, and one that a marketplace manages, are deleted without a bill', async () => {
  const { database } = platform.ctx
  await database.run(sql`
    insert into members (organization_id, user_id, role) select o.id, u.id, 'owner' from organizations o, users u where o.slug in ('market', 'free') and u.email = 'owner@example.com'`)
  await database.run(
    sql`insert into plan_changes (organization_id, at, plan, usage_billing_enabled) select id, timestamptz '2031-02-01', 'team', true from organizations where slug = 'market'`,
  )
  const before = await database.first(sql`select count(*) from invoices`)
  for (const slug of ['market', 'free'])
    expect(await platform.ask('owner', 'DELETE', `/platform/organizations/${slug}`)).toMatchObject({ status: 204 })
  expect(await database.first(sql`select count(*) from invoices`)).toEqual(before)
})
