import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openOwnDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string
const longName = 'A name that is as long as names may be, '.repeat(3).slice(0, 100).trim()

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  ref = await dashboard.project(longName)
  await dashboard.api.queries.run({
    params: { ref },
    body: { query: "create table moorings (id int primary key, name text); insert into moorings values (1, 'north'), (2, null)" },
  })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** A desk of 1440 px at 200 %. */
const zoomed = { width: 720, height: 450 }

const overlays: readonly { readonly name: string; readonly open: (page: Page) => Promise<void> }[] = [
  { name: 'the command menu', open: (page) => page.keyboard.press('Control+k') },
  { name: 'the shortcuts', open: (page) => page.keyboard.press('?') },
  { name: 'the notifications', open: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
  { name: 'feedback', open: (page) => page.getByRole('button', { name: 'Feedback' }).click() },
  { name: 'help', open: (page) => page.getByRole('button', { name: 'Help' }).click() },
  { name: 'the projects to switch to', open: (page) => page.getByRole('button', { name: 'Switch project' }).click() },
  { name: 'Connect', open: async (page) => void (await page.goto(`${page.url()}?showConnect=true`)) },
]

/** On a desk and then on a phone nothing that WCAG forbids in any theme, nothing that sticks out at the side. Colours don't depend on the width. */
async function expectReadable(page: Page, show: () => Promise<void>, hide: () => Promise<void> = async () => {}): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    await show()
    await page.getByLabel('Loading', { exact: false }).first().waitFor({ state: 'detached' })
    await (size === desk ? expectAccessibleInAllThemes(page) : expectAccessible(page, 'all but colours'))
    await expectNoSidewaysScroll(page)
    await hide()
  }
}

describe('on a desk and on a phone', () => {
  test.each([
    '/organizations',
    '/projects',
    '/new',
    '/new/acme',
    '/org/acme',
    '/account/me',
    '/support/new',
    '/support/tickets',
    '/installation/inbox',
    '/project/{ref}',
    '/project/{ref}/editor?table=moorings',
    '/project/{ref}/sql/new',
    '/nowhere',
  ])('%s can be read', async (path) => {
    const page = await dashboard.open(path.replace('{ref}', ref))
    await expectReadable(page, () => page.getByRole('main').waitFor())
  })

  test('so can signing in', async () => {
    const page = await dashboard.openAsStranger('/sign-in')
    await expectReadable(page, () => page.getByRole('heading', { name: 'Sign in' }).waitFor())
  })

  test.each(overlays)('so can $name', async ({ open }) => {
    const page = await dashboard.open(`/project/${ref}`)
    const overlay = page.getByRole('dialog')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectReadable(
      page,
      async () => {
        await open(page)
        await overlay.last().waitFor()
      },
      async () => {
        await page.keyboard.press('Escape')
        await overlay.last().waitFor({ state: 'detached' })
      },
    )
  })

  test('so can the menu of the account', async () => {
    const page = await dashboard.open('/organizations')
    await expectReadable(
      page,
      async () => {
        await page.getByRole('button', { name: 'Account' }).click()
        await page.getByRole('menu').waitFor()
      },
      async () => {
        await page.keyboard.press('Escape')
        await page.getByRole('menu').waitFor({ state: 'detached' })
      },
    )
  })
})

describe('names of 100 letters without a space', () => {
  const unbroken = 'W'.repeat(100)
  let slug: string

  beforeAll(async () => {
    slug = (await dashboard.api.organizations.create({ body: { name: unbroken } })).slug
    await dashboard.api.projects.update({ params: { ref }, body: { name: unbroken } })
  })

  test.each(['/organizations', '/projects', '/org/{slug}', '/new/{slug}', '/project/{ref}', '/project/{ref}/editor', '/support/new'])(
    'break nothing on %s',
    async (path) => {
      const page = await dashboard.open(path.replace('{ref}', ref).replace('{slug}', slug))
      for (const size of [phone, zoomed]) {
        await page.setViewportSize(size)
        await page.getByRole('main').waitFor()
        await page.getByLabel('Loading', { exact: false }).first().waitFor({ state: 'detached' })
        await expectNoSidewaysScroll(page)
      }
    },
  )

  test.each(overlays)('nor in $name', async ({ open }) => {
    const page = await dashboard.open(`/project/${ref}`, { width: 390 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await open(page)
    const overlay = page.getByRole('dialog').last()
    await overlay.waitFor()
    await page.getByLabel('Loading', { exact: false }).first().waitFor({ state: 'detached' })
    await expectNoSidewaysScroll(page)
    const edges = async () => {
      const { x, width } = (await overlay.boundingBox())!
      return { isInAtLeft: x >= 0, isInAtRight: x + width <= 390 }
    }
    await expect.poll(edges).toEqual({ isInAtLeft: true, isInAtRight: true })
    await page.close()
  })

  test.each(['/new', '/new/acme'])('longer ones are refused at the field on %s', async (path) => {
    const page = await dashboard.open(path)
    const name = page.getByLabel('Name')
    await name.fill('W'.repeat(200))
    await name.press('Enter')
    await page.getByText('Use at most 100 characters').waitFor()
    await expect.poll(() => name.getAttribute('aria-invalid')).toBe('true')
    await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => name.inputValue()).toBe('W'.repeat(200))
  })
})

test('nothing moves for who asked for less motion', async () => {
  const page = await dashboard.open(`/project/${ref}`, { width: 390 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const lasting = () =>
    page.evaluate<string[]>(`document.getAnimations()
      .filter((animation) => animation.playState === 'running' && animation.effect.getComputedTiming().duration > 10)
      .map((animation) => animation.effect.target.outerHTML.slice(0, 120))`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('button', { name: 'Open menu' }).click()
  await page.getByRole('dialog', { name: 'Menu' }).waitFor()
  await expect.poll(() => lasting()).toEqual([])
})
