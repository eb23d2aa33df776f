import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openOwnDashboard } from '../dashboard.ts'
import { at, chosen, mainMenu } from './shell.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  ref = await dashboard.project('Harbour')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

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
    // not because the pointer is in it
    await page.mouse.move(700, 500)
    await expect.poll(async () => (await chosen(dashboard)).sidebar).toBe('expanded')
    await expect.poll(async () => (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())!.width).toBe(13 * 16)
    const elsewhere = await dashboard.open(`/project/${ref}`)
    await elsewhere.locator('[data-sidebar=open]').waitFor()
    await elsewhere.getByRole('button', { name: 'Sidebar' }).click()
    await elsewhere.getByRole('menuitemradio', { name: 'Collapsed' }).click()
    await elsewhere.locator('[data-sidebar=closed]').waitFor()
    await expect.poll(async () => (await chosen(dashboard)).sidebar).toBe('collapsed')
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
    await page.getByRole('textbox', { name: 'SQL', exact: true }).waitFor()
    await expectNoSidewaysScroll(page)
  })

  test('goes with the phone: a window that is wide again has the sidebar instead', async () => {
    const page = await dashboard.open(`/project/${ref}`, { width: 390 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await page.setViewportSize({ width: 767, height: 900 })
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(767)
    await page.getByRole('dialog', { name: 'Menu' }).waitFor()
    await expect.poll(() => page.locator('[data-sidebar]').isVisible()).toBe(false)
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
    await expect.poll(() => names()).toEqual(['Project overview', 'Table Editor', 'SQL Editor', 'Database', 'Project Settings'])
    await page.getByRole('button', { name: 'Enable branching' }).waitFor()
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
