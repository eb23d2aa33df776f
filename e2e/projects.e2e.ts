import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
  await dashboard.api.organizations.create({ body: { name: 'Acme' } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const active = (page: Page) => page.getByText('Active', { exact: true }).first().waitFor()
const menu = async (page: Page, item: string | RegExp) => {
  await page.getByRole('button', { name: 'Actions' }).click()
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

  test('a name that is taken is refused at its field', async () => {
    const page = await dashboard.open('/new/acme')
    await page.getByLabel('Name').fill('music SHOP')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText(/already has a project called/).waitFor()
  })

  test('is paused, restored, restarted and renamed from its page', async () => {
    const ref = await dashboard.project('Life')
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    await menu(page, /pause/i)
    await page.getByRole('dialog').getByRole('button', { name: /pause/i }).click()
    await page.getByText('This project is paused').waitFor()
    await expectAccessible(page)
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
    await active(page)
    await menu(page, /rename/i)
    await page.getByRole('dialog').getByLabel('Name').fill('Afterlife')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Afterlife' }).waitFor()
  })

  test('is deleted only after its name was typed', async () => {
    const ref = await dashboard.project('Doomed')
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    await menu(page, /delete/i)
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: /delete/i })
    expect(await confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Doomed')
    await confirm.click()
    await expect
      .poll(() => dashboard.api.projects.retrieve({ params: { ref } }).catch((error: { code: string }) => error.code))
      .toBe('project_not_found')
  })

  test('its page fits a phone, dark and light', async () => {
    const ref = await dashboard.project('Small')
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await dashboard.open(`/project/${ref}`, { width: 390, colorScheme })
      await active(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })

  test('one that does not exist says so', async () => {
    const page = await dashboard.open('/project/abcdefghijklmnopqrst')
    await page.getByRole('heading', { name: /not found|no such/i }).waitFor()
  })

  test('a platform that went away is said while it lasts', async () => {
    const ref = await dashboard.project('Distant')
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    const notice = page.getByText('Colonnade can not be reached')
    await page.context().setOffline(true)
    await notice.waitFor()
    await page.context().setOffline(false)
    await notice.waitFor({ state: 'detached' })
    await active(page)
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

  test('a page that needs the database shows the paused project instead', async () => {
    const ref = await dashboard.project('Asleep')
    await dashboard.api.projects.pause({ params: { ref } })
    const page = await dashboard.open(`/project/${ref}/sql/new`)
    await page.getByText('This project is paused').waitFor()
  })
})
