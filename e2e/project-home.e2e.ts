import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'
import { addressOf } from './recovery/installation.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** A shop with two things to repair: a table that everybody can read, and a reference that no index helps. */
const shop = `
  create table customers (id bigint generated always as identity primary key, name text not null);
  create table orders (id bigint generated always as identity primary key, customer_id bigint not null references customers);
  alter table orders enable row level security;
  create policy everybody on orders using (true);
  insert into customers (name) select 'customer ' || n from generate_series(1, 200) n;`

const region = (page: Page, name: string) => page.getByRole('region', { name })
const openHome = async (ref: string, options?: Parameters<Dashboard['open']>[1]): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}`, options)
  await page.getByRole('heading', { level: 1 }).getByText('Active', { exact: true }).waitFor()
  return page
}
/** Four programs, or forty. A server that is told to end them may do so before they know. */
async function connectTimes(ref: string, count: number): Promise<pg.Client[]> {
  const { host, port, user, database, password } = addressOf(await dashboard.api.projects.retrieve({ params: { ref } }))
  const clients = Array.from({ length: count }, () => new pg.Client({ host, port, user, database, password }))
  for (const client of clients) {
    client.on('error', () => {})
    await client.connect()
  }
  return clients
}
const query = (ref: string, text: string) => dashboard.api.queries.run({ params: { ref }, body: { query: text } })

test('the home of an empty database says what to do first; each step works, and they go when there is a table', async () => {
  const ref = await dashboard.project('Blank')
  const page = await openHome(ref)
  const steps = region(page, 'First steps')
  await steps.getByText('Your database is empty').waitFor()
  await expectAccessible(page)
  await steps.getByRole('link', { name: 'Open the table editor' }).click()
  await page.waitForURL('**/editor**')
  await page.goBack()
  await steps.getByRole('link', { name: 'Open the SQL editor' }).click()
  await page.waitForURL('**/sql/new')
  await page.goBack()
  await steps.getByRole('link', { name: 'Show connection details' }).click()
  // its code comes late, and the key is its own from when it has the focus
  await page
    .getByRole('dialog', { name: /Connect/ })
    .locator(':focus')
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await query(ref, 'create table first (id int primary key)')
  await page.reload()
  await region(page, 'Live activity')
    .getByText(/1 table,/)
    .waitFor()
  await steps.waitFor({ state: 'detached' })
})

test('advice is repaired in the SQL editor, and gone', async () => {
  const ref = await dashboard.project('Shop')
  await query(ref, shop)
  const page = await openHome(ref)
  const advice = region(page, 'Advice')
  const finding = advice.getByRole('listitem').filter({ hasText: 'Table public.customers is exposed through the API' })
  await finding.getByRole('link', { name: /^Review SQL/ }).click()
  await page.waitForURL('**/sql/new**')
  await page.getByText('alter table public.customers enable row level security').first().waitFor()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await expect
    .poll(async () => (await query(ref, `select relrowsecurity from pg_class where oid = 'customers'::regclass`)).results[0]?.rows)
    .toEqual([['t']])
  await page.getByRole('link', { name: 'Project overview' }).click()
  await finding.waitFor({ state: 'detached' })
  await advice.getByRole('list', { name: 'Findings' }).waitFor()
  await expect.poll(() => finding.count()).toBe(0)
})

test('live activity moves when queries run: every second with the preview', async () => {
  await dashboard.api.sessions.updatePreferences({ body: { feature_previews: ['live-activity'] } })
  const ref = await dashboard.project('Busy')
  const page = await openHome(ref)
  const activity = region(page, 'Live activity')
  await activity.getByText('Every second').waitFor()
  const figure = (id: string) => activity.locator(`[data-figure=${id}]`).innerText()
  await expect.poll(() => figure('queries')).toMatch(/^0/)
  const clients = await connectTimes(ref, 4)
  const running = Promise.allSettled(clients.map((client) => client.query('select pg_sleep(600)')))
  await expect.poll(() => figure('queries')).toMatch(/^4/)
  await expect.poll(() => activity.getByRole('meter', { name: 'Connections' }).getAttribute('aria-valuetext')).toMatch(/^[4-9] of 40$/)
  await query(ref, `select pg_terminate_backend(pid) from pg_stat_activity where query = 'select pg_sleep(600)' and pid <> pg_backend_pid()`)
  await running
  await Promise.allSettled(clients.map((client) => client.end()))
  await expect.poll(() => figure('queries')).toMatch(/^0/)
  // every statement is a transaction of its own
  await expect.poll(() => figure('transactions')).toMatch(/^[\d.]+\s*per second$/)
  await dashboard.api.sessions.updatePreferences({ body: { feature_previews: [] } })
  await page.reload()
  await activity.getByText('Every 10 seconds').waitFor()
})

test('a database server that was killed comes back, and the page says so by itself', async () => {
  const ref = await dashboard.project('Shaken')
  const page = await openHome(ref)
  const health = region(page, 'Health')
  await health.getByText(/^Answered in/).waitFor()
  const pid = await dashboard.installation.postmaster(ref)
  process.kill(pid!, 'SIGKILL')
  const events = region(page, 'Recent events')
  await events.getByText('Unhealthy').first().waitFor()
  await expect.poll(async () => (await dashboard.api.projects.retrieve({ params: { ref } })).status).toBe('ACTIVE_HEALTHY')
  await page.getByRole('heading', { level: 1 }).getByText('Active').waitFor()
  await expect.poll(() => health.getByText(/^Answered in/).count()).toBe(1)
  await region(page, 'Live activity')
    .getByText(/on disk/)
    .waitFor()
})
