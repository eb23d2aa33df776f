import { type Lint, lints } from '@colonnade/contracts/data/lints'
import { projectHealth } from '@colonnade/contracts/projects/project-health'
import { type Project, projects } from '@colonnade/contracts/projects/projects'
import { sleeps } from '@colonnade/contracts/projects/sleeps'
import { adviceCardText } from '@colonnade/dashboard/testing/messages/features/lints'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type OpenStage, type PageOptions, setStage } from './stage/set-stage.ts'
import { anActivity, aLint, anEvent, anOrganization, aPerson, aProject, longAgo } from './stage/world.ts'

const region = (page: Page, name: string) => page.getByRole('region', { name })
const projectOf = ({ world }: OpenStage): Project => world.projects[0]!

async function openHome(stage: OpenStage, options?: PageOptions): Promise<Page> {
  const page = await stage.open(`/project/${projectOf(stage).ref}`, options)
  await page.getByRole('heading', { level: 1 }).getByText('Active', { exact: true }).waitFor()
  return page
}

/** Two things to repair: a table that everybody can read, and a reference that no index helps. */
const findings: readonly Lint[] = [
  aLint('unindexed_foreign_keys', { level: 'INFO', categories: ['PERFORMANCE'], detail: 'orders has no index for customer_id', name: 'orders' }),
  aLint('rls_disabled_in_public', {
    level: 'ERROR',
    categories: ['SECURITY'],
    detail: 'Table public.customers can be reached by everybody',
    name: 'customers',
  }),
  ...['a', 'b', 'c', 'd'].map((name) =>
    aLint('unused_index', { level: 'INFO', categories: ['PERFORMANCE'], detail: `Index ${name} is not used`, name }),
  ),
]

/** A reading a minute over the last hour, with a pause in them. */
function readings() {
  const now = Date.now()
  return Array.from({ length: 58 }, (_, at) => ({
    at: new Date(now - (59 - at) * 60_000).toISOString(),
    connections: 3 + (at % 5),
    max_connections: 40,
    active_queries: at % 2,
    transactions_per_second: at === 0 ? null : 10,
    cache_hit_ratio: 0.99,
    database_bytes: 9_000_000 + at,
  })).filter((_, at) => at < 20 || at > 30)
}

describe('the home of a project', () => {
  test('tells ref, region, size, version and uptime, and how each service is', async () => {
    const stage = setStage({
      events: [anEvent({ kind: 'step', step: 'verify', state: 'started' }), anEvent({ kind: 'step', step: 'verify', state: 'done' }), anEvent({})],
    })
    const page = await openHome(stage)
    const { ref } = projectOf(stage)
    await page.getByText(ref, { exact: true }).waitFor()
    await page.getByText('This machine').first().waitFor()
    await page.getByText('Nano').first().waitFor()
    await page.getByText('Postgres 18.4', { exact: true }).waitFor()
    await page.getByText(/^Started/).waitFor()
    await page.getByRole('button', { name: 'Copy project ref' }).click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ref)
    const health = region(page, 'Health')
    await health.getByText('Answered in 3 ms').waitFor()
    await health.getByText('3 of 40 connections in use').waitFor()
    await expect.poll(() => health.getByRole('listitem').count()).toBe(2)
    const activity = region(page, 'Live activity')
    await activity.getByRole('meter', { name: 'Connections' }).waitFor()
    await activity.getByText(/1 table, .* on disk/).waitFor()
    await region(page, 'Recent events').getByText('Answering the first query').waitFor()
    await region(page, 'Advice').getByText('No issues found').waitFor()
  })

  test('first steps that were dismissed stay away', async () => {
    const stage = setStage()
    stage.answers(projects.activity, { ...anActivity, tables: 0 })
    const page = await openHome(stage)
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
  test('shows what was found, worst first, and all of it in a sheet that has an address', async () => {
    const stage = setStage()
    stage.answers(lints.run, [...findings])
    const page = await openHome(stage)
    const advice = region(page, 'Advice')
    await advice.getByText('public.customers').first().waitFor()
    await expect.poll(() => advice.getByRole('listitem').first().textContent()).toContain('public.customers')
    await advice.getByText('1 error').waitFor()
    await advice.getByRole('link', { name: 'Show all 6 findings' }).click()
    const sheet = page.getByRole('dialog', { name: 'Advice' })
    await sheet.getByRole('tab', { name: /Performance/ }).click()
    await sheet
      .getByText(/orders.*customer_id/)
      .first()
      .waitFor()
    await expect.poll(() => new URL(page.url()).hash).toBe('#advice')
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).hash).toBe('')
    // as a notification opens it
    const linked = await stage.open(`/project/${projectOf(stage).ref}#advice`)
    await linked.getByRole('dialog', { name: 'Advice' }).getByText('public.customers').first().waitFor()
  })

  test('is looked for again when asked', async () => {
    const stage = setStage()
    stage.answers(lints.run, [...findings])
    const page = await openHome(stage)
    const advice = region(page, 'Advice')
    await advice.getByRole('list', { name: 'Findings' }).waitFor()
    stage.answers(lints.run, [
      aLint('rls_disabled_in_public', {
        level: 'ERROR',
        categories: ['SECURITY'],
        detail: 'Table public.late can be reached by everybody',
        name: 'late',
      }),
    ])
    await advice.getByRole('button', { name: adviceCardText.checkAgain }).click()
    await advice.getByText('public.late').first().waitFor()
  })

  test('that can not be had fails by itself, and is tried again', async () => {
    const stage = setStage()
    stage.refuses(lints.run, 'internal')
    const page = await openHome(stage)
    const advice = region(page, 'Advice')
    const again = advice.getByRole('button', { name: 'Try again' })
    await again.waitFor()
    await region(page, 'Health').getByText('Answered in 3 ms').waitFor()
    stage.answers(lints.run, [...findings])
    await again.click()
    await advice.getByRole('list', { name: 'Findings' }).waitFor()
  })
})

test('connection strings and events that can not be had are tried again where they stand', async () => {
  const stage = setStage()
  stage.refuses(projects.databases, 'internal')
  stage.refuses(projects.events, 'internal')
  const page = await openHome(stage)
  const cards = [
    { name: 'Connect', endpoint: projects.databases, known: /^postgresql:/ },
    { name: 'Recent events', endpoint: projects.events, known: 'Active' },
  ]
  for (const { name } of cards) await region(page, name).getByRole('button', { name: 'Try again' }).waitFor()
  for (const { name, endpoint, known } of cards) {
    stage.recovers(endpoint)
    await region(page, name).getByRole('button', { name: 'Try again' }).click()
    await region(page, name).getByText(known).first().waitFor()
  }
})

describe('live activity', () => {
  test('is charted over the last hour, each figure when one chooses it; before that it says that it collects', async () => {
    const stage = setStage()
    const page = await openHome(stage)
    const activity = region(page, 'Live activity')
    await activity.getByText('The first reading appears within a minute').waitFor()
    stage.answers(projectHealth.samples, readings())
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
    const preferences = { theme: null, sidebar: null, feature_previews: ['live-activity' as const] }
    const stage = setStage({ person: aPerson({ preferences }) })
    const page = await openHome(stage, { hasOwnClock: true })
    await region(page, 'Live activity').getByText('Every second').waitFor()
    const calls = () => stage.calls(projects.activity).length
    const show = (visibility: string) =>
      page.evaluate((value) => {
        Object.defineProperty(document, 'visibilityState', { configurable: true, value })
        document.dispatchEvent(new Event('visibilitychange'))
      }, visibility)
    await expect.poll(calls).toBeGreaterThan(0)
    await show('hidden')
    // whatever the page sent before this has been seen by then
    const settle = () => page.evaluate(() => fetch('/platform/profile'))
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await page.clock.runFor(2_000)
    await settle()
    const resting = calls()
    for (let seconds = 0; seconds < 5; seconds += 1) await page.clock.runFor(1_000)
    await settle()
    expect(calls()).toBe(resting)
    await page.clock.resume()
    await show('visible')
    await expect.poll(calls).toBeGreaterThan(resting + 1)
  })
})

describe('trouble', () => {
  test('connections that run out are a warning that says what to do', async () => {
    const stage = setStage()
    stage.answers(projectHealth.health, [{ id: 'connections', status: 'WARNING', message: '34 of 40 connections in use' }])
    const page = await openHome(stage)
    const health = region(page, 'Health')
    await health.getByText('Warning').first().waitFor()
    await health.getByRole('button', { name: 'What to do about Connections' }).click()
    await health.getByText(/choose a larger compute size/).waitFor()
    await expectAccessible(page)
    const link = health.getByRole('link', { name: 'Show open connections' })
    await expect.poll(async () => decodeURIComponent((await link.getAttribute('href'))!)).toMatch(/\/sql\/new\?[^]*from[ +]pg_stat_activity/)
  })

  const measured = [lints.run, projectHealth.health, projects.activity]
  const measurements = (stage: OpenStage) => measured.flatMap((endpoint) => stage.calls(endpoint))
  /** What calls change of the project. */
  const become = (stage: OpenStage, changes: Partial<Project>): Project => (stage.world.projects[0] = { ...projectOf(stage), ...changes })

  test('a paused project is not measured, and has no advice, until it is restored', async () => {
    const organization = anOrganization()
    const stage = setStage({
      organizations: [organization],
      projects: [aProject({ organization, status: 'INACTIVE' })],
      events: [anEvent({ status: 'INACTIVE' })],
    })
    stage.answers(projects.restore, () => become(stage, { status: 'ACTIVE_HEALTHY' }))
    const page = await stage.open(`/project/${projectOf(stage).ref}`)
    await page.getByText('This project is paused').waitFor()
    await region(page, 'Recent events').getByText('Paused').first().waitFor()
    await expectAccessible(page)
    // spec §4: run-lints only when the project is active and healthy
    expect(measurements(stage)).toEqual([])
    await page.getByRole('button', { name: 'Restore project' }).click()
    await region(page, 'Health').getByText('Answered in 3 ms').waitFor()
    await region(page, 'Advice').getByText('No issues found').waitFor()
  })

  test('nor is one that sleeps, which says who woke it', async () => {
    const organization = anOrganization()
    const stage = setStage({ organizations: [organization], projects: [aProject({ organization, sleep: 'asleep', slept_at: longAgo })] })
    const woken = { kind: 'dashboard', what: 'dashboard', who: 'ada' } as const
    stage.answers(sleeps.wake, () => {
      stage.answers(sleeps.report, {
        after: 'plan',
        after_minutes: 15,
        kept_awake_by: null,
        sleeps: [{ id: 1, slept_at: longAgo, woken_at: longAgo, woken_by: woken, wake_ms: 300, memory_bytes: 1, problem: null }],
        saved: { since: longAgo, sleeps: 1, asleep_seconds: 1, memory_byte_seconds: 1 },
      })
      return become(stage, { sleep: 'awake' })
    })
    const page = await stage.open(`/project/${projectOf(stage).ref}`)
    await page.getByText('This project is asleep').waitFor()
    await region(page, 'Recent events').getByText('Active').first().waitFor()
    await expectAccessible(page)
    expect(measurements(stage)).toEqual([])
    await page.getByRole('button', { name: 'Wake up' }).click()
    await region(page, 'Health').getByText('Answered in 3 ms').waitFor()
    await region(page, 'Sleep').getByText('Woken up by ada in the dashboard').waitFor()
  })
})

test('it fits a phone and is accessible, dark and light', async () => {
  const stage = setStage()
  stage.answers(lints.run, [...findings])
  stage.answers(projectHealth.samples, readings())
  const page = await openHome(stage)
  await page.getByRole('figure', { name: 'Connections, last hour' }).waitFor()
  await region(page, 'Advice').getByRole('list', { name: 'Findings' }).waitFor()
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-theme=${colorScheme}]`).waitFor()
      await expectNoSidewaysScroll(page)
      await expectAccessible(page, colorScheme === 'dark' ? 'all' : 'colours')
    }
  }
})
