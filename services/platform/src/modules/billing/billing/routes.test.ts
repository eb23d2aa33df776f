import type { BillingReport } from '@colonnade/contracts/billing/billing'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform
let ref: string
const base = '/platform/organizations/acme/billing'

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Shop')
})
afterAll(() => platform[Symbol.asyncDispose]())

const put = (path: string, body: unknown, as: Person = 'owner') => platform.ask(as, 'PUT', `${base}/${path}`, body)
const report = async () => (await platform.ask('owner', 'GET', base)).json as BillingReport
const lastEvent = async () =>
  (await platform.ctx.database.first<{ event: string; details: unknown }>(sql`select event, details from audit_log order by id desc limit 1`))!

test('the plan changes at once, and who did it and what it was before is written down', async () => {
  expect(await put('plan', { plan: 'pro' })).toMatchObject({ status: 200, json: { plan: 'pro', usage_billing_enabled: false } })
  expect(await lastEvent()).toEqual({ event: 'organization.plan_changed', details: { plan: 'pro', before: 'free' } })
  expect((await platform.ask('owner', 'GET', '/platform/organizations/acme')).json).toMatchObject({ plan: { id: 'pro' } })
  const history = await platform.ctx.database.rows<{ plan: string }>(sql`
    select c.plan from plan_changes c join organizations o on o.id = c.organization_id where o.slug = 'acme' order by c.id`)
  expect(history.map(({ plan }) => plan)).toEqual(['free', 'pro'])
})

test('a downgrade is refused with what the smaller plan does not allow, by name', async () => {
  await platform.ctx.database.run(sql`insert into recovery_windows (project_ref, days) values (${ref}, 7)`)
  await platform.ctx.database.run(sql`insert into dedicated_poolers (project_ref) values (${ref})`)
  const refused = await put('plan', { plan: 'free' })
  expect(refused).toMatchObject({ status: 409, json: { code: 'plan_not_available', details: { plan: 'free' } } })
  expect((refused.json as { details: { refusals: string[] } }).details.refusals).toEqual([
    messages.refusals.dedicatedPooler('Shop'),
    messages.refusals.pitr('Shop', '3 days', 'Free'),
  ])
  await platform.ctx.database.run(sql`
    insert into replicas (identifier, cluster_ref, project_ref, region, compute) values ('r1', ${'r'.repeat(20)}, ${ref}, 'local', 'nano')`)
  const { addons, changes } = await report()
  expect(changes.find(({ plan }) => plan === 'free')).toMatchObject({
    refusals: [
      { project_ref: ref, addon: 'ipv4' },
      { project_ref: ref, addon: 'pitr' },
    ],
    kept: [expect.stringContaining('Shop (1)')],
  })
  await platform.ctx.database.run(sql`delete from replicas`)
  expect(addons).toEqual([
    { project_ref: ref, project_name: 'Shop', type: 'pitr', name: '7 days', monthly_cents: 7_500 },
    { project_ref: ref, project_name: 'Shop', type: 'ipv4', name: 'Dedicated pooler', monthly_cents: 400 },
  ])
  await platform.ctx.database.run(sql`delete from recovery_windows`)
  await platform.ctx.database.run(sql`delete from dedicated_poolers`)
})

test('the spend cap goes with a paid plan, and is on again with the free one', async () => {
  expect(await put('spend-cap', { usage_billing_enabled: true })).toMatchObject({ status: 200, json: { usage_billing_enabled: true } })
  expect(await lastEvent()).toMatchObject({ details: { usage_billing_enabled: true, before: false } })
  expect(await put('plan', { plan: 'free' })).toMatchObject({ status: 200, json: { plan: 'free', usage_billing_enabled: false } })
  expect(await put('spend-cap', { usage_billing_enabled: true })).toMatchObject({ status: 409, json: { code: 'plan_not_available' } })
})

test('billing details are kept as they are given, with what they were before', async () => {
  const details = { emails: ['books@example.com'], name: 'Žluťoučký 株式会社', address: 'Straße 1\n10115 Berlin', tax_id: 'DE 1' }
  expect(await put('details', details)).toMatchObject({ status: 200, json: { details } })
  expect(await lastEvent()).toMatchObject({ details: { ...details, before: { emails: [], name: null, address: null, tax_id: null } } })
  for (const email of ['a@example.com\r\nBcc: b@example.com', 'a@exam\nple.com', 'nobody']) {
    expect(await put('details', { ...details, emails: [email] })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  }
  expect((await report()).details).toEqual(details)
})

test('who is managed by a marketplace changes plan and spend cap there', async () => {
  await platform.ctx.database.run(sql`update organizations set managed_by = 'vercel-marketplace' where slug = 'acme'`)
  for (const [path, body] of [
    ['plan', { plan: 'team' }],
    ['spend-cap', { usage_billing_enabled: false }],
  ] as const) {
    const refused = await put(path, body)
    expect(refused).toMatchObject({ status: 409, json: { code: 'organization_managed_elsewhere', details: { managed_by: 'vercel-marketplace' } } })
  }
  expect((await report()).plan).toBe('free')
  await platform.ctx.database.run(sql`update organizations set managed_by = null where slug = 'acme'`)
})

test('two who change the plan at once leave one of the two, and a history of both', async () => {
  const replies = await Promise.all([put('plan', { plan: 'pro' }), put('plan', { plan: 'team' })])
  expect(replies.map(({ status }) => status)).toEqual([200, 200])
  const last = await platform.ctx.database.first<{ plan: string; now: string }>(sql`
    select c.plan, o.plan as now from plan_changes c join organizations o on o.id = c.organization_id where o.slug = 'acme' order by c.id desc limit 1`)
  expect(last!.plan).toBe(last!.now)
})

test('where no payment provider is configured, nothing of it is there, and calls say so', async () => {
  expect((await report()).payment_provider).toBeNull()
  const payments = '/platform/organizations/acme/payments'
  for (const [method, path] of [
    ['GET', payments],
    ['POST', `${payments}/card`],
    ['DELETE', `${payments}/card`],
    ['POST', `${payments}/invoices/${crypto.randomUUID()}`],
    ['GET', `${payments}/pages/cs_1`],
  ] as const) {
    expect(await platform.ask('owner', method, path)).toMatchObject({ status: 409, json: { code: 'payments_not_configured' } })
  }
  expect(await platform.ask(null, 'POST', '/platform/webhooks/stripe', '{}')).toMatchObject({
    status: 409,
    json: { code: 'payments_not_configured' },
  })
  expect((await platform.ask('owner', 'GET', '/platform/installation/payments')).json).toMatchObject({ provider: null, troubles: [] })
})
