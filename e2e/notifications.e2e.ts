import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { deleteNotifications, insertCrowd, insertNotifications } from './control-plane.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Herald')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ })
const box = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const item = (page: Page, title: string) =>
  box(page)
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`${title}(?!\\d)`) })
const openBell = async (page: Page) => {
  await bell(page).click()
  await box(page).getByRole('tab', { name: 'Inbox' }).waitFor()
}
/** The page has noticed that it is in sight, which browsers tell it a frame or two later. */
const isInSight = async (entry: Locator) => {
  for (let frames = 0; frames < 2; frames += 1) {
    await entry.evaluate((element) => new Promise((resolve) => new IntersectionObserver(resolve).observe(element)))
  }
}
const unread = async () => (await dashboard.api.notifications.summary()).unread_count
const titles = async (status: 'new' | 'seen' | 'archived') =>
  (await dashboard.api.notifications.list({ query: { status: [status], limit: 100 } })).items.map(({ data }) => data.title)
/** Chooses entries of the filter menu, and closes it. */
const filter = async (page: Page, ...names: readonly string[]) => {
  await box(page)
    .getByRole('button', { name: /^Filter/ })
    .click()
  for (const name of names) await page.getByRole('menuitemcheckbox', { name, exact: true }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('menu').waitFor({ state: 'detached' })
}
const refusal = { status: 500, json: { code: 'internal', message: 'The server failed', details: {} } }

describe('the bell', () => {
  test('counts what is new, shows it, and marks it seen when it closes', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await isInSight(item(page, 'Herald is ready'))
    await expectAccessible(page)
    await expect.poll(() => unread()).toBe(1)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await expect.poll(unread).toBe(0)
    await expect.poll(() => titles('seen')).toEqual(['Herald is ready'])
  })

  test('archives one, finds it in the archive, and takes it back as seen', async () => {
    await deleteNotifications(dashboard)
    await insertNotifications(dashboard, [{ title: 'A visit' }])
    const page = await dashboard.open('/organizations')
    await openBell(page)
    await item(page, 'A visit').getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('All caught up').waitFor()
    await expect.poll(() => titles('archived')).toEqual(['A visit'])
    // the panel of a tab is there before the other one has gone
    await page.getByRole('tab', { name: 'Archived' }).click()
    await page.getByRole('tabpanel', { name: 'Archived' }).getByText('A visit', { exact: true }).waitFor()
    await page.getByRole('tabpanel', { name: 'Archived' }).getByRole('button', { name: 'Move to inbox' }).first().click()
    await page.getByRole('tabpanel', { name: 'Archived' }).getByText('No archived notifications').waitFor()
    await expect.poll(() => titles('seen')).toEqual(['A visit'])
    await page.getByRole('tab', { name: 'Inbox' }).click()
    await page.getByRole('tabpanel', { name: 'Inbox' }).getByText('A visit', { exact: true }).waitFor()
  })
})

describe('the summary at the bell', () => {
  beforeEach(() => deleteNotifications(dashboard))

  test('changes while the page is open, and takes the tone of the gravest that is unread', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    const tone = bell(page).locator('[data-tone]')
    await insertNotifications(dashboard, [{ title: 'An invitation' }])
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
    await expect.poll(() => tone.getAttribute('data-tone')).toBe('usual')
    await insertNotifications(dashboard, [{ title: 'A quota', priority: 'Warning' }])
    await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()
    await expect.poll(() => tone.getAttribute('data-tone')).toBe('warning')
    await insertNotifications(dashboard, [{ title: 'A failure', priority: 'Critical' }])
    await page.getByRole('button', { name: 'Notifications, 3 unread' }).waitFor()
    await expect.poll(() => tone.getAttribute('data-tone')).toBe('critical')
    await expect.poll(() => tone.textContent()).toBe('3')
  })

  test('an open list takes in what comes', async () => {
    const page = await dashboard.open('/organizations')
    await openBell(page)
    await box(page).getByText('All caught up').waitFor()
    await insertNotifications(dashboard, [{ title: 'Breaking' }])
    await item(page, 'Breaking').waitFor()
  })

  test('two tabs tell the same, and what one of them does is seen in the other', async () => {
    await insertNotifications(dashboard, [{ title: 'For both' }])
    const one = await dashboard.open('/organizations')
    const two = await one.context().newPage()
    await two.goto(`${dashboard.url}/organizations`)
    await openBell(one)
    await openBell(two)
    await isInSight(item(two, 'For both'))
    await item(one, 'For both').getByRole('button', { name: 'Archive', exact: true }).click()
    await box(one).getByText('All caught up').waitFor()
    await box(two).getByText('All caught up').waitFor()
    // the second tab had it in sight; closing does not bring it back from the archive
    const isAnswered = two.waitForResponse((response) => response.request().method() === 'PATCH')
    await two.keyboard.press('Escape')
    await isAnswered
    await expect.poll(() => titles('archived')).toEqual(['For both'])
  })
})

describe('the list', () => {
  beforeEach(async () => {
    await deleteNotifications(dashboard)
  })

  test('is 400 px high, fetches ten at a time, the next ten when one scrolls, and sends the header Version: 2', async () => {
    await insertNotifications(
      dashboard,
      Array.from({ length: 25 }, (_, at) => ({ title: `News ${at + 1}` })),
    )
    const page = await dashboard.open('/organizations')
    const asked: URLSearchParams[] = []
    const versions = new Map<string, string | undefined>()
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (!pathname.startsWith('/platform/notifications')) return
      versions.set(`${request.method()} ${pathname.slice('/platform/notifications'.length)}`, request.headers()['version'])
      if (request.method() === 'GET' && pathname === '/platform/notifications') asked.push(searchParams)
    })
    await openBell(page)
    const list = box(page).getByRole('region', { name: 'Inbox' })
    await item(page, 'News 25').waitFor()
    await expect.poll(async () => (await list.boundingBox())!.height).toBe(400)
    // what comes over the page's stream has it ask once more for what it shows
    const pages = () => [...new Set(asked.map((query) => query.toString()))].map((query) => Object.fromEntries(new URLSearchParams(query)))
    expect(pages()).toEqual([{ offset: '0', limit: '10', status: 'new,seen' }])
    await list.hover()
    const scrollTo = (title: string) =>
      expect
        .poll(async () => {
          await page.mouse.wheel(0, 300)
          return item(page, title).isVisible()
        })
        .toBe(true)
    await scrollTo('News 15')
    expect(pages().map(({ offset }) => offset)).toEqual(['0', '10'])
    await scrollTo('News 1')
    expect(pages().map(({ offset }) => offset)).toEqual(['0', '10', '20'])
    await item(page, 'News 1').getByRole('button', { name: 'Mark as seen' }).click()
    await expect.poll(unread).toBe(24)
    await box(page).getByRole('button', { name: 'Archive all' }).click()
    await page.getByText('Successfully archived all notifications').waitFor()
    expect(versions.get('GET ')).toBe('2')
    expect(versions.get('PATCH ')).toBe('2')
    expect(versions.get('PATCH /archive-all')).toBe('2')
  })

  test('marks as seen what was in sight, and leaves what was further down new', async () => {
    await insertNotifications(
      dashboard,
      Array.from({ length: 10 }, (_, at) => ({ title: `News ${at + 1}` })),
    )
    const page = await dashboard.open('/organizations')
    await openBell(page)
    await isInSight(item(page, 'News 10'))
    await page.keyboard.press('Escape')
    await expect.poll(async () => (await titles('seen')).includes('News 10')).toBe(true)
    await expect.poll(() => titles('new')).toContain('News 1')
  })

  test('marks one as seen by hand, which stays open and in the inbox', async () => {
    await insertNotifications(dashboard, [{ title: 'First' }, { title: 'Second' }])
    const page = await dashboard.open('/organizations')
    await openBell(page)
    await item(page, 'First').getByRole('img', { name: 'Unread' }).waitFor()
    await item(page, 'First').getByRole('button', { name: 'Mark as seen' }).click()
    await item(page, 'First').getByRole('img', { name: 'Unread' }).waitFor({ state: 'detached' })
    await expect.poll(() => titles('seen')).toEqual(['First'])
    await expect.poll(() => titles('new')).toEqual(['Second'])
  })

  test('filters by status, priority, organization and project, and says so to the server', async () => {
    await insertCrowd(dashboard, { organizations: 1, projects: 1 })
    await insertNotifications(dashboard, [
      { title: 'Acme warns', priority: 'Warning', organization: 'acme', project: ref },
      { title: 'Acme informs', organization: 'acme', project: ref },
      { title: 'Another fails', priority: 'Critical', organization: 'organization-1' },
    ])
    const page = await dashboard.open('/organizations')
    let asked: URLSearchParams[] = []
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url())
      if (pathname === '/platform/notifications' && request.method() === 'GET') asked.push(searchParams)
    })
    const shown = async () =>
      (await box(page).getByRole('listitem').allTextContents()).map((text) => /Acme warns|Acme informs|Another fails/.exec(text)?.[0])
    /** What is shown may be asked for once more, under the filter of before, when a change of it has been answered. */
    const said = async (wanted: Readonly<Record<string, string>>) => {
      await expect.poll(() => asked.some((search) => Object.entries(wanted).every(([name, value]) => search.get(name) === value))).toBe(true)
      asked = []
    }
    await openBell(page)
    await expect.poll(shown).toEqual(['Another fails', 'Acme informs', 'Acme warns'])
    await filter(page, 'Warning', 'Critical')
    await expect.poll(shown).toEqual(['Another fails', 'Acme warns'])
    await said({ priority: 'Warning,Critical' })
    await filter(page, 'Acme')
    await expect.poll(shown).toEqual(['Acme warns'])
    await said({ org_slug: 'acme' })
    await filter(page, 'Warning', 'Critical', 'Acme', 'Herald')
    await expect.poll(shown).toEqual(['Acme informs', 'Acme warns'])
    await said({ project_ref: ref })
    await filter(page, 'Herald')
    await item(page, 'Acme informs').getByRole('button', { name: 'Mark as seen' }).click()
    await filter(page, 'Unread only')
    await expect.poll(shown).toEqual(['Another fails', 'Acme warns'])
    await said({ status: 'new' })
    await filter(page, 'Herald')
    await expect.poll(shown).toEqual(['Acme warns'])
    await box(page).getByRole('button', { name: 'Filter, 2 set' }).waitFor()

    // the archive has nothing unread: that part of the filter goes, the other stays
    await box(page).getByRole('tab', { name: 'Archived' }).click()
    await box(page).getByRole('tabpanel', { name: 'Archived' }).getByText('Nothing matches the filter').waitFor()
    await box(page).getByRole('button', { name: 'Filter, 1 set' }).waitFor()
    await said({ status: 'archived', project_ref: ref })
    await box(page).getByRole('tab', { name: 'Inbox' }).click()
    await box(page).getByRole('tabpanel', { name: 'Archived' }).waitFor({ state: 'detached' })
    await expect.poll(shown).toEqual(['Acme informs', 'Acme warns'])
    await said({ status: 'new,seen' })
  })

  test('a phone has it in a sheet of 85dvh, which closes on the way to another page and when it is turned', async () => {
    await insertNotifications(dashboard, [{ title: 'News '.repeat(20).trim(), organization: 'acme', project: ref }])
    const page = await dashboard.open('/organizations', { width: 390 })
    await page.getByRole('link', { name: 'Acme' }).first().click()
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await openBell(page)
    await expect.poll(async () => (await box(page).boundingBox())!.height).toBe(0.85 * 900)
    await item(page, 'News').waitFor()
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await page.setViewportSize({ width: 500, height: 900 })
    await box(page).waitFor({ state: 'detached' })
    await openBell(page)
    await page.evaluate('history.back()')
    await page.waitForURL('**/organizations')
    await box(page).waitFor({ state: 'detached' })
  })
})

describe('what fails', () => {
  beforeEach(async () => {
    await deleteNotifications(dashboard)
    await insertNotifications(dashboard, [{ title: 'Stubborn' }])
  })

  test('the list says so, and can be asked again', async () => {
    const page = await dashboard.open('/organizations')
    // no news, which would have the list asked for before the button is pressed
    await page.route('**/platform/notifications/events', (route) => route.fulfill(refusal))
    await page.route('**/platform/notifications?*', (route) => route.fulfill(refusal))
    await page.reload()
    await openBell(page)
    await box(page).getByText('Failed to retrieve notifications').waitFor()
    await page.unroute('**/platform/notifications?*')
    await box(page).getByRole('button', { name: 'Try again' }).click()
    await item(page, 'Stubborn').waitFor()
  })

  test('a change and the archive of all say so, and nothing is lost', async () => {
    const page = await dashboard.open('/organizations')
    await openBell(page)
    await item(page, 'Stubborn').waitFor()
    const isChange = (url: URL) => url.pathname.startsWith('/platform/notifications')
    await page.route(isChange, (route) => (route.request().method() === 'PATCH' ? route.fulfill(refusal) : route.continue()))
    await item(page, 'Stubborn').getByRole('button', { name: 'Archive', exact: true }).click()
    await page.getByText('Failed to update notifications: The server failed').waitFor()
    await box(page).getByRole('button', { name: 'Archive all' }).click()
    await page.getByText('Failed to archive all notifications: The server failed').waitFor()
    await item(page, 'Stubborn').waitFor()
    await expect.poll(() => titles('archived')).toEqual([])
    await page.unroute(isChange)
    await box(page).getByRole('button', { name: 'Archive all' }).click()
    await page.getByText('Successfully archived all notifications').waitFor()
    await box(page).getByText('All caught up').waitFor()
    await expect.poll(() => titles('archived')).toEqual(['Stubborn'])
    await expect.poll(() => box(page).getByRole('button', { name: 'Archive all' }).isDisabled()).toBe(true)
  })
})
