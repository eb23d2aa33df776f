import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { insertCrowd, insertMember, insertProjects } from '../control-plane.ts'
import { type Dashboard, openOwnDashboard, ownerEmail, ownerPassword } from '../dashboard.ts'
import { insertPerson, openAs } from '../person.ts'
import { at, chord, find, hasFocus, highlighted, mainMenu, openCommands } from './shell.ts'

let dashboard: Dashboard
let ref: string
let other: string
/** Slug of a second organization. */
let fleet: string

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  ref = await dashboard.project('Harbour')
  other = await dashboard.project('Lighthouse')
  fleet = (await dashboard.api.organizations.create({ body: { name: 'Fleet' } })).slug
  await dashboard.api.queries.run({ params: { ref }, body: { query: 'create table moorings (id int primary key)' } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

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
  let first: string

  beforeAll(async () => {
    await insertProjects(dashboard, fleet, 7)
    first = (await dashboard.api.organizationProjects.list({ params: { slug: fleet } }))[0]!.ref
  })

  const list = async (page: Page) => {
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.getByRole('option').first().waitFor()
    return page.getByRole('listbox')
  }
  const isScrollable = (element: { scrollHeight: number; clientHeight: number }) => element.scrollHeight > element.clientHeight

  test('show seven entries, and scroll above that', async () => {
    const page = await dashboard.open(`/project/${first}`)
    const entries = await list(page)
    await expect.poll(() => page.getByRole('option').count()).toBe(7)
    await expect.poll(() => entries.evaluate(isScrollable)).toBe(false)
    await insertProjects(dashboard, fleet, 8)
    await page.reload()
    await list(page)
    await expect.poll(() => page.getByRole('option').count()).toBe(8)
    await expect.poll(() => entries.evaluate(isScrollable)).toBe(true)
  })

  test('are walked by keyboard: open, arrow down, Enter', async () => {
    const page = await dashboard.open(`/project/${ref}/sql/new`)
    await hasFocus(page.locator('.cm-content'))
    await page.getByRole('button', { name: 'Switch project' }).focus()
    await page.keyboard.press('Enter')
    await hasFocus(page.getByRole('combobox', { name: 'Search projects' }))
    await page.getByRole('option', { name: 'Lighthouse' }).waitFor()
    await page.getByRole('option', { name: 'Harbour' }).and(highlighted(page)).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.getByRole('option', { name: 'Lighthouse' }).and(highlighted(page)).waitFor()
    await page.keyboard.press('Enter')
    await at(page, `/project/${other}/sql/new`)
  })

  test('offer a new project only to who may create one', async () => {
    const email = 'reader@example.com'
    await insertPerson(dashboard, email)
    await insertMember(dashboard, fleet, email, 'read-only')
    const page = await openAs(dashboard, email, `/project/${first}`)
    await list(page)
    await expect.poll(() => page.getByRole('link', { name: 'New project' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('link', { name: 'New organization' }).waitFor()
  })
})

describe('links', () => {
  test('fetch the project that they lead to after 75 ms of hovering, not before, and not when the pointer only passes over', async () => {
    const page = await dashboard.open('/org/acme', { hasOwnClock: true })
    const link = page.getByRole('link', { name: /Lighthouse/ }).first()
    await link.waitFor()
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await link.hover()
    await page.mouse.move(0, 0)
    await page.clock.runFor(1_000)
    expect(asked).not.toContain(`/platform/projects/${other}`)
    await link.hover()
    await page.clock.runFor(74)
    expect(asked).not.toContain(`/platform/projects/${other}`)
    await page.clock.runFor(1)
    await expect.poll(() => asked).toContain(`/platform/projects/${other}`)
    await expect.poll(() => new URL(page.url()).pathname).toBe('/org/acme')
  })

  test('the logo leads to the last visited organization', async () => {
    const page = await dashboard.open('/org/fleet')
    const logo = page.getByRole('link', { name: 'Colonnade home' })
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/fleet')
    await page.goto(`${dashboard.url}/project/${ref}`)
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/acme')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('last-organization'))).toBe('acme')
    await page.goto(`${dashboard.url}/organizations`)
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/acme')
  })
})

describe('the command menu', () => {
  test('finds pages, tables and settings by what one sees, and has what was used last on top', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await mainMenu(page).waitFor()
    await openCommands(page)
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
    await openCommands(page)
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
    await chord(page, 'g', 't')
    await at(page, `/project/${ref}/editor`)
    await page.keyboard.press('?')
    const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
    await sheet.getByText('SQL Editor').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
    await chord(page, 'g', 'a')
    await at(page, '/account/me')
  })

  test('a project is found, opened and asked by keyboard alone', async () => {
    const page = await dashboard.openAsStranger('/')
    await hasFocus(page.getByLabel('Email'))
    await page.keyboard.type(ownerEmail)
    await page.keyboard.press('Tab')
    await hasFocus(page.getByRole('textbox', { name: 'Password' }))
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
    await chord(page, 'g', 's')
    await at(page, `/project/${ref}/sql/new`)
    await hasFocus(page.locator('.cm-content'))
    await page.keyboard.type('select 40 + 2 as answer')
    await page.keyboard.press('Control+Enter')
    await page.getByRole('gridcell', { name: '42' }).waitFor()
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
