import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type OpenStage, type PageOptions, setStage } from './stage/set-stage.ts'
import { aCrowd, anOrganization, aPerson, aProject } from './stage/world.ts'

const projectOf = ({ world }: OpenStage): Project => world.projects[0]!
/** Beside its name: among its events it says so for ever. */
const active = (page: Page) => page.getByRole('heading', { level: 1 }).getByText('Active', { exact: true }).waitFor()

describe('a project', () => {
  test('that is being deleted says so in place of its settings', async () => {
    const stage = setStage()
    stage.world.projects[0] = { ...projectOf(stage), status: 'GOING_DOWN' }
    const page = await stage.open(`/project/${projectOf(stage).ref}/settings/general`)
    await page.getByText('Deleting the database and everything in it.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete project' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Back to projects' }).waitFor()
    await expectAccessible(page)
  })

  test('that does not exist says so', async () => {
    const page = await setStage().open('/project/abcdefghijklmnopqrst')
    await page.getByRole('heading', { name: /not found|no such/i }).waitFor()
  })

  test('says while it lasts that the platform went away', async () => {
    const stage = setStage()
    const page = await stage.open(`/project/${projectOf(stage).ref}`, { hasOwnClock: true })
    await active(page)
    await page
      .getByRole('region', { name: 'Live activity' })
      .getByText(/on disk/)
      .waitFor()
    const notice = page.getByText("You're offline.")
    await page.context().setOffline(true)
    // what is open stays open here, so the next look at the figures finds it out
    await page.clock.fastForward(15_000)
    await notice.waitFor()
    await page.context().setOffline(false)
    await page.clock.fastForward(5_000)
    await notice.waitFor({ state: 'detached' })
    await active(page)
  })
})

describe('thousands of projects', () => {
  const longName = 'A name as long as names can be '.repeat(7).slice(0, 200)
  const thousands = aCrowd({ organizations: 500, projects: 2_000 })
  const [acme] = thousands.organizations as [Organization]
  // longer than forms take
  const zenith = aProject({ organization: acme, name: longName })
  const crowd = { ...thousands, projects: [zenith, ...thousands.projects] }

  const entries = (page: Page) => page.locator('[data-entry]')
  const openList = async (path = '/projects', options?: PageOptions): Promise<Page> => {
    const page = await setStage(crowd).open(path, options)
    await page.getByRole('heading', { name: 'Projects' }).waitFor()
    await entries(page).first().waitFor()
    return page
  }
  const count = (page: Page, text: string | RegExp) => page.locator('output').getByText(text).waitFor()

  test('are in one list, of which only what is seen is in the page', async () => {
    const page = await openList()
    await count(page, /^2,0\d\d projects$/)
    await expect.poll(() => page.getByRole('table', { name: 'Projects' }).getAttribute('aria-rowcount')).toMatch(/^20\d\d$/)
    await expect.poll(() => entries(page).count()).toBeLessThan(60)
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('project')
    await count(page, /^2,000 of/)
    await entries(page).first().focus()
    await page.keyboard.press('End')
    await page.getByRole('link', { name: 'Project 2000' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Project 2000')
    await expect.poll(() => entries(page).count()).toBeLessThan(60)
    await expectAccessible(page)
  })

  test('are found by words, and the address brings them back', async () => {
    const page = await openList()
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('PROJECT 1999')
    await count(page, /^1 of 2,0\d\d projects$/)
    await page.waitForURL('**/projects?q=PROJECT**')
    await page.reload()
    await page.getByRole('link', { name: 'Project 1999' }).waitFor()
    await count(page, /^1 of 2,0\d\d projects$/)
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('nobody calls it that')
    await page.getByRole('heading', { name: 'No matching projects' }).waitFor()
    await page.getByRole('button', { name: 'Show all projects' }).click()
    await count(page, /^2,0\d\d projects$/)
  })

  test('are found by ref, by organization and by status, and put in another order', async () => {
    const page = await openList(`/projects?q=${zenith.ref}`)
    await count(page, /^1 of/)
    await page.goto(new URL('/projects', page.url()).href)
    await page.getByRole('button', { name: /^Organization:/ }).click()
    await page.getByRole('combobox', { name: 'Search organizations' }).fill('organization 42')
    // 42 and 420 to 429: what is in the list before is drawn anew
    await expect.poll(() => page.getByRole('option').count()).toBe(11)
    await page
      .getByRole('option', { name: /Organization 42\b/ })
      .first()
      .click()
    await page.waitForURL('**org=organization-42')
    await count(page, /^4 of/)
    await page.goto(new URL('/projects?status=active', page.url()).href)
    await page.getByRole('combobox', { name: 'Status' }).getByText('Active').waitFor()
    await page.getByRole('table', { name: 'Projects' }).getByText('Active', { exact: true }).filter({ visible: true }).first().waitFor()
    await expect.poll(() => page.getByRole('table', { name: 'Projects' }).getByText('Paused', { exact: true }).count()).toBe(0)
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Any status' }).click()
    await count(page, /^2,0\d\d projects$/)
    await page.getByRole('combobox', { name: 'Order' }).click()
    await page.getByRole('option', { name: 'By status' }).click()
    await page.waitForURL('**sort=status')
  })

  test('are walked with the arrow keys, and Tab stops once', async () => {
    const page = await openList('/projects?q=project+19')
    const focused = () => page.evaluate(() => document.activeElement?.closest('[data-index]')?.getAttribute('data-index') ?? null)
    await page.getByRole('searchbox', { name: 'Search projects' }).focus()
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => focused()).toBe('0')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('2')
    await page.getByRole('button', { name: 'Card view' }).click()
    await entries(page).first().focus()
    await page.keyboard.press('ArrowRight')
    await expect.poll(focused).toBe('1')
    await page.keyboard.press('ArrowDown')
    // as many further as there are columns
    await expect.poll(focused).toMatch(/^[3-5]$/)
    await expectAccessible(page)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/project/*')
    await page.getByText('This project is paused').waitFor()
    // the choice is kept
    await page.goto(new URL('/projects', page.url()).href)
    await page.getByRole('button', { name: 'Card view', pressed: true }).waitFor()
  })

  test('names of 200 characters are cut, and whole in their title', async () => {
    const page = await openList(`/projects?q=${zenith.ref}`)
    const link = page.getByRole('link', { name: longName })
    await expect.poll(() => link.getAttribute('title')).toBe(longName)
    await expect.poll(async () => (await link.boundingBox())!.height).toBeLessThan(30)
    await expectNoSidewaysScroll(page)
  })

  test('a new one is put where one says', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('combobox', { name: 'Choose an organization' }).fill('organization 499')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.getByRole('option', { name: 'Organization 499' }).click()
    await page.waitForURL('**/new/organization-499')
  })

  test('the projects of one organization are found the same way', async () => {
    const page = await openList(`/org/${acme.slug}`)
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('as long as')
    await count(page, /^1 of \d+ projects$/)
    await page.waitForURL('**/org/*?q=as**')
    await page.getByRole('button', { name: 'List view' }).click()
    await page.reload()
    await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: longName }).waitFor()
  })

  test('who may only read sees them, and is not offered a new one', async () => {
    const organizations = ['One', 'Two'].map((name) => anOrganization({ name, role: 'read-only' }))
    const projects = organizations.flatMap((organization) => ['Red', 'Blue', 'Green', 'Gold'].map((name) => aProject({ organization, name })))
    const page = await setStage({ organizations, projects, person: aPerson({ is_installation_owner: false }) }).open('/projects')
    await count(page, '8 projects')
    await expect
      .poll(() =>
        page
          .getByRole('button', { name: 'New project' })
          .or(page.getByRole('link', { name: 'New project' }))
          .count(),
      )
      .toBe(0)
    await page.getByRole('button', { name: /^Organization:/ }).waitFor()
    await page.goto(new URL('/organizations', page.url()).href)
    await page.getByRole('cell', { name: 'Read-only' }).first().waitFor()
  })

  test('the list fits a phone, dark and light', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await openList('/projects', { width: 390, colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Card view' }).click()
      await entries(page).first().waitFor()
      await expectNoSidewaysScroll(page)
    }
  })
})
