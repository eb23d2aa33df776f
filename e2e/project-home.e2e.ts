import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { insertReadings } from './control-plane.ts'
import { type Dashboard, openOwnDashboard } from './dashboard.ts'
import { addressOf } from './recovery/installation.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openOwnDashboard()
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

describe('the home of a project', () => {
  test('tells ref, region, size, version and uptime, and how each service is', async () => {
    const ref = await dashboard.project('Observatory')
    const page = await openHome(ref)
    await page.getByText(ref, { exact: true }).waitFor()
    await page.getByText('This machine').first().waitFor()
    await page.getByText('Nano').first().waitFor()
    await page.getByText(/^Postgres \d+\.\d+$/).waitFor()
    await page.getByText(/^Started/).waitFor()
    await page.getByRole('button', { name: 'Copy project ref' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ref)
    const health = region(page, 'Health')
    await health.getByText(/^Answered in \d+ ms$/).waitFor()
    await health.getByText(/^\d+ of 40 connections in use$/).waitFor()
    await expect.poll(() => health.getByRole('listitem').count()).toBeGreaterThanOrEqual(3)
    const activity = region(page, 'Live activity')
    await activity.getByRole('meter', { name: 'Connections' }).waitFor()
    await activity.getByText(/0 tables, .* on disk/).waitFor()
    await region(page, 'Recent events').getByText('Answering the first query').waitFor()
    await region(page, 'Advice').getByText('No issues found').waitFor()
  })

  test('of an empty database says what to do first; each step works, and they go when there is a table', async () => {
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
    await steps.getByRole('link', { name: 'Show how to connect' }).click()
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

  test('first steps that were dismissed stay away', async () => {
    const ref = await dashboard.project('Quiet')
    const page = await openHome(ref)
    await page.getByRole('button', { name: 'Dismiss first steps' }).click()
    await region(page, 'First steps').waitFor({ state: 'detached' })
    await page.reload()
    await region(page, 'Live activity')
      .getByText(/0 tables,/)
      .waitFor()
    await expect.poll(() => region(page, 'First steps').count()).toBe(0)
  })
})

describe('advice', () => {
  let ref: string
  beforeAll(async () => {
    ref = await dashboard.project('Shop')
    await query(ref, shop)
  })

  test('shows what was found, worst first, and all of it in a sheet that has an address', async () => {
    const page = await openHome(ref)
    const advice = region(page, 'Advice')
    await advice.getByText('public.customers').first().waitFor()
    await advice.getByText(/\d+ error/).waitFor()
    await advice.getByRole('link', { name: /Show all \d+ findings/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Advice' })
    await sheet.getByRole('tab', { name: /Performance/ }).click()
    await sheet
      .getByText(/orders.*customer_id|customer_id.*orders/)
      .first()
      .waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#advice')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    // as a notification opens it
    const linked = await dashboard.open(`/project/${ref}#advice`)
    await linked.getByRole('dialog', { name: 'Advice' }).getByText('public.customers').first().waitFor()
  })

  test('is repaired in the SQL editor, and gone', async () => {
    const page = await openHome(ref)
    const advice = region(page, 'Advice')
    const finding = advice.getByRole('listitem').filter({ hasText: 'Table public.customers can be reached' })
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

  test('is looked for again when asked', async () => {
    const page = await openHome(ref)
    const advice = region(page, 'Advice')
    await advice.getByRole('list', { name: 'Findings' }).waitFor()
    await query(ref, 'create table late (id int primary key)')
    await advice.getByRole('button', { name: 'Look again' }).click()
    await advice.getByText('public.late').first().waitFor()
  })

  test('that can not be had fails by itself, and is tried again', async () => {
    const page = await dashboard.open('/organizations')
    // answered, not cut off: a server that can not be reached has everything asked for again
    await page.route('**/run-lints', (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'The server failed', details: {} } }))
    await page.goto(`${dashboard.url}/project/${ref}`)
    const advice = region(page, 'Advice')
    const again = advice.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await region(page, 'Health')
      .getByText(/^Answered in/)
      .waitFor()
    await page.unroute('**/run-lints')
    await again.click()
    await advice.getByRole('list', { name: 'Findings' }).waitFor()
  })
})

test('connection strings and events that can not be had are tried again where they stand', async () => {
  const ref = await dashboard.project('Unanswered')
  const page = await dashboard.open('/organizations')
  const isOurs = ({ pathname }: URL) => /\/projects\/[a-z]+\/(databases|events)$/.test(pathname)
  await page.route(isOurs, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'The server failed', details: {} } }))
  await page.goto(`${dashboard.url}/project/${ref}`)
  const cards = [
    { name: 'Connect', known: /^postgresql:/ },
    { name: 'Recent events', known: 'Active' },
  ]
  for (const { name } of cards) await region(page, name).getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute(isOurs)
  for (const { name, known } of cards) {
    await region(page, name).getByRole('button', { name: 'Try again' }).click()
    await region(page, name).getByText(known).first().waitFor()
  }
})

describe('live activity', () => {
  test('moves when queries run: every second with the preview', async () => {
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

  test('is charted over the last hour, each figure when one chooses it; before that it says that it collects', async () => {
    const ref = await dashboard.project('Charted')
    const page = await openHome(ref)
    const activity = region(page, 'Live activity')
    await activity.getByText('The first reading comes within a minute').waitFor()
    await insertReadings(dashboard, ref)
    await page.reload()
    await page.getByRole('figure', { name: 'Connections, last hour' }).waitFor()
    for (const name of ['Queries running', 'Transactions', 'Cache hits', 'Database size']) {
      await activity.getByRole('button', { name }).click()
      await page.getByRole('figure', { name: `${name}, last hour` }).waitFor()
    }
    await expect.poll(() => activity.getByRole('button', { pressed: true }).innerText()).toBe('Database size')
    await expectAccessible(page)
  })

  test('rests while nobody looks', async () => {
    await dashboard.api.sessions.updatePreferences({ body: { feature_previews: ['live-activity'] } })
    const ref = await dashboard.project('Hidden')
    const page = await openHome(ref, { hasOwnClock: true })
    await region(page, 'Live activity').getByText('Every second').waitFor()
    let calls = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/activity')) calls += 1
    })
    await expect.poll(() => calls).toBeGreaterThan(0)
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    // what was asked just before
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.clock.runFor(2_000)
    const resting = calls
    for (let seconds = 0; seconds < 5; seconds += 1) await page.clock.runFor(1_000)
    expect(calls).toBe(resting)
    await page.clock.resume()
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, value: 'visible' })
      document.dispatchEvent(new Event('visibilitychange'))
    })
    await expect.poll(() => calls).toBeGreaterThan(resting + 1)
    await dashboard.api.sessions.updatePreferences({ body: { feature_previews: [] } })
  })
})

describe('trouble', () => {
  test('connections that run out are a warning that says what to do', async () => {
    const ref = await dashboard.project('Crowded')
    const clients = await connectTimes(ref, 34)
    const page = await openHome(ref)
    const health = region(page, 'Health')
    await health.getByText('Warning').first().waitFor()
    await health.getByRole('button', { name: 'What to do about Connections' }).click()
    await health.getByText(/choose a larger compute size/).waitFor()
    await expectAccessible(page)
    await health.getByRole('link', { name: 'Show open connections' }).click()
    await page.getByText('from pg_stat_activity').first().waitFor()
    await Promise.all(clients.map((client) => client.end()))
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

  test('a paused project is not measured, and has no advice; nor one that sleeps, which says who woke it', async () => {
    const ref = await dashboard.project('Resting')
    await dashboard.api.projects.pause({ params: { ref } })
    const page = await dashboard.open('/organizations')
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(`${dashboard.url}/project/${ref}`)
    await page.getByText('This project is paused').waitFor()
    await region(page, 'Recent events').getByText('Paused').first().waitFor()
    await expectAccessible(page)
    // spec §4: run-lints only when the project is active and healthy
    expect(asked.filter((path) => /run-lints|\/health$|\/activity/.test(path))).toEqual([])
    await page.getByRole('button', { name: 'Restore project' }).click()
    await region(page, 'Health')
      .getByText(/^Answered in/)
      .waitFor()
    await region(page, 'Advice').getByText('No issues found').waitFor()
    // nor is one that sleeps, until somebody wants it awake
    const fallAsleep = () =>
      dashboard.api.sleeps.sleep({ params: { ref } }).then(
        ({ sleep }) => sleep,
        ({ code }: { code: string }) => code,
      )
    await expect.poll(fallAsleep).toBe('asleep')
    asked.length = 0
    await page.goto(`${dashboard.url}/project/${ref}`)
    await page.getByText('This project is asleep').waitFor()
    await region(page, 'Recent events').getByText('Active').first().waitFor()
    await expectAccessible(page)
    expect(asked.filter((path) => /run-lints|\/health$|\/activity/.test(path))).toEqual([])
    await page.getByRole('button', { name: 'Wake up' }).click()
    await region(page, 'Health')
      .getByText(/^Answered in/)
      .waitFor()
    await region(page, 'Sleep')
      .getByText(/^Woken by .+, in the dashboard$/)
      .waitFor()
  })
})

test('it fits a phone and is accessible, dark and light', async () => {
  const ref = await dashboard.project('Pocket')
  await query(ref, shop)
  await insertReadings(dashboard, ref)
  const page = await openHome(ref)
  await page.getByRole('figure', { name: 'Connections, last hour' }).waitFor()
  await region(page, 'Advice').getByRole('list', { name: 'Findings' }).waitFor()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  }
})
