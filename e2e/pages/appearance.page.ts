import { queries } from '@colonnade/contracts/data/queries'
import { snippets } from '@colonnade/contracts/data/snippets'
import { functionVersions } from '@colonnade/contracts/functions/function-versions'
import { bucketSummaries } from '@colonnade/contracts/storage/storage-buckets'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, aProject, noRows } from './stage/world.ts'

const desk = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
/** A desk of 1440 px at 200 %. */
const zoomed = { width: 720, height: 450 }

const longName = 'A name that is as long as names may be, '.repeat(3).slice(0, 100).trim()
const unbroken = 'W'.repeat(100)

/** An organization Acme, and a project of it with a name. */
function stageOf(projectName: string, organizationName = 'Acme'): OpenStage {
  const organization = anOrganization({ name: organizationName, slug: 'acme' })
  const stage = setStage({ organizations: [organization], projects: [aProject({ organization, name: projectName })] })
  // what the command menu searches
  stage.answers(queries.run, noRows)
  stage.answers(bucketSummaries.list, { buckets: [], shared_policies: 0 })
  stage.answers(snippets.list, { items: [], next_offset: null })
  stage.answers(functionVersions.overview, [])
  return stage
}

/** A page of the stage's project at a path, in which `{ref}` stands for it. */
const open = (stage: OpenStage, path: string, options?: Parameters<OpenStage['open']>[1]) =>
  stage.open(path.replace('{ref}', stage.world.projects[0]!.ref), options)

const overlays: readonly { readonly name: string; readonly show: (page: Page) => Promise<void> }[] = [
  { name: 'the command menu', show: (page) => page.keyboard.press('Control+k') },
  { name: 'the shortcuts', show: (page) => page.keyboard.press('?') },
  { name: 'the notifications', show: (page) => page.getByRole('button', { name: /^Notifications/ }).click() },
  { name: 'feedback', show: (page) => page.getByRole('button', { name: 'Feedback' }).click() },
  { name: 'help', show: (page) => page.getByRole('button', { name: 'Help' }).click() },
  { name: 'the projects to switch to', show: (page) => page.getByRole('button', { name: 'Switch project' }).click() },
  { name: 'Connect', show: async (page) => void (await page.goto(`${page.url()}?showConnect=true`)) },
]

const isLoaded = (page: Page) => page.getByLabel('Loading', { exact: false }).first().waitFor({ state: 'detached' })

/** On a desk and then on a phone nothing that WCAG forbids in any theme, nothing that sticks out at the side. Colours don't depend on the width. */
async function expectReadable(page: Page, show: () => Promise<void>, hide: () => Promise<void> = async () => {}): Promise<void> {
  for (const size of [desk, phone]) {
    await page.setViewportSize(size)
    await show()
    await isLoaded(page)
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
    '/nowhere',
  ])('%s can be read', async (path) => {
    const page = await open(stageOf(longName), path)
    await expectReadable(page, () => page.getByRole('main').waitFor())
  })

  test('so can signing in', async () => {
    const page = await setStage({ person: null }).open('/sign-in')
    await expectReadable(page, () => page.getByRole('heading', { name: 'Sign in' }).waitFor())
  })

  test.each(overlays)('so can $name', async ({ show }) => {
    const page = await open(stageOf(longName), '/project/{ref}')
    const overlay = page.getByRole('dialog').last()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectReadable(
      page,
      async () => {
        await show(page)
        await overlay.waitFor()
      },
      async () => {
        await page.keyboard.press('Escape')
        await overlay.waitFor({ state: 'detached' })
      },
    )
  })

  test('so can the menu of the account', async () => {
    const page = await setStage().open('/organizations')
    const menu = page.getByRole('menu')
    await expectReadable(
      page,
      async () => {
        await page.getByRole('button', { name: 'Account' }).click()
        await menu.waitFor()
      },
      async () => {
        await page.keyboard.press('Escape')
        await menu.waitFor({ state: 'detached' })
      },
    )
  })
})

describe('names of 100 letters without a space', () => {
  test.each(['/organizations', '/projects', '/org/acme', '/new/acme', '/project/{ref}', '/support/new'])('break nothing on %s', async (path) => {
    const page = await open(stageOf(unbroken, unbroken), path)
    for (const size of [phone, zoomed]) {
      await page.setViewportSize(size)
      await page.getByRole('main').waitFor()
      await isLoaded(page)
      await expectNoSidewaysScroll(page)
    }
  })

  test.each(overlays)('nor in $name', async ({ show }) => {
    const page = await open(stageOf(unbroken, unbroken), '/project/{ref}', { width: 390 })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await show(page)
    const overlay = page.getByRole('dialog').last()
    await overlay.waitFor()
    await isLoaded(page)
    await expectNoSidewaysScroll(page)
    const edges = async () => {
      const { x, width } = (await overlay.boundingBox())!
      return { isInAtLeft: x >= 0, isInAtRight: x + width <= 390 }
    }
    await expect.poll(edges).toEqual({ isInAtLeft: true, isInAtRight: true })
  })

  test.each(['/new', '/new/acme'])('longer ones are refused at the field on %s', async (path) => {
    const page = await setStage().open(path)
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
  const page = await open(stageOf(longName), '/project/{ref}', { width: 390 })
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
