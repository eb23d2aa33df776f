import { formText } from '@colonnade/dashboard/testing/messages/features/feedback'
import { mkdir } from 'node:fs/promises'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertNotifications } from './control-plane.ts'
import { type Dashboard, openOwnDashboard, ownerEmail, ownerPassword } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openOwnDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** Pictures of each step go here when it is named. */
const pictures = process.env['COLONNADE_TEST_PICTURES']
let taken = 0

interface Focus {
  readonly name: string
  readonly role: string
  readonly isVisible: boolean
}

/** What has the focus, and whether one sees that it has. */
const focusOf = (page: Page) =>
  page.evaluate<Focus>(`(() => {
    const element = document.activeElement
    // a choice is drawn by itself or by the label around it
    const drawn = [element, element.closest('label')].filter((candidate) => candidate !== null)
    const hasRing = drawn.map((candidate) => getComputedStyle(candidate)).some(
      ({ outlineStyle, outlineWidth, boxShadow }) => (outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none')
    // a text field shows its caret, an entry of a menu its background, a dialog or a page that it opened
    const showsItself = element.matches('input:not([type=radio], [type=checkbox]), textarea, [contenteditable=true], [data-highlighted], [role=dialog], [role=menu], [data-page]')
    const { width, height, top, left } = drawn.at(-1).getBoundingClientRect()
    const isInWindow = width > 0 && height > 0 && top < innerHeight && left < innerWidth && top + height > 0 && left + width > 0
    const labels = [...(element.labels ?? [])].map((label) => label.textContent)
    return {
      name: (element.getAttribute('aria-label') ?? labels[0] ?? element.textContent ?? '').trim().slice(0, 80),
      role: element === document.body ? 'body' : element.getAttribute('role') ?? element.tagName.toLowerCase(),
      isVisible: element !== document.body && isInWindow && (hasRing || showsItself),
    }
  })()`)

/** Ends a step: the focus is somewhere, and seen. */
async function step(page: Page, name: string): Promise<void> {
  taken += 1
  if (pictures !== undefined) {
    await mkdir(pictures, { recursive: true })
    await page.screenshot({ path: `${pictures}/${String(taken).padStart(2, '0')}-${name.replaceAll(' ', '-')}.png` })
  }
  await expect.poll(() => focusOf(page), { message: `the focus is seen: ${name}` }).toMatchObject({ isVisible: true })
}

/** Goes on with Tab, or back with Shift and Tab, until something of that name has the focus. */
async function tabTo(page: Page, name: string | RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const passed: string[] = []
  for (let presses = 0; presses < 60; presses += 1) {
    const focus = await focusOf(page)
    if (typeof name === 'string' ? focus.name === name : name.test(focus.name)) return
    passed.push(`${focus.role} "${focus.name}"`)
    await page.keyboard.press(key)
    const next = await focusOf(page)
    // the end of the page leads to the browser's own buttons, and from there to its beginning
    if (next.role === 'body') continue
    const message = `${key} after ${passed.join(', ')}: ${next.role} "${next.name}"`
    await expect.poll(() => focusOf(page), { message }).toMatchObject({ isVisible: true })
  }
  throw new Error(`Not found with ${key}: ${String(name)}. Passed: ${passed.join(', ')}`)
}

/** Has the focus, so that keys go there: what opens takes it a frame after it is seen. */
const hasFocus = (part: Locator) => part.and(part.page().locator(':focus')).waitFor()
/** An entry of an open menu has it. */
const isInMenu = (page: Page) => page.getByRole('menu').locator(':focus').waitFor()

test('the main job is done without a mouse, and the focus is always somewhere and seen', async () => {
  const page = await dashboard.openAsStranger('/')
  const { keyboard } = page

  await hasFocus(page.getByLabel('Email'))
  await step(page, 'sign in')
  await keyboard.type(ownerEmail)
  await keyboard.press('Tab')
  await hasFocus(page.getByRole('textbox', { name: 'Password' }))
  await keyboard.type(ownerPassword)
  await keyboard.press('Enter')

  await page.getByRole('heading', { name: 'Organizations' }).waitFor()
  await tabTo(page, 'New organization')
  await step(page, 'organizations')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New organization' }).waitFor()
  await hasFocus(page.getByLabel('Name'))
  await step(page, 'new organization')
  await keyboard.type('Acme')
  await keyboard.press('Enter')

  await page.waitForURL('**/org/acme')
  await page.getByRole('heading', { name: 'Projects' }).waitFor()
  await tabTo(page, 'New project')
  await step(page, 'no projects')
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'New project' }).waitFor()
  await hasFocus(page.getByLabel('Name'))
  await step(page, 'new project')
  await keyboard.type('Harbour')
  await keyboard.press('Enter')

  await page.waitForURL('**/project/*')
  const { pathname: home } = new URL(page.url())
  await page.getByRole('heading', { level: 1 }).getByText('Active', { exact: true }).waitFor()
  await tabTo(page, 'Connect')
  await step(page, 'project')
  await keyboard.press('Enter')
  const connect = page.getByRole('dialog', { name: 'Connect to your project' })
  await connect.getByRole('region', { name: 'URI connection string' }).waitFor()
  await step(page, 'connect')
  await tabTo(page, 'Copy URI connection string')
  await keyboard.press('Enter')
  await connect.getByRole('button', { name: 'Copied' }).waitFor()
  await step(page, 'copied')
  await keyboard.press('Escape')
  await connect.waitFor({ state: 'detached' })
  await expect.poll(() => focusOf(page)).toMatchObject({ name: 'Connect' })
  await step(page, 'connect closed')

  // as fast as one types them: the second does not wait for what the page makes of the first
  await Promise.all([keyboard.press('g'), keyboard.press('s')])
  await page.waitForURL('**/sql/new')
  // the sidebar has an entry of nearly that name
  const editor = page.getByRole('textbox', { name: 'SQL', exact: true })
  await hasFocus(editor)
  await step(page, 'sql editor')
  await keyboard.type("create table boats (id int primary key, name text); insert into boats values (1, 'Argo'); select name from boats")
  await keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Run and enable RLS' }).waitFor()
  await tabTo(page, 'Run and enable RLS')
  await step(page, 'asked before the run')
  await keyboard.press('Enter')
  await page.getByRole('gridcell', { name: 'Argo' }).waitFor()
  await hasFocus(editor)
  await step(page, 'sql run')
  // Escape gives the Tab key back to the page
  await keyboard.press('Escape')
  await keyboard.press('Tab')
  await step(page, 'out of the sql editor')

  await keyboard.press('Control+k')
  await hasFocus(page.getByRole('combobox', { name: 'Search commands' }))
  await step(page, 'command menu')
  await keyboard.type('boats')
  await page.getByRole('option', { name: /boats/ }).and(page.locator('[data-highlighted]')).waitFor()
  await keyboard.press('Enter')
  await page.waitForURL('**/editor?**')
  await page.getByRole('heading', { name: 'boats' }).waitFor()
  await page.getByRole('gridcell', { name: 'Argo' }).waitFor()
  // what had the focus was on the page before; Tab goes on in this one
  await step(page, 'table')
  await expect.poll(async () => (await focusOf(page)).role).not.toBe('body')

  await insertNotifications(dashboard, [{ title: 'Harbour is ready' }])
  await tabTo(page, /^Notifications, 1 unread/, 'Shift+Tab')
  await keyboard.press('Enter')
  const inbox = page.getByRole('dialog', { name: 'Notifications' })
  await inbox.getByText('Harbour is ready', { exact: true }).waitFor()
  await step(page, 'notifications')
  await keyboard.press('Escape')
  await inbox.waitFor({ state: 'detached' })
  await expect.poll(() => focusOf(page)).toMatchObject({ name: expect.stringMatching(/^Notifications/) as string })
  await step(page, 'notifications closed')

  await tabTo(page, 'Feedback', 'Shift+Tab')
  await keyboard.press('Enter')
  await page.getByRole('textbox', { name: formText.message }).waitFor()
  await step(page, 'feedback')
  await expect.poll(async () => (await focusOf(page)).name).toBe(formText.message)
  await keyboard.type('More boats')
  await tabTo(page, /^Send/)
  await keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()
  await step(page, 'feedback sent')
  await keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Feedback' }).waitFor({ state: 'detached' })
  await expect.poll(() => focusOf(page)).toMatchObject({ name: 'Feedback' })
  expect((await dashboard.api.feedback.list({ query: { limit: 1 } })).items).toMatchObject([{ message: 'More boats', pathname: `${home}/editor` }])

  await tabTo(page, 'Account')
  await keyboard.press('Enter')
  const menu = page.getByRole('menu')
  await isInMenu(page)
  await step(page, 'account menu')
  // typing what one sees goes there
  await keyboard.type('Light')
  await expect.poll(async () => (await focusOf(page)).name).toBe('Light')
  await step(page, 'theme')
  await keyboard.press('Enter')
  await page.locator('html[data-theme=light]').waitFor()
  await menu.waitFor({ state: 'detached' })
  await expect.poll(() => focusOf(page)).toMatchObject({ name: 'Account' })
  await step(page, 'light')

  await keyboard.press('Enter')
  await isInMenu(page)
  await keyboard.press('End')
  await expect.poll(async () => (await focusOf(page)).name).toBe('Log out')
  await step(page, 'log out')
  await keyboard.press('Enter')
  await page.waitForURL('**/sign-in')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await step(page, 'signed out')
})
