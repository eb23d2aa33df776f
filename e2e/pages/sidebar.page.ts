import { restSettings } from '@colonnade/contracts/api/rest-settings'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { mainMenu } from '../shell/shell.ts'
import { restSettingsOf } from './stage/exposed-objects.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'

const home = ({ world }: OpenStage) => `/project/${world.projects[0]!.ref}`
const chosen = ({ world }: OpenStage) => world.person!.preferences

describe('the sidebar', () => {
  test('is wide while the pointer or the focus is in it, and notes that in its cookie', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage))
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

  test('opens for a pointer that rests on it, and closes with what was chosen, so that it covers nothing that is aimed at', async () => {
    const stage = setStage()
    // the API panel asks ahead, once the page has been quiet
    stage.answers(restSettings.retrieve, restSettingsOf({}))
    const page = await stage.open(`${home(stage)}/settings/general`, { hasOwnClock: true })
    const bar = page.locator('[data-sidebar]')
    const link = mainMenu(page).getByRole('link', { name: 'Project Settings' })
    await link.waitFor()
    await page.mouse.move(20, 300)
    await page.clock.runFor(100)
    await page.mouse.move(700, 500)
    await page.clock.runFor(1000)
    await expect.poll(() => bar.getAttribute('data-sidebar')).toBe('closed')
    const left = { position: { x: 12, y: 12 } }
    await link.hover(left)
    await page.clock.runFor(200)
    await page.locator('[data-sidebar=open]').waitFor()
    await link.click(left)
    await page.locator('[data-sidebar=closed]').waitFor()
    // still on it, as a pointer is on its way to the menu beside it
    await page.mouse.move(30, 320)
    await page.clock.runFor(1000)
    await expect.poll(() => bar.getAttribute('data-sidebar')).toBe('closed')
  })

  test('keeps the behaviour that was chosen, also on another machine', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage))
    await page.getByRole('button', { name: 'Sidebar' }).click()
    await page.getByRole('menuitemradio', { name: 'Expanded' }).click()
    await page.locator('[data-sidebar=open]').waitFor()
    // not because the pointer is in it
    await page.mouse.move(700, 500)
    await expect.poll(() => chosen(stage).sidebar).toBe('expanded')
    await expect.poll(async () => (await page.getByRole('complementary', { name: 'Sidebar' }).boundingBox())!.width).toBe(13 * 16)
    const elsewhere = await stage.open(home(stage))
    await elsewhere.locator('[data-sidebar=open]').waitFor()
    await elsewhere.getByRole('button', { name: 'Sidebar' }).click()
    await elsewhere.getByRole('menuitemradio', { name: 'Collapsed' }).click()
    await elsewhere.locator('[data-sidebar=closed]').waitFor()
    await expect.poll(() => chosen(stage).sidebar).toBe('collapsed')
    await elsewhere.mouse.move(700, 500)
    await expect.poll(async () => (await elsewhere.getByRole('complementary', { name: 'Sidebar' }).boundingBox())!.width).toBe(3 * 16)
  })

  test.each(['/account/me', '/new', '/new/acme', '/organizations'])('is not there on %s', async (path) => {
    const stage = setStage()
    const page = await stage.open(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expect.poll(() => page.getByRole('complementary', { name: 'Sidebar' }).count()).toBe(0)
  })

  test('is a sheet on a phone, 18rem wide', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage), { width: 390 })
    await page.getByRole('button', { name: 'Open menu' }).click()
    const sheet = page.getByRole('dialog', { name: 'Menu' })
    await sheet.getByRole('link', { name: 'SQL Editor' }).waitFor()
    await expect.poll(async () => (await sheet.boundingBox())!.width).toBe(18 * 16)
    await expectAccessible(page)
    await sheet.getByRole('link', { name: 'Project Settings' }).click()
    await page.waitForURL('**/settings/**')
    await sheet.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'General' }).first().waitFor()
    await expectNoSidewaysScroll(page)
  })

  test('goes with the phone: a window that is wide again has the sidebar instead', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage), { width: 390 })
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
    const stage = setStage()
    const page = await stage.open(home(stage))
    await mainMenu(page).getByRole('link').first().waitFor()
    const names = () =>
      mainMenu(page)
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('aria-label') ?? link.textContent))
    await expect
      .poll(() => names())
      .toEqual([
        'Project overview',
        'Table Editor',
        'SQL Editor',
        'Database',
        'Authentication',
        'Storage',
        'Edge Functions',
        'Realtime',
        'API Docs',
        'Project Settings',
      ])
    await page.getByRole('button', { name: 'Enable branching' }).waitFor()
  })
})
