import { projects } from '@colonnade/contracts/projects/projects'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { at, find, highlighted } from '../shell/shell.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { aCrowd, anOrganization, aProject } from './stage/world.ts'

const home = ({ world }: OpenStage) => `/project/${world.projects[0]!.ref}`

/** A stage with an organization Acme of so many projects, "Ship 1" and so on. */
function setFleet(count: number, role: 'owner' | 'read-only' = 'owner'): OpenStage {
  const organization = anOrganization({ role })
  const projects = Array.from({ length: count }, (_, at) => aProject({ organization, name: `Ship ${at + 1}` }))
  return setStage({ organizations: [organization], projects })
}

describe('the switchers', () => {
  test('offer what may be made', async () => {
    const stage = setStage()
    const page = await stage.open(home(stage))
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.getByRole('link', { name: 'New project' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('link', { name: 'New organization' }).click()
    await at(page, '/new')
  })

  const list = async (page: Page) => {
    await page.getByRole('button', { name: 'Switch project' }).click()
    await page.getByRole('option').first().waitFor()
    return page.getByRole('listbox')
  }
  const isScrollable = (element: { scrollHeight: number; clientHeight: number }) => element.scrollHeight > element.clientHeight

  test.each([
    { count: 7, scrolls: false },
    { count: 8, scrolls: true },
  ])('show seven entries, and scroll above that: $count', async ({ count, scrolls }) => {
    const stage = setFleet(count)
    const page = await stage.open(home(stage))
    const entries = await list(page)
    await expect.poll(() => page.getByRole('option').count()).toBe(count)
    await expect.poll(() => entries.evaluate(isScrollable)).toBe(scrolls)
  })

  test('offer a new project only to who may create one', async () => {
    const stage = setFleet(7, 'read-only')
    const page = await stage.open(home(stage))
    await list(page)
    await expect.poll(() => page.getByRole('link', { name: 'New project' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByRole('link', { name: 'New organization' }).waitFor()
  })
})

describe('links', () => {
  test('fetch the project that they lead to after 75 ms of hovering, not before, and not when the pointer only passes over', async () => {
    const stage = setFleet(2)
    const page = await stage.open('/org/acme', { hasOwnClock: true })
    const link = page.getByRole('link', { name: /Ship 2/ }).first()
    await link.waitFor()
    const fetched = () => stage.calls(projects.retrieve).map(({ params }) => params.ref)
    // a call that the page has sent has been seen by then
    const settle = () => page.evaluate(() => fetch('/platform/profile'))
    await page.clock.pauseAt(new Date(Date.now() + 60_000))
    await link.hover()
    await page.mouse.move(0, 0)
    await page.clock.runFor(1_000)
    await settle()
    expect(fetched()).toEqual([])
    await link.hover()
    await page.clock.runFor(74)
    await settle()
    expect(fetched()).toEqual([])
    await page.clock.runFor(1)
    await expect.poll(fetched).toEqual([stage.world.projects[1]!.ref])
    await expect.poll(() => new URL(page.url()).pathname).toBe('/org/acme')
  })

  test('the logo leads to the last visited organization', async () => {
    const acme = anOrganization()
    const stage = setStage({ organizations: [acme, anOrganization({ name: 'Fleet' })], projects: [aProject({ organization: acme })] })
    const page = await stage.open('/org/fleet')
    const logo = page.getByRole('link', { name: 'Colonnade home' })
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/fleet')
    await page.goto(new URL(home(stage), page.url()).href)
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/acme')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('last-organization'))).toBe('acme')
    await page.goto(new URL('/organizations', page.url()).href)
    await expect.poll(() => logo.getAttribute('href')).toBe('/org/acme')
  })
})

describe('500 organizations and 2,000 projects', () => {
  const crowd = aCrowd({ organizations: 500, projects: 2_000 })

  test('are switched by typing', async () => {
    const stage = setStage(crowd)
    const page = await stage.open(home(stage))
    await page.getByRole('button', { name: 'Switch organization' }).click()
    await page.getByText(/^500 total/).waitFor()
    await page.getByRole('combobox', { name: 'Search organizations' }).fill('organization 499')
    await page.getByRole('option', { name: 'Organization 499' }).and(highlighted(page)).waitFor()
    await page.keyboard.press('Enter')
    await at(page, '/org/organization-499')
  })

  test('and found and opened in the command menu, which says so when nothing matches', async () => {
    const page = await setStage(crowd).open('/organizations')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await find(page, 'no such thing')
    await page.getByText('No results', { exact: true }).first().waitFor()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('project 1999')
    await page
      .getByRole('option', { name: /Project 1999/ })
      .and(highlighted(page))
      .waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Project 1999', level: 1 }).waitFor()
  })
})
