import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openOwnDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openOwnDashboard({ COLONNADE_POOL_SIZE: '1' })
  await dashboard.api.organizations.create({ body: { name: 'Acme' } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** Beside its name: among its events it says so for ever. */
const active = (page: Page) => page.getByRole('heading', { level: 1 }).getByText('Active', { exact: true }).waitFor()
const menu = async (page: Page, item: string | RegExp) => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const uriOf = async (page: Page): Promise<string> => {
  const text = await page
    .getByText(/^postgresql:\/\/postgres:/)
    .first()
    .textContent()
  return text!.trim()
}

describe('a project', () => {
  test('comes up before one has looked twice, and its connection string works in a driver', async () => {
    const page = await dashboard.open('/new/acme')
    await page.getByRole('heading', { name: 'New project' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Name').fill('Music shop')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL('**/project/*')
    await active(page)
    await page.getByRole('region', { name: 'Database password' }).waitFor()
    const client = new pg.Client({ connectionString: await uriOf(page) })
    await client.connect()
    expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'postgres' }])
    await client.end()
    await expectAccessible(page)
  })

  test('keeps its generated password off the page once that is left', async () => {
    const page = await dashboard.open('/org/acme')
    await page
      .getByRole('link', { name: /Music shop/ })
      .first()
      .click()
    await page.getByText('[YOUR-PASSWORD]').first().waitFor()
  })

  test('tells what its size costs; a name that is taken is refused at its field', async () => {
    const page = await dashboard.open('/new/acme')
    await page.getByText('Included. These are paid plan prices').waitFor()
    await page.getByLabel('Compute size').click()
    await page.getByRole('option', { name: 'Large' }).click()
    await page.getByText('$110.00 a month. These are paid plan prices').waitFor()
    await page.getByLabel('Name').fill('music SHOP')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText(/already has a project named/).waitFor()
  })

  test('refuses a database password that is guessed first at its field, as a new one and in its place', async () => {
    const page = await dashboard.open('/new/acme')
    await page.getByLabel('Name').fill('Harbour')
    await page.getByRole('textbox', { name: 'Database password' }).fill('passwordpassword')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('it repeats one part').waitFor()
    // focus moves to the field, so that screen readers announce the error
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('db_pass')
    await page.getByRole('textbox', { name: 'Database password' }).fill('harbour-2026')
    await page.getByText('it consists of the project’s name').waitFor()
    const ref = await dashboard.project('Lighthouse')
    await page.goto(`${dashboard.url}/project/${ref}`)
    await active(page)
    await menu(page, /reset database password/i)
    await page.getByRole('textbox', { name: 'Database password' }).fill('Lighthouse1')
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByText('it consists of the project’s name').waitFor()
    const set = page.getByRole('button', { name: 'Reset password' })
    await expect.poll(() => set.isDisabled()).toBe(true)
    // of the well-known ones only the platform has the list: it is told at the field, as long as it is still that one
    await page.getByRole('textbox', { name: 'Database password' }).fill('football123')
    await set.click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Database password' }).and(page.locator('[aria-invalid=true]')).count()).toBe(1)
    await page.getByText('most common passwords').waitFor()
    await expect.poll(() => set.isDisabled()).toBe(true)
    // the button is disabled from then on, and would have let the focus go
    await expect.poll(focused).toBe('db_pass')
    await page.getByRole('textbox', { name: 'Database password' }).fill('football123-of-mine')
    await expect.poll(() => set.isEnabled()).toBe(true)
  })

  test('is paused, restored, restarted and renamed from its page', async () => {
    const ref = await dashboard.project('Life')
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    await menu(page, /pause/i)
    await page.getByRole('dialog').getByRole('button', { name: /pause/i }).click()
    await page.getByText('This project is paused').waitFor()
    await expectAccessible(page)
    // neither here nor on the page of sizes, for the server refuses it
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change compute size', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /restore/i })
      .first()
      .click()
    await active(page)
    await menu(page, /restart/i)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /restart/i })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Recent events' }).getByText('Restarting Postgres').waitFor()
    await active(page)
    await menu(page, /rename/i)
    await page.getByRole('dialog').getByLabel('Name').fill('Afterlife')
    await page.getByRole('dialog').getByLabel('Name').press('Enter')
    await page.getByRole('heading', { name: 'Afterlife' }).waitFor()
  })

  test('is deleted only after its name was typed; who deletes it is led to the others, and its open pages say that it is gone', async () => {
    const ref = await dashboard.project('Doomed')
    const settings = await dashboard.open(`/project/${ref}/settings/database`, { hasOwnClock: true })
    await settings.getByRole('heading', { name: 'Database password' }).waitFor()
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    await menu(page, /delete/i)
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: /delete/i })
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Doomed')
    await confirm.click()
    await page.waitForURL('**/org/*')
    await page
      .getByRole('link', { name: /Afterlife/ })
      .first()
      .waitFor()
    await page.getByText('Deleting Doomed').waitFor()
    await expect
      .poll(() => dashboard.api.projects.retrieve({ params: { ref } }).catch((error: { code: string }) => error.code))
      .toBe('project_not_found')
    await settings.clock.fastForward(15_000)
    await settings
      .getByText(/Deleting|no longer exists/)
      .first()
      .waitFor()
    await settings.clock.fastForward(15_000)
    await settings.getByText('This project no longer exists').waitFor()
    await expect.poll(() => settings.getByRole('navigation', { name: 'Project settings' }).count()).toBe(0)
    await settings.getByRole('link', { name: 'Back to projects' }).click()
    await settings.waitForURL('**/org/*')
  })
})

describe('the sidebar', () => {
  test('takes every click, also right after another', async () => {
    const ref = await dashboard.project('Sidebar')
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Table editor' }).click()
    await page.waitForURL('**/editor**')
    await main.getByRole('link', { name: 'SQL editor' }).click()
    await page.waitForURL('**/sql/new')
    await main.getByRole('link', { name: 'Overview' }).click()
    await active(page)
  })

  test('a page that needs the database shows the paused project instead, whose snippets can be read, at the address that they have while it is active', async () => {
    const ref = await dashboard.project('Library')
    const snippet = (name: string, content: string, folder = '') =>
      dashboard.api.snippets.create({ params: { ref }, body: { id: crypto.randomUUID(), name, content, folder } })
    const { id } = await snippet('Open orders', 'select * from orders where is_open', 'reports')
    await snippet('All of them', 'select * from orders')
    await dashboard.api.projects.pause({ params: { ref } })
    const page = await dashboard.open(`/project/${ref}/sql/new`)
    await page.getByText('This project is paused').waitFor()
    const list = page.getByRole('list', { name: 'Snippets' })
    await list.getByRole('link', { name: /All of them/ }).waitFor()
    await list.getByRole('link', { name: 'Open orders in reports' }).click()
    await page.waitForURL(`**/project/${ref}/sql/${id}`)
    await page.getByRole('region', { name: 'snippet', exact: true }).getByText('select * from orders where is_open').waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search snippets' }).fill('is_open')
    await expect.poll(() => list.getByRole('link').count()).toBe(1)
    await expectNoSidewaysScroll(page)
    await page
      .getByRole('button', { name: /restore/i })
      .first()
      .click()
    await page.getByRole('tab', { name: /Open orders/ }).waitFor()
  })
})
