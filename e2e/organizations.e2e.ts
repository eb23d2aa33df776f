import { listText } from '@colonnade/dashboard/testing/messages/features/organizations'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from './accessibility.ts'
import { insertCrowd } from './control-plane.ts'
import { type Dashboard, openOwnDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openOwnDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

describe('organizations', () => {
  test('the empty list teaches the first step', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByText('Create your first organization').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New organization' }).click()
    await page.getByRole('heading', { name: 'New organization' }).waitFor()
  })

  test('without one, the list of projects teaches it too', async () => {
    const page = await dashboard.open('/projects')
    await page.getByText('Create your first organization').waitFor()
    await expectAccessible(page)
    await page.getByRole('link', { name: 'New organization' }).click()
    await page.waitForURL('**/new')
  })

  test('one is created, with quotes and emoji, and opens', async () => {
    const page = await dashboard.open('/new')
    const name = `O'Hara & "Söhne" 🏛️`
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.getByText('Enter a name').waitFor()
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create organization' }).click()
    await page.waitForURL('**/org/o-hara-sohne')
    await page.getByText('Create your first project').waitFor()
    await page.getByRole('button', { name: 'Switch organization' }).waitFor()
    await expect.poll(() => page.title()).toContain(name)
    await expectAccessible(page)
  })

  test("somebody else's does not exist", async () => {
    const page = await dashboard.open('/org/nowhere')
    await page.getByRole('heading', { name: /not found|no such/i }).waitFor()
  })

  test('the list fits a phone, in every theme', async () => {
    const page = await dashboard.open('/organizations', { width: 390 })
    await page.getByRole('link', { name: /O'Hara/ }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInAllThemes(page)
  })

  test('the command menu and the shortcuts open from the keyboard', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await page.keyboard.press('?')
    await page
      .getByRole('dialog')
      .getByText(/shortcuts/i)
      .first()
      .waitFor()
    await page.getByRole('dialog').locator(':focus').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+k')
    await page.getByRole('combobox', { name: 'Search commands' }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('new organization')
    await page
      .getByRole('option', { name: /new organization/i })
      .and(page.locator('[data-highlighted]'))
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New organization' }).waitFor()
  })

  test('hundreds are found by words, with plan, role and projects, and walked by keyboard', async () => {
    await insertCrowd(dashboard, { organizations: 500, projects: 1_000 })
    const page = await dashboard.open('/organizations')
    const table = page.getByRole('table', { name: 'Organizations' })
    await page.locator('output').getByText('501 organizations').waitFor()
    await expect.poll(() => page.locator('[data-entry]').count()).toBeLessThan(60)
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('organization 499')
    await page.locator('output').getByText('1 of 501 organizations').waitFor()
    const row = table.getByRole('row', { name: /Organization 499/ })
    await row.getByRole('cell', { name: 'Free' }).waitFor()
    await row.getByRole('cell', { name: 'Owner' }).waitFor()
    await row.getByRole('cell', { name: '2', exact: true }).waitFor()
    await page.waitForURL('**q=organization**')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/org/organization-499')
    await page.goBack()
    await page.locator('output').getByText('1 of 501 organizations').waitFor()
    await page.getByRole('searchbox', { name: 'Search organizations' }).fill('nobody')
    await page.getByRole('button', { name: 'Show all organizations' }).click()
    await page.locator('output').getByText('501 organizations').waitFor()
    await page.getByRole('combobox', { name: listText.order }).click()
    await page.getByRole('option', { name: 'By projects' }).click()
    await expect.poll(() => page.url()).toContain('sort=projects')
    await expectAccessible(page)
  })
})
