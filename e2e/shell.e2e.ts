import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { insertCrowd, insertMember, insertProjects } from './control-plane.ts'
import { type Dashboard, openDashboard, ownerEmail, ownerPassword } from './dashboard.ts'
import { insertPerson, openAs } from './person.ts'

let dashboard: Dashboard
let ref: string
let other: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Harbour')
  other = await dashboard.project('Lighthouse')
  await dashboard.api.queries.run({ params: { ref }, body: { query: 'create table moorings (id int primary key)' } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const at = (page: Page, path: string) => page.waitForURL((url) => url.pathname === path)
/** Opens the command menu, and finds by typing. */
const find = async (page: Page, text: string) => {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search commands' }).waitFor()
  await page.keyboard.type(text)
}
/** What Enter would choose. */
const highlighted = (page: Page) => page.locator('[data-highlighted]')
const mainMenu = (page: Page) => page.getByRole('navigation', { name: 'Main' })

describe('the sidebar', () => {
  test('is wide while the pointer or the focus is in it, and notes that in its cookie', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    const bar = page.locator('[data-sidebar]')
    const cookie = async () => (await page.context().cookies()).find(({ name }) => name === 'sidebar:state')
    await mainMenu(page).getByRole('link', { name: 'Table Editor' }).waitFor()
    await expect.poll(() => bar.getAttribute('data-sidebar')).toBe('closed')
    await page.getByRole('complementary', { name: 'Sidebar' }).hover()
    await page.locator('[data-sidebar=open]').waitFor()
    await expect.poll(async () => (await cookie())?.value).toBe('true')
    // 604800 seconds from now (spec §9), give or take the time that the test takes
    expect(Math.round(((await cookie())!.expires - Date.now() / 1000) / 3600)).toBe(168)
    await page.mouse.move(700, 500)
    await page.locator('[data-sidebar=closed]').waitFor()
    await expect.poll(async () => (await cookie())?.value).toBe('false')
    await mainMenu(page).getByRole('link', { name: 'Table Editor' }).focus()
    await page.keyboard.press('Shift+Tab')
    await page.locator('[data-sidebar=open]').waitFor()
  })

  test('keeps the behaviour that was chosen, also on another machine', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('button', { name: 'Sidebar' }).click()
    await page.getByRole('menuitemradio', { name: 'Expanded' }).click()
    await page.locator('[data-sidebar=open]').waitFor()
    await expect.poll(async () => (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())!.width).toBe(13 * 16)
    await expect.poll(async () => (await dashboard.api.sessions.profile()).preferences.sidebar).toBe('expanded')
    const elsewhere = await dashboard.open(`/project/${ref}`)
    await elsewhere.locator('[data-sidebar=open]').waitFor()
    await elsewhere.getByRole('button', { name: 'Sidebar' }).click()
    await elsewhere.getByRole('menuitemradio', { name: 'Collapsed' }).click()
    await elsewhere.locator('[data-sidebar=closed]').waitFor()
    await elsewhere.mouse.move(700, 500)
    await expect.poll(async () => (await elsewhere.getByRole('complementary', { name: 'Sidebar' }).boundingBox())!.width).toBe(3 * 16)
    await dashboard.api.sessions.updatePreferences({ body: { sidebar: 'hover' } })
  })

  test.each(['/account/me', '/new', '/new/acme', '/organizations'])('is not there on %s', async (path) => {
    const page = await dashboard.open(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('complementary', { name: 'Sidebar' }).count()).toBe(0)
  })

  test('is a sheet on a phone, 18rem wide', async () => {
    const page = await dashboard.open(`/project/${ref}`, { width: 390 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await sheet.getByRole('link', { name: 'SQL Editor' }).waitFor()
    await expect.poll(async () => (await sheet.boundingBox())!.width).toBe(18 * 16)
    await expectAccessible(page)
    await sheet.getByRole('link', { name: 'SQL Editor' }).click()
    await at(page, `/project/${ref}/sql/new`)
    await sheet.waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page)
  })

  test('goes with the phone: a window that is wide again has the sidebar instead', async () => {
    const page = await dashboard.open(`/project/${ref}`, { width: 390 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect.poll(() => page.getByRole('complementary', { name: 'Sidebar' }).isVisible()).toBe(false)
    await page.setViewportSize({ width: 768, height: 900 })
    await page.getByRole('dialog', { name: 'Menu' }).waitFor({ state: 'detached' })
    await page.getByRole('complementary', { name: 'Sidebar' }).waitFor()
  })

  test('has only what is built', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await mainMenu(page).getByRole('link').first().waitFor()
    const names = () =>
      mainMenu(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent))
    await expect.poll(() => names()).toEqual(['Project overview', 'Table Editor', 'SQL Editor'])
    await expect.poll(() => page.getByRole('button', { name: 'Enable branching' }).count()).toBe(0)
  })

  test('every entry that shows leads to a page', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    const links = mainMenu(page).getByRole('link')
    await links.first().waitFor()
    const addresses = await links.evaluateAll((elements) => elements.map((element) => (element as HTMLAnchorElement).href))
    for (const address of addresses) {
      await page.goto(address)
      await mainMenu(page).getByRole('link').first().waitFor()
      await expect.poll(() => page.getByText('This page does not exist').count()).toBe(0)
    }
  })
})

describe('the switchers', () => {
  test('switching the project keeps the page', async () => {
    const page = await dashboard.open(`/project/${ref}/editor`)
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.getByRole('combobox', { name: 'Search projects' }).fill('light')
    await page.getByRole('option', { name: 'Harbour' }).waitFor({ state: 'detached' })
    await page.getByRole('option', { name: 'Lighthouse' }).and(highlighted(page)).waitFor()
    await page.keyboard.press('Enter')
    await at(page, `/project/${other}/editor`)
  })

  test('offer what may be made', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.getByRole('link', { name: 'New project' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('link', { name: 'New organization' }).click()
    await at(page, '/new')
  })
})

describe('the lists of the switchers', () => {
  let slug: string
  let first: string

  beforeAll(async () => {
    slug = (await dashboard.api.organizations.create({ body: { name: 'Fleet' } })).slug
    await insertProjects(dashboard, slug, 7)
    first = (await dashboard.api.organizationProjects.list({ params: { slug } }))[0]!.ref
  })

  const list = async (page: Page) => {
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.getByRole('option').first().waitFor()
    return page.getByRole('listbox')
  }
  const isScrollable = (element: { scrollHeight: number; clientHeight: number }) => element.scrollHeight > element.clientHeight

  test('show seven entries, and scroll above that', async () => {
    const page = await dashboard.open(`/project/${first}`)
    const seven = await list(page)
    await expect.poll(() => page.getByRole('option').count()).toBe(7)
    await expect.poll(() => seven.evaluate(isScrollable)).toBe(false)
    await page.close()
    await insertProjects(dashboard, slug, 8)
    const again = await dashboard.open(`/project/${first}`)
    const eight = await list(again)
    await expect.poll(() => again.getByRole('option').count()).toBe(8)
    await expect.poll(() => eight.evaluate(isScrollable)).toBe(true)
    await again.close()
  })

  test('are walked by keyboard: open, arrow down, Enter', async () => {
    const page = await dashboard.open(`/project/${ref}/sql/new`)
    await page.locator('.cm-content').and(page.locator(':focus')).waitFor()
    await page.getByRole('button', { name: 'Switch project' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('combobox', { name: 'Search projects' }).waitFor()
    await page.getByRole('option', { name: 'Lighthouse' }).waitFor()
    const wanted = page.getByRole('option', { name: 'Lighthouse' }).and(page.locator('[data-highlighted]'))
    await expect
      .poll(async () => {
        if ((await wanted.count()) === 0) await page.keyboard.press('ArrowDown')
        return wanted.count()
      })
      .toBe(1)
    await page.keyboard.press('Enter')
    await at(page, `/project/${other}/sql/new`)
  })

  test('offer a new project only to who may create one', async () => {
    const email = 'reader@example.com'
    await insertPerson(dashboard, email)
    await insertMember(dashboard, slug, email, 'read-only')
    const page = await openAs(dashboard, email, `/project/${first}`)
    await list(page)
    await expect.poll(() => page.getByRole('link', { name: 'New project' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('link', { name: 'New organization' }).waitFor()
  })
})

describe('links', () => {
  test('fetch the project that they lead to after 75 ms of hovering, not before', async () => {
    const page = await dashboard.open('/org/acme', { hasOwnClock: true })
    const link = page.getByRole('link', { name: /Lighthouse/ }).first()
    await link.waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await link.hover()
    await page.clock.runFor(74)
    expect(asked).not.toContain(`/platform/projects/${other}`)
    await page.clock.runFor(1)
    await expect.poll(() => asked).toContain(`/platform/projects/${other}`)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/org/acme')
  })

  test('that the pointer only passes over fetch nothing', async () => {
    const page = await dashboard.open('/org/acme')
    const link = page.getByRole('link', { name: /Lighthouse/ }).first()
    await link.waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    // both in one turn of the page, so that no slow machine makes a stay of it
    await link.evaluate((element) => {
      element.dispatchEvent(new MouseEvent('mouseover', { bubbles: true }))
      element.dispatchEvent(new MouseEvent('mouseout', { bubbles: true }))
    })
    await link.hover()
    await expect.poll(() => asked).toContain(`/platform/projects/${other}`)
    expect(asked.filter((path) => path === `/platform/projects/${other}`)).toHaveLength(1)
  })

  test('the logo leads to the last visited organization', async () => {
    const page = await dashboard.open('/org/fleet')
    const logo = page.getByRole('link', { name: 'Colonnade home' })
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/fleet')
    await page.goto(`${dashboard.url}/project/${ref}`)
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/acme')
    await page.goto(`${dashboard.url}/organizations`)
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/acme')
  })
})

describe('the command menu', () => {
  test('finds pages, tables and settings by what one sees, and has what was used last on top', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await mainMenu(page).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('option', { name: /SQL Editor/ }).waitFor()
    await expectAccessible(page)
    await page.keyboard.type('moor')
    await page
      .getByRole('option', { name: /moorings/ })
      .and(highlighted(page))
      .waitFor()
    await page.keyboard.press('Enter')
    await at(page, `/project/${ref}/editor`)
    await page.getByRole('heading', { name: 'public.moorings' }).waitFor()
    await page.keyboard.press('Control+k')
    await page
      .getByRole('group', { name: 'Recent' })
      .getByRole('option', { name: /moorings/ })
      .waitFor()
    await page.keyboard.type('theme light')
    await page.getByRole('option', { name: /Light/ }).and(highlighted(page)).waitFor()
    await page.keyboard.press('Enter')
    await page.locator('html[data-theme=light]').waitFor()
    await expect.poll(async () => (await dashboard.api.sessions.profile()).preferences.theme).toBe('light')
    const elsewhere = await dashboard.open('/organizations')
    await elsewhere.locator('html[data-theme=light]').waitFor()
    await dashboard.api.sessions.updatePreferences({ body: { theme: 'system' } })
  })

  test('says so when nothing matches', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await find(page, 'no such thing')
    await page.getByText('Nothing matches.').waitFor()
  })
})

describe('keys', () => {
  test('G and another key lead to pages; ? lists them', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await mainMenu(page).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('t')
    await at(page, `/project/${ref}/editor`)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('SQL Editor').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('a')
    await at(page, '/account/me')
  })

  test('a project is found, opened and asked by keyboard alone', async () => {
    const page = await dashboard.openAsStranger('/')
    await page.getByLabel('Email').waitFor()
    await page.getByLabel('Email').focus()
    await page.keyboard.type(ownerEmail)
    await page.keyboard.press('Tab')
    await page.keyboard.type(ownerPassword)
    await page.keyboard.press('Enter')
    await page
      .getByRole('heading', { name: 'Acme' })
      .or(page.getByRole('heading', { name: 'Projects' }))
      .first()
      .waitFor()
    await find(page, 'harbour')
    await page
      .getByRole('option', { name: /Harbour/ })
      .and(highlighted(page))
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Harbour', level: 1 }).waitFor()
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await at(page, `/project/${ref}/sql/new`)
    await page.locator('.cm-content').focus()
    await page.keyboard.type('select 40 + 2 as answer')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('gridcell', { name: '42' }).waitFor()
  })
})

describe('the account', () => {
  test('themes, sidebar and previews are chosen on one page, which is accessible in each theme', async () => {
    const page = await dashboard.open('/account/me')
    for (const theme of ['Light', 'Classic Dark', 'Dark']) {
      await page.getByRole('radio', { name: theme, exact: true }).check()
      await page.locator(`html[data-theme=${theme.toLowerCase().replace(' ', '-')}]`).waitFor()
      await expectAccessible(page)
    }
    await page.getByRole('switch', { name: 'Live activity' }).click()
    await expect.poll(async () => (await dashboard.api.sessions.profile()).preferences.feature_previews).toEqual(['live-activity'])
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Live activity' }).getAttribute('aria-checked')).toBe('true')
    await dashboard.api.sessions.updatePreferences({ body: { theme: null, feature_previews: [] } })
  })

  test('its menu has the entries of the specification in their order, and the four themes', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('button', { name: 'Account' }).click()
    const menu = page.getByRole('menu')
    await menu.waitFor()
    const names = async () => (await menu.locator('[role^=menuitem]').allTextContents()).map((name) => name.replace(/(Ctrl K|⌘K|\?)$/, ''))
    await expect
      .poll(names)
      .toEqual([
        'Account preferences',
        'Feature previews',
        'Feedback and tickets',
        'Command menu',
        'Keyboard shortcuts',
        'Dark',
        'Light',
        'Classic Dark',
        'System',
        'Log out',
      ])
    await menu.getByRole('menuitem', { name: /Command menu/ }).click()
    await page.getByRole('combobox', { name: 'Search commands' }).waitFor()
    await page.keyboard.press('Escape')
    for (const [name, value, shown] of [
      ['Classic Dark', 'classic-dark', 'classic-dark'],
      ['Light', 'light', 'light'],
      ['System', 'system', 'dark'],
      ['Dark', 'dark', 'dark'],
    ] as const) {
      await page.getByRole('button', { name: 'Account' }).click()
      await menu.getByRole('menuitemradio', { name, exact: true }).click()
      await page.locator(`html[data-theme=${shown}]`).waitFor()
      await expect.poll(() => page.evaluate(() => localStorage.getItem('theme'))).toBe(value)
      await expect.poll(async () => (await dashboard.api.sessions.profile()).preferences.theme).toBe(value)
    }
    await dashboard.api.sessions.updatePreferences({ body: { theme: null } })
  })

  test('two tabs agree on the theme and the sidebar, whichever was changed last', async () => {
    const one = await dashboard.open(`/project/${ref}`)
    const two = await one.context().newPage()
    await two.goto(`${dashboard.url}/project/${ref}`)
    const choose = async (page: Page, theme: string) => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitemradio', { name: theme, exact: true }).click()
    }
    await choose(one, 'Light')
    await two.locator('html[data-theme=light]').waitFor()
    await choose(two, 'Classic Dark')
    await one.locator('html[data-theme=classic-dark]').waitFor()
    // another preference does not bring back the theme that this tab had
    await one.getByRole('button', { name: 'Sidebar' }).click()
    await one.getByRole('menuitemradio', { name: 'Expanded' }).click()
    await expect.poll(async () => (await dashboard.api.sessions.profile()).preferences.sidebar).toBe('expanded')
    await expect.poll(async () => (await dashboard.api.sessions.profile()).preferences.theme).toBe('classic-dark')
    await two.locator('html[data-theme=classic-dark]').waitFor()
    await one.locator('html[data-theme=classic-dark]').waitFor()
    await dashboard.api.sessions.updatePreferences({ body: { theme: null, sidebar: 'hover' } })
  })

  test('the menu of the account leads there, and to the previews', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Feature previews' }).click()
    await page.waitForURL(/\/account\/me#feature-previews$/)
    await page.getByRole('heading', { name: 'Feature previews' }).waitFor()
  })
})

describe('trouble', () => {
  test('a session that ends in the middle of something leads back to the same place', async () => {
    const page = await dashboard.openAsStranger('/account/me')
    await page.getByLabel('Email').fill(ownerEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
    await page.context().clearCookies()
    await page.getByRole('radio', { name: 'Collapsed' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.getByLabel('Email').fill(ownerEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await page.keyboard.press('Enter')
    await at(page, '/account/me')
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  })

  test('the server away and back is said, and gone again without a reload', async () => {
    const page = await dashboard.open(`/project/${ref}`, { hasOwnClock: true })
    await page
      .getByRole('region', { name: 'Live activity' })
      .getByText(/on disk/)
      .waitFor()
    await page.route('**/platform/**', (route) => route.abort())
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.clock.fastForward(15_000)
    await page.getByRole('status').filter({ hasText: 'Colonnade can not be reached.' }).waitFor()
    await page.unroute('**/platform/**')
    await page.clock.fastForward(5_000)
    await page.getByRole('status').filter({ hasText: 'Colonnade can not be reached.' }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Harbour' }).waitFor()
  })
})

describe('500 organizations and 2,000 projects', () => {
  beforeAll(() => insertCrowd(dashboard, { organizations: 500, projects: 2_000 }))

  test('are switched by typing', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByText(/^502 in all/).waitFor()
    await page.getByRole('combobox', { name: 'Search organizations' }).fill('organization 499')
    await page.getByRole('option', { name: 'Organization 499' }).and(highlighted(page)).waitFor()
    await page.keyboard.press('Enter')
    await at(page, '/org/organization-499')
  })

  test('and found in the command menu', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await find(page, 'project 1999')
    await page.getByRole('option', { name: /Project 1999/ }).waitFor()
  })
})
