import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('an organization is renamed, its audit log tells of it and is taken along, and it is deleted by its name', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  const page = await dashboard.open(`/org/${slug}`)
  await page.getByRole('link', { name: 'Organization settings' }).first().click()
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Harbour & Sons')
  const save = page.getByRole('button', { name: 'Save' })
  // whoever pressed a button by keyboard is still there when the answer is an error, and waits for it without sending twice
  let asked = 0
  await page.route(`**/platform/organizations/${slug}`, async (route) => {
    if (route.request().method() === 'GET') return route.continue()
    asked += 1
    await expect.poll(() => save.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now', details: {}, request_id: 'req_1' } })
  })
  await save.press('Enter')
  await page.getByText('Not now').first().waitFor()
  await expect.poll(() => save.isDisabled()).toBe(false)
  await expect.poll(() => save.evaluate((button) => button === document.activeElement)).toBe(true)
  expect(asked).toBe(1)
  await page.unroute(`**/platform/organizations/${slug}`)
  await save.press('Enter')
  await page.getByText('Settings of Harbour & Sons.').waitFor()
  await expect.poll(() => page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('Harbour & Sons')
  await expect.poll(() => save.isDisabled()).toBe(true)
  await expectAccessible(page)

  // off the sidebar, which stands over the menu while somebody points at it
  await page.getByRole('heading', { name: 'General' }).hover()
  await page.getByRole('link', { name: 'Audit log' }).click()
  await page.getByRole('button', { name: 'Renamed the organization' }).press('Enter')
  await page.getByText('Harbour & Sons', { exact: true }).last().waitFor()
  await page.getByRole('button', { name: /^Created organization/ }).waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('combobox', { name: 'About' }).click()
  await page.getByRole('option', { name: 'Branches' }).click()
  await page.getByText('No matching entries').waitFor()
  await page.reload()
  await page.getByText('No matching entries').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).first().click()
  await page.getByRole('button', { name: 'Renamed the organization' }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'CSV' }).click()
  expect(await readFile(await (await download).path(), 'utf8')).toContain(',organization.updated,')

  await page.getByRole('link', { name: 'General' }).click()
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Harbour & Sons?' })
  await dialog.getByRole('textbox').fill('Harbour & Sons')
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await page.getByRole('heading', { name: 'Organizations' }).waitFor()
  expect((await dashboard.api.organizations.list({})).map((one) => one.slug)).not.toContain(slug)
})
