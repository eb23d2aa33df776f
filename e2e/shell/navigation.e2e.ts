import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { at, chord, hasFocus, highlighted, mainMenu, openCommands } from './shell.ts'

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
})

/** Left edge of the title, measured from the pane that the page has beside its menus; null where a work surface names itself to screen readers alone. */
const titleEdge = (page: Page) =>
  page.evaluate(() => {
    const title = document.querySelector('[data-page] h1')
    if (title === null) throw new Error('There is no title yet')
    const { left, width } = title.getBoundingClientRect()
    const pane =
      document.querySelector('[data-page] :is(nav, main > aside)')?.getBoundingClientRect().right ??
      document.querySelector('[data-page]')!.getBoundingClientRect().left
    return width <= 1 ? null : left - pane
  })

/** One of each shape that no entry of the sidebar opens: narrow and wide ones, within sections and without. */
const otherPages = ['/organizations', '/account/me', '/project/{ref}/database/roles', '/project/{ref}/settings/infrastructure']
/** Editors name what they show in a toolbar. */
const editors = /\/(?:editor|sql\/)/

test('every entry of the sidebar opens a page, and all titles start at the same edge', async () => {
  const page = await dashboard.open(`/project/${ref}`)
  const links = mainMenu(page).getByRole('link')
  await links.first().waitFor()
  const addresses = await links.evaluateAll((elements) => elements.map((element) => (element as HTMLAnchorElement).pathname))
  for (const address of [...addresses, ...otherPages.map((path) => path.replace('{ref}', ref))]) {
    await page.goto(new URL(address, page.url()).href)
    await page.locator('[data-page] h1').first().waitFor({ state: 'attached' })
    await expect.poll(() => page.getByText('This page doesn’t exist').count()).toBe(0)
    if (editors.test(address)) continue
    await expect.poll(() => titleEdge(page).catch(() => undefined), { message: address }).toSatisfy((edge) => edge === null || edge === 32)
  }
})
