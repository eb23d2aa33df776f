import type { Invoice, InvoiceLine } from '@colonnade/contracts/billing/invoices'
import { manualClock } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import { collectUsage } from '../../organizations/usage/collecting/collect.ts'
import { makeInvoices } from './make-invoices.ts'

const clock = manualClock(Date.parse('2031-02-03T08:10:00Z'))
let platform: TestPlatform

/** What the installation does as soon as it runs, as several of its lives at once. */
async function run(at: string): Promise<void> {
  clock.advance(Date.parse(at) - clock.now())
  await Promise.all([makeInvoices(platform.ctx), collectUsage(platform.ctx), collectUsage(platform.ctx)])
  await Promise.all([makeInvoices(platform.ctx), makeInvoices(platform.ctx), makeInvoices(platform.ctx)])
}
const invoices = () =>
  platform.ctx.database.rows<{ start: string; end: string; lines: Invoice['lines']; total: number }>(sql`
    select i.period_start::text as start, i.period_end::text as end, i.lines, i.total_cents::int as total
    from invoices i join organizations o on o.id = i.organization_id where o.slug = 'acme' order by i.number`)
const line = (description: string, quantity: string, cents: number): InvoiceLine => ({ description, quantity, cents })
const was = (from: string, until: string) => platform.ctx.database.run(sql`insert into usage_presence (from_at, until_at) values (${from}, ${until})`)

/** A project that rests, with an add-on from one moment to another. */
async function insertProject(ref: string, addon: string, from: string, until: string | null): Promise<void> {
  const { database } = platform.ctx
  await database.run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired)
    select ${ref}, id, ${ref}, 'local', 'nano', '', 'INACTIVE', 'inactive' from organizations where slug = 'acme'`)
  await database.run(sql`
    insert into addon_spans (project_ref, type, addon, from_at, to_at) values (${ref}, ${addon.replace(/_\d+$/, '')}, ${addon}, ${from}, ${until})`)
}

beforeAll(async () => {
  platform = await openTestPlatform({ clock })
  const { database } = platform.ctx
  await database.run(sql`truncate usage_presence`)
  await database.run(sql`update organizations set created_at = '2031-01-10'`)
  await database.run(sql`
    insert into plan_changes (organization_id, at, plan, usage_billing_enabled) select id, timestamptz '2031-01-10', 'pro', false from organizations`)
  await was('2031-01-10', '2031-01-31 20:00Z')
  await database.run(sql`
    insert into usage_hours (done_until) values ('2031-01-10') on conflict (is_only) do update set done_until = excluded.done_until`)
  await insertProject('lastday'.padEnd(20, 'x'), 'pitr_7', '2031-01-31 12:00Z', null)
  const short = 'short'.padEnd(20, 'x')
  await insertProject(short, 'ipv4', '2031-01-12 00:00Z', '2031-01-22 00:00Z')
  // it was deleted two days before what it had was taken down
  await database.run(sql`update projects set status = 'REMOVED', desired = 'removed' where ref = ${short}`)
  await database.run(sql`insert into project_events (ref, kind, status, at) values (${short}, 'status', 'GOING_DOWN', '2031-01-20 00:00Z')`)
})
afterAll(() => platform[Symbol.asyncDispose]())

test('an installation that was off over the end of a month bills it once when it is back, for the time that it was there', async () => {
  await run('2031-02-03T08:10:00Z')
  expect(await invoices()).toEqual([
    {
      start: '2031-01-01',
      end: '2031-01-31',
      lines: [
        line('Pro plan', '22 of 31 days', 1_774),
        line('Dedicated pooler', '192.0 hours', 103),
        line('Point-in-time recovery: 7 days', '8.0 hours', 81),
      ],
      total: 1_774 + 103 + 81,
    },
  ])
})

test('the second after a month is of the next one, and February has the days that it has', async () => {
  await was('2031-02-28', '2031-03-01 12:00Z')
  await insertProject('midnight'.padEnd(20, 'x'), 'ipv4', '2031-02-28 23:00Z', '2031-03-01 02:00Z')
  await run('2031-02-28T23:59:59Z')
  expect(await invoices()).toHaveLength(1)
  await run('2031-03-01T00:00:00Z')
  await run('2031-03-01T12:00:00Z')
  const [, february, ...more] = await invoices()
  expect(more).toEqual([])
  expect(february!.lines).toEqual([
    line('Pro plan', '28 of 28 days', 2_500),
    line('Dedicated pooler', '1.0 hours', 1),
    line('Point-in-time recovery: 7 days', '24.0 hours', 268),
  ])
})

test('a leap day is a day, and each invoice is the sum of its lines', async () => {
  await was('2032-02-29', '2032-03-01')
  await run('2032-03-01T00:00:01Z')
  const all = await invoices()
  expect(all.at(-1)).toMatchObject({
    start: '2032-02-01',
    end: '2032-02-29',
    lines: [line('Pro plan', '29 of 29 days', 2_500), line('Point-in-time recovery: 7 days', '24.0 hours', 259)],
  })
  expect(all.map(({ start }) => start)).toEqual([...new Set(all.map(({ start }) => start))].toSorted())
  expect(all).toHaveLength(14)
  for (const { lines, total } of all) expect(lines.reduce((sum, { cents }) => sum + cents, 0)).toBe(total)
})

test('an invoice that can not be made keeps nobody else from theirs, and is made once it can', async () => {
  const { database } = platform.ctx
  await database.run(sql`
    insert into organizations (slug, name, created_at) values ('first', 'First', '2031-01-01'), ('second', 'Second', '2031-12-01')`)
  await database.run(sql`
    insert into plan_changes (organization_id, at, plan, usage_billing_enabled)
    select id, timestamptz '2032-02-01', 'pro', false from organizations where slug in ('first', 'second')`)
  await database.run(sql`alter table invoices add constraint broken check (billed_to ->> 'slug' <> 'first') not valid`)
  const made = async () =>
    (
      await database.rows<{ slug: string }>(
        sql`select billed_to ->> 'slug' as slug from invoices where billed_to ->> 'slug' in ('first', 'second') order by 1`,
      )
    ).map(({ slug }) => slug)
  await makeInvoices(platform.ctx)
  expect(await made()).toEqual(['second'])
  await database.run(sql`alter table invoices drop constraint broken`)
  await makeInvoices(platform.ctx)
  expect(await made()).toEqual(['first', 'second'])
})
