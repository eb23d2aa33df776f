import { readFile } from 'node:fs/promises'
import { withClient } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import pg from 'pg'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { insertCrowd } from './control-plane.ts'
import { type Dashboard, openOwnDashboard } from './dashboard.ts'
import { insertPerson, openAs } from './person.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openOwnDashboard({ COLONNADE_POOL_SIZE: '1' })
  await dashboard.api.organizations.create({ body: { name: 'Acme' } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** Beside its name: among its events it says so for ever. */
const active = (page: Page) => page.getByRole('heading', { level: 1 }).getByText('Active', { exact: true }).waitFor()
const menu = async (page: Page, item: string | RegExp) => {
  await page.getByRole('button', { name: 'Actions', exact: true }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const uriOf = async (page: Page): Promise<string> => {
  const text = await page
    .getByText(/^postgresql:\/\/postgres:/)
    .first()
    .textContent()
  return text!.trim()
}

describe('a project', () => {
  test('comes up before one has looked twice, and its connection string works in a driver', async () => {
    const page = await dashboard.open('/new/acme')
    await page.getByRole('heading', { name: 'New project' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Name').fill('Music shop')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL('**/project/*')
    await active(page)
    await page.getByRole('region', { name: 'Database password' }).waitFor()
    const client = new pg.Client({ connectionString: await uriOf(page) })
    await client.connect()
    expect((await client.query('select current_user')).rows).toEqual([{ current_user: 'postgres' }])
    await client.end()
    await expectAccessible(page)
  })

  test('keeps its generated password off the page once that is left', async () => {
    const page = await dashboard.open('/org/acme')
    await page
      .getByRole('link', { name: /Music shop/ })
      .first()
      .click()
    await page.getByText('[YOUR-PASSWORD]').first().waitFor()
  })

  test('tells what its size costs; a name that is taken is refused at its field', async () => {
    const page = await dashboard.open('/new/acme')
    await page.getByText('Included. Prices are those of paid plans').waitFor()
    await page.getByLabel('Compute size').click()
    await page.getByRole('option', { name: 'Large' }).click()
    await page.getByText('$110.00 a month. Prices are those of paid plans').waitFor()
    await page.getByLabel('Name').fill('music SHOP')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText(/already has a project called/).waitFor()
  })

  test('refuses a database password that is guessed first at its field, as a new one and in its place', async () => {
    const page = await dashboard.open('/new/acme')
    await page.getByLabel('Name').fill('Harbour')
    await page.getByRole('textbox', { name: 'Database password' }).fill('passwordpassword')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('it repeats one part').waitFor()
    // whoever pressed Enter is where it is told, and hears it
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('name'))
    await expect.poll(focused).toBe('db_pass')
    await page.getByRole('textbox', { name: 'Database password' }).fill('harbour-2026')
    await page.getByText('it is made of the name').waitFor()
    const ref = await dashboard.project('Lighthouse')
    await page.goto(`${dashboard.url}/project/${ref}`)
    await active(page)
    await menu(page, /reset database password/i)
    await page.getByRole('textbox', { name: 'Database password' }).fill('Lighthouse1')
    await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByText('it is made of the name').waitFor()
    const set = page.getByRole('button', { name: 'Set password' })
    await expect.poll(() => set.isDisabled()).toBe(true)
    // of the well-known ones only the platform has the list: it is told at the field, as long as it is still that one
    await page.getByRole('textbox', { name: 'Database password' }).fill('football123')
    await set.click()
    await expect.poll(() => page.getByRole('textbox', { name: 'Database password' }).and(page.locator('[aria-invalid=true]')).count()).toBe(1)
    await page.getByText('tried first everywhere').waitFor()
    await expect.poll(() => set.isDisabled()).toBe(true)
    // the button is disabled from then on, and would have let the focus go
    await expect.poll(focused).toBe('db_pass')
    await page.getByRole('textbox', { name: 'Database password' }).fill('football123-of-mine')
    await expect.poll(() => set.isEnabled()).toBe(true)
  })

  test('is paused, restored, restarted and renamed from its page', async () => {
    const ref = await dashboard.project('Life')
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    await menu(page, /pause/i)
    await page.getByRole('dialog').getByRole('button', { name: /pause/i }).click()
    await page.getByText('This project is paused').waitFor()
    await expectAccessible(page)
    // neither here nor on the page of sizes, for the server refuses it
    await page.getByRole('button', { name: 'Actions', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Change compute size', disabled: true }).waitFor()
    await page.keyboard.press('Escape')
    await page
      .getByRole('button', { name: /restore/i })
      .first()
      .click()
    await active(page)
    await menu(page, /restart/i)
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /restart/i })
      .click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.getByRole('region', { name: 'Recent events' }).getByText('Restarting Postgres').waitFor()
    await active(page)
    await menu(page, /rename/i)
    await page.getByRole('dialog').getByLabel('Name').fill('Afterlife')
    await page.getByRole('dialog').getByLabel('Name').press('Enter')
    await page.getByRole('heading', { name: 'Afterlife' }).waitFor()
  })

  test('is deleted only after its name was typed; who deletes it is led to the others, and its open pages say that it is gone', async () => {
    const ref = await dashboard.project('Doomed')
    const settings = await dashboard.open(`/project/${ref}/settings/database`, { hasOwnClock: true })
    await settings.getByRole('heading', { name: 'Database password' }).waitFor()
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    await menu(page, /delete/i)
    const dialog = page.getByRole('alertdialog').or(page.getByRole('dialog'))
    const confirm = dialog.getByRole('button', { name: /delete/i })
    await expect.poll(() => confirm.isDisabled()).toBe(true)
    await dialog.getByRole('textbox').fill('Doomed')
    await confirm.click()
    await page.waitForURL('**/org/*')
    await page
      .getByRole('link', { name: /Afterlife/ })
      .first()
      .waitFor()
    await page.getByText('Doomed is being deleted').waitFor()
    await expect
      .poll(() => dashboard.api.projects.retrieve({ params: { ref } }).catch((error: { code: string }) => error.code))
      .toBe('project_not_found')
    await settings.clock.fastForward(15_000)
    await settings
      .getByText(/Being deleted|not there any more/)
      .first()
      .waitFor()
    await settings.clock.fastForward(15_000)
    await settings.getByText('This project is not there any more').waitFor()
    await expect.poll(() => settings.getByRole('navigation', { name: 'Project settings' }).count()).toBe(0)
    await settings.getByRole('link', { name: 'Back to the projects' }).click()
    await settings.waitForURL('**/org/*')
  })

  test('a page of one that is being deleted says so in place of its settings', async () => {
    const ref = await dashboard.project('Going')
    const page = await dashboard.open('/projects')
    await page.route(`**/platform/projects/${ref}`, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, json: { ...(await response.json()), status: 'GOING_DOWN' } })
    })
    await page.goto(`${dashboard.url}/project/${ref}/settings/general`)
    await page.getByText('The database and everything in it is being removed.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete project' }).count()).toBe(0)
    await page.getByRole('link', { name: 'Back to the projects' }).waitFor()
    await expectAccessible(page)
  })

  test('its page fits a phone, dark and light', async () => {
    const ref = await dashboard.project('Small')
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await dashboard.open(`/project/${ref}`, { width: 390, colorScheme })
      await active(page)
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })

  test('one that does not exist says so', async () => {
    const page = await dashboard.open('/project/abcdefghijklmnopqrst')
    await page.getByRole('heading', { name: /not found|no such/i }).waitFor()
  })

  test('a platform that went away is said while it lasts', async () => {
    const ref = await dashboard.project('Distant')
    const page = await dashboard.open(`/project/${ref}`, { hasOwnClock: true })
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

describe('the sidebar', () => {
  test('takes every click, also right after another', async () => {
    const ref = await dashboard.project('Sidebar')
    const page = await dashboard.open(`/project/${ref}`)
    await active(page)
    const main = page.getByRole('navigation', { name: 'Main' })
    await main.getByRole('link', { name: 'Table editor' }).click()
    await page.waitForURL('**/editor**')
    await main.getByRole('link', { name: 'SQL editor' }).click()
    await page.waitForURL('**/sql/new')
    await main.getByRole('link', { name: 'Overview' }).click()
    await active(page)
  })

  test('a page that needs the database shows the paused project instead', async () => {
    const ref = await dashboard.project('Asleep')
    await dashboard.api.projects.pause({ params: { ref } })
    const page = await dashboard.open(`/project/${ref}/sql/new`)
    await page.getByText('This project is paused').waitFor()
  })

  test('the snippets of a paused project can be read, at the address that they have while it is active', async () => {
    const ref = await dashboard.project('Library')
    const snippet = (name: string, content: string, folder = '') =>
      dashboard.api.snippets.create({ params: { ref }, body: { id: crypto.randomUUID(), name, content, folder } })
    const { id } = await snippet('Open orders', 'select * from orders where is_open', 'reports')
    await snippet('All of them', 'select * from orders')
    await dashboard.api.projects.pause({ params: { ref } })
    const page = await dashboard.open(`/project/${ref}/sql/new`)
    await page.getByText('This project is paused').waitFor()
    const list = page.getByRole('list', { name: 'Snippets' })
    await list.getByRole('link', { name: /All of them/ }).waitFor()
    await list.getByRole('link', { name: 'Open orders in reports' }).click()
    await page.waitForURL(`**/project/${ref}/sql/${id}`)
    await page.getByRole('region', { name: 'snippet', exact: true }).getByText('select * from orders where is_open').waitFor()
    await expectAccessible(page)
    await page.getByRole('searchbox', { name: 'Search snippets' }).fill('is_open')
    await expect.poll(() => list.getByRole('link').count()).toBe(1)
    await expectNoSidewaysScroll(page)
    await page
      .getByRole('button', { name: /restore/i })
      .first()
      .click()
    await page.getByRole('tab', { name: /Open orders/ }).waitFor()
  })
})

describe('thousands of projects', () => {
  const longName = 'A name as long as names can be '.repeat(7).slice(0, 200)
  let mine: string

  beforeAll(async () => {
    mine = await dashboard.project('Zenith')
    await insertCrowd(dashboard, { organizations: 500, projects: 2_000 })
    // longer than forms take
    await inControlPlane(sql`update projects set name = ${longName} where ref = ${mine}`)
  })

  const entries = (page: Page) => page.locator('[data-entry]')
  const openList = async (path = '/projects', options?: Parameters<Dashboard['open']>[1]): Promise<Page> => {
    const page = await dashboard.open(path, options)
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
    await page.getByRole('heading', { name: 'No project matches' }).waitFor()
    await page.getByRole('button', { name: 'Show all projects' }).click()
    await count(page, /^2,0\d\d projects$/)
  })

  test('are found by ref, by organization and by status, and put in another order', async () => {
    const page = await openList(`/projects?q=${mine}`)
    await count(page, /^1 of/)
    await page.goto(`${dashboard.url}/projects`)
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
    await page.goto(`${dashboard.url}/projects?status=active`)
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
    await page.getByRole('button', { name: 'Show as cards' }).click()
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
    await page.goto(`${dashboard.url}/projects`)
    await page.getByRole('button', { name: 'Show as cards', pressed: true }).waitFor()
  })

  test('names of 200 characters are cut, and whole in their title', async () => {
    const page = await openList(`/projects?q=${mine}`)
    const link = page.getByRole('link', { name: longName })
    await expect.poll(() => link.getAttribute('title')).toBe(longName)
    await expect.poll(async () => (await link.boundingBox())!.height).toBeLessThan(30)
    await expectNoSidewaysScroll(page)
  })

  test('a new one is put where one says', async () => {
    const page = await openList()
    await page.getByRole('button', { name: 'New project' }).click()
    await page.getByRole('combobox', { name: 'In which organization?' }).fill('organization 499')
    await expect.poll(() => page.getByRole('option').count()).toBe(1)
    await page.getByRole('option', { name: 'Organization 499' }).click()
    await page.waitForURL('**/new/organization-499')
  })

  test('the projects of one organization are found the same way', async () => {
    const { organization_slug } = await dashboard.api.projects.retrieve({ params: { ref: mine } })
    const page = await openList(`/org/${organization_slug}`)
    await page.getByRole('searchbox', { name: 'Search projects' }).fill('as long as')
    await count(page, /^1 of \d+ projects$/)
    await page.waitForURL('**/org/*?q=as**')
    await page.getByRole('button', { name: 'Show as list' }).click()
    await page.reload()
    await page.getByRole('table', { name: 'Projects' }).getByRole('link', { name: longName }).waitFor()
  })

  test('who may only read sees them, and is not offered a new one', async () => {
    const email = 'reader@example.com'
    await insertPerson(dashboard, email)
    await inControlPlane(sql`
      insert into members (organization_id, user_id, role)
      select o.id, u.id, 'read-only' from organizations o, users u where o.slug in ('organization-1', 'organization-2') and u.email = ${email}`)
    const page = await openAs(dashboard, email, '/projects')
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
    await page.goto(`${dashboard.url}/organizations`)
    await page.getByRole('cell', { name: 'Read-only' }).first().waitFor()
  })

  test('the list fits a phone, dark and light', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await openList('/projects', { width: 390, colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Show as cards' }).click()
      await entries(page).first().waitFor()
      await expectNoSidewaysScroll(page)
    }
  })
})

/** Does what no page offers. */
async function inControlPlane(statement: Fragment): Promise<void> {
  const { socket, description } = dashboard.installation.paths.cluster('platform')
  const { port } = JSON.parse(await readFile(description, 'utf8')) as { port: number }
  const server = { host: socket, port, user: 'platform_admin', database: 'colonnade', settings: { search_path: 'public' } }
  await withClient(server, (client) => client.run(statement))
}
