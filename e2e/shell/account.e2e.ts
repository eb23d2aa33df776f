import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openOwnDashboard, ownerEmail, ownerPassword } from '../dashboard.ts'
import { connect } from '../recovery/installation.ts'
import { at, chosen, hasFocus } from './shell.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  ref = await dashboard.project('Harbour')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

describe('the account', () => {
  test('themes, sidebar and previews are chosen on one page, which is accessible in each theme', async () => {
    const page = await dashboard.open('/account/me')
    for (const theme of ['Light', 'Classic Dark', 'Dark']) {
      await page.getByRole('radio', { name: theme, exact: true }).check()
      await page.locator(`html[data-theme=${theme.toLowerCase().replace(' ', '-')}]`).waitFor()
      await expectAccessible(page)
    }
    await page.getByRole('switch', { name: 'Live activity' }).click()
    await expect.poll(async () => (await chosen(dashboard)).feature_previews).toEqual(['live-activity'])
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Live activity' }).getAttribute('aria-checked')).toBe('true')
    await dashboard.api.sessions.updatePreferences({ body: { theme: null, feature_previews: [] } })
  })

  test('what a person does not use leaves their menus, and is there all the same', async () => {
    const page = await dashboard.open('/account/me')
    await page.getByRole('switch', { name: 'Table Editor' }).click()
    await expect.poll(async () => (await dashboard.api.sessions.profile()).disabled_features).toEqual(['table_editor'])
    await page.goto(`${dashboard.url}/project/${ref}/editor`)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'SQL Editor' }).waitFor()
    await expect.poll(() => menu.getByRole('link', { name: 'Table Editor' }).count()).toBe(0)
    await page.getByRole('main').waitFor()
    await dashboard.api.sessions.updatePreferences({ body: { disabled_features: [] } })
  })

  test('a picture is cut out of a larger one, shown where the icon was, and removed again', async () => {
    const page = await dashboard.open('/account/me')
    const chosenFile = page.getByLabel('Picture (PNG, JPEG or WebP)')
    await chosenFile.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') })
    await page.getByText('This file can not be read as a picture').waitFor()
    await chosenFile.evaluate(async (input: HTMLInputElement) => {
      const canvas = new OffscreenCanvas(300, 200)
      canvas.getContext('2d')!.fillRect(0, 0, 300, 200)
      const files = new DataTransfer()
      files.items.add(new File([await canvas.convertToBlob({ type: 'image/webp' })], 'me.webp', { type: 'image/webp' }))
      input.files = files.files
      input.dispatchEvent(new Event('change', { bubbles: true }))
    })
    await page.getByRole('application', { name: 'The part of the picture that is shown' }).press('ArrowLeft')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Use it' }).click()
    const shown = page.getByRole('button', { name: 'Account' }).locator('img')
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
    await page.getByRole('button', { name: 'Remove the picture' }).click()
    await shown.waitFor({ state: 'detached' })
  })

  test('a tab that is opened while another chooses shows the choice, whatever it was answered before', async () => {
    const page = await dashboard.open('/account/me')
    await page.getByRole('radio', { name: 'Dark', exact: true }).check()
    await expect.poll(async () => (await chosen(dashboard)).theme).toBe('dark')
    const other = await page.context().newPage()
    await other.route('**/platform/profile', async (route) => {
      const response = await route.fetch()
      await page.getByRole('radio', { name: 'Light' }).check()
      await expect.poll(async () => (await chosen(dashboard)).theme).toBe('light')
      await route.fulfill({ response })
    })
    await other.goto(page.url())
    await other.getByRole('heading', { name: 'Preferences' }).waitFor()
    for (const tab of [page, other]) {
      await expect.poll(() => tab.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
      await tab.locator('html[data-theme=light]').waitFor()
    }
    await dashboard.api.sessions.updatePreferences({ body: { theme: null } })
  })

  test('of two choices in a row the later one holds, however long the server takes for the first', async () => {
    const page = await dashboard.open('/account/me')
    const goOn = Promise.withResolvers<void>()
    let asked = 0
    let answered = 0
    await page.route('**/profile/preferences', async (route) => {
      asked += 1
      if (asked === 1) await goOn.promise
      await route.continue()
    })
    page.on('response', (response) => {
      if (response.url().endsWith('/profile/preferences')) answered += 1
    })
    await page.getByRole('radio', { name: 'Light', exact: true }).check()
    await expect.poll(() => asked).toBe(1)
    await page.getByRole('radio', { name: 'Classic Dark', exact: true }).check()
    // whatever the page sent before this has been seen by then
    await page.evaluate(() => fetch('/platform/profile'))
    expect(asked).toBe(1)
    goOn.resolve()
    await expect.poll(() => answered).toBe(2)
    await expect.poll(async () => (await chosen(dashboard)).theme).toBe('classic-dark')
    await page.locator('html[data-theme=classic-dark]').waitFor()
    await page.getByRole('radio', { name: 'Classic Dark', exact: true, checked: true }).waitFor()
    await dashboard.api.sessions.updatePreferences({ body: { theme: null } })
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
        'Installation',
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
    const commands = page.getByRole('combobox', { name: 'Search commands' })
    await hasFocus(commands)
    await page.keyboard.press('Escape')
    await commands.waitFor({ state: 'detached' })
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
      await expect.poll(async () => (await chosen(dashboard)).theme).toBe(value)
      await menu.waitFor({ state: 'detached' })
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
    await expect.poll(async () => (await chosen(dashboard)).theme).toBe('light')
    await choose(two, 'Classic Dark')
    await one.locator('html[data-theme=classic-dark]').waitFor()
    // another preference does not bring back the theme that this tab had
    await one.getByRole('button', { name: 'Sidebar' }).click()
    await one.getByRole('menuitemradio', { name: 'Expanded' }).click()
    await expect.poll(() => chosen(dashboard)).toMatchObject({ sidebar: 'expanded', theme: 'classic-dark' })
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
    await page.route('**/profile/preferences', async (route) => {
      const [session] = await page.context().cookies()
      await connect(dashboard.url, `${session!.name}=${session!.value}`).sessions.signOut()
      await route.continue()
    })
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
    await page.getByRole('status').filter({ hasText: "Can't reach Colonnade." }).waitFor()
    await page.unroute('**/platform/**')
    await page.clock.fastForward(5_000)
    await page.getByRole('status').filter({ hasText: "Can't reach Colonnade." }).waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'Harbour' }).waitFor()
  })
})
