import { account } from '@colonnade/contracts/people/account'
import { sessions } from '@colonnade/contracts/people/sessions'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { at, hasFocus } from '../shell/shell.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { signIn } from './stage/sign-in.ts'
import { aPerson } from './stage/world.ts'

const home = ({ world }: OpenStage) => `/project/${world.projects[0]!.ref}`
const chosen = ({ world }: OpenStage) => world.person!.preferences

describe('the account', () => {
  test('themes, sidebar and previews are chosen on one page, which is accessible in each theme', async () => {
    const stage = setStage()
    const page = await stage.open('/account/me')
    for (const theme of ['Light', 'Classic Dark', 'Dark']) {
      await page.getByRole('radio', { name: theme, exact: true }).check()
      await page.locator(`html[data-theme=${theme.toLowerCase().replace(' ', '-')}]`).waitFor()
      await expectAccessible(page)
    }
    await page.getByRole('switch', { name: 'Live activity' }).click()
    await expect.poll(() => chosen(stage).feature_previews).toEqual(['live-activity'])
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Live activity' }).getAttribute('aria-checked')).toBe('true')
  })

  test('its menu has the entries of the specification in their order, and the four themes', async () => {
    const stage = setStage()
    const page = await stage.open('/organizations')
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
      await expect.poll(() => chosen(stage).theme).toBe(value)
      await menu.waitFor({ state: 'detached' })
    }
  })

  test('a name that is being changed goes back by Cancel, and what is saved is shown', async () => {
    const stage = setStage()
    const page = await stage.open('/account/me')
    const name = page.getByRole('textbox', { name: 'Name' })
    const before = await name.inputValue()
    await name.fill('Ada King')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expect.poll(() => name.inputValue()).toBe(before)
    await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' })
    stage.answers(account.update, ({ body }, world) => ({ ...world.person!, ...body }))
    await name.fill('Ada Lovelace')
    await name.press('Enter')
    await page.getByText('Renamed').waitFor()
    await hasFocus(name)
    expect(stage.sent(account.update)).toEqual([{ username: 'Ada Lovelace' }])
    await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  })

  test('two tabs agree on the theme and the sidebar, whichever was changed last', async () => {
    const stage = setStage()
    const one = await stage.open(home(stage))
    const two = await stage.openBeside(one, home(stage))
    const choose = async (page: Page, theme: string) => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitemradio', { name: theme, exact: true }).click()
    }
    await choose(one, 'Light')
    await two.locator('html[data-theme=light]').waitFor()
    await expect.poll(() => chosen(stage).theme).toBe('light')
    await choose(two, 'Classic Dark')
    await one.locator('html[data-theme=classic-dark]').waitFor()
    // another preference does not bring back the theme that this tab had
    await one.getByRole('button', { name: 'Sidebar' }).click()
    await one.getByRole('menuitemradio', { name: 'Expanded' }).click()
    await expect.poll(() => chosen(stage)).toMatchObject({ sidebar: 'expanded', theme: 'classic-dark' })
    await two.locator('html[data-theme=classic-dark]').waitFor()
    await one.locator('html[data-theme=classic-dark]').waitFor()
  })

  test('the menu of the account leads there, and to the previews', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage))
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Feature previews' }).click()
    await page.waitForURL(/\/account\/me#feature-previews$/)
    await page.getByRole('heading', { name: 'Feature previews' }).waitFor()
  })

  test('a tab that is opened while another chooses shows the choice, whatever it was answered before', async () => {
    const stage = setStage()
    const page = await stage.open('/account/me')
    await page.getByRole('radio', { name: 'Dark', exact: true }).check()
    await expect.poll(() => chosen(stage).theme).toBe('dark')
    stage.answers(sessions.profile, async (_asked, world) => {
      const before = world.person!
      stage.recovers(sessions.profile)
      await page.getByRole('radio', { name: 'Light' }).check()
      await expect.poll(() => chosen(stage).theme).toBe('light')
      return before
    })
    const other = await stage.openBeside(page, '/account/me')
    await other.getByRole('heading', { name: 'Preferences' }).waitFor()
    for (const tab of [page, other]) {
      await expect.poll(() => tab.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
      await tab.locator('html[data-theme=light]').waitFor()
    }
  })

  test('of two choices in a row the later one holds, however long the server takes for the first', async () => {
    const stage = setStage()
    const held = stage.holds(sessions.updatePreferences)
    const page = await stage.open('/account/me')
    await page.getByRole('radio', { name: 'Light', exact: true }).check()
    await held.asked
    await page.getByRole('radio', { name: 'Classic Dark', exact: true }).check()
    // whatever the page sent before this has been seen by then
    await page.evaluate(() => fetch('/platform/profile'))
    expect(stage.sent(sessions.updatePreferences)).toHaveLength(1)
    held.goOn()
    await expect.poll(() => stage.sent(sessions.updatePreferences)).toEqual([{ theme: 'light' }, { theme: 'classic-dark' }])
    await page.locator('html[data-theme=classic-dark]').waitFor()
    await page.getByRole('radio', { name: 'Classic Dark', exact: true, checked: true }).waitFor()
    expect(chosen(stage).theme).toBe('classic-dark')
  })
})

describe('trouble', () => {
  test('a session that ends in the middle of something leads back to the same place', async () => {
    const stage = setStage()
    const page = await stage.open('/account/me')
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
    stage.world.person = null
    await page.getByRole('radio', { name: 'Collapsed' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await signIn(stage, page, aPerson())
    await at(page, '/account/me')
    await page.getByRole('heading', { name: 'Preferences' }).waitFor()
  })

  test('the server away and back is said, and gone again without a reload', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage), { hasOwnClock: true })
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
