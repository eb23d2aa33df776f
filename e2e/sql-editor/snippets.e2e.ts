import { libraryText, snippetDialogsText } from '@colonnade/dashboard/testing/messages/features/sql-editor/snippets'
import { conflictDialogText, conflictWordsCopy } from '@colonnade/dashboard/testing/messages/features/sql-editor/diff'
import { missingDocumentText } from '@colonnade/dashboard/testing/messages/features/sql-editor/documents'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { rightClick } from '../right-click.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Snippets')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const code = (page: Page): Locator => page.getByRole('textbox', { name: 'SQL' })
const open = async (id = 'new', options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/sql/${id}`, options)
  await code(page).waitFor()
  return page
}
/** The window becomes too narrow for the library, and wide again. */
const crossWidths = async (page: Page, between: () => Promise<void>) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.locator('nav[aria-label=Snippets]').waitFor({ state: width < 768 ? 'detached' : 'attached' })
    await between()
  }
}
const write = async (page: Page, text: string) => {
  await code(page).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}
const saved = (page: Page) => page.locator('output', { hasText: /^Saved$/ }).waitFor()
const tree = (page: Page, name: string | RegExp) => page.getByRole('treeitem', { name })
const choose = async (page: Page, item: Locator, action: string) => {
  await rightClick(item)
  await page.getByRole('menuitem', { name: action }).click()
}
const list = async () => (await dashboard.api.snippets.list({ params: { ref } })).items
const textOf = async (id: string) => (await dashboard.api.snippets.retrieve({ params: { ref, id } })).content
const create = async (name: string, content: string) => {
  const id = crypto.randomUUID()
  await dashboard.api.snippets.create({ params: { ref }, body: { id, name, content } })
  return id
}

test('what is written is there after a reload at once, and becomes a snippet while one goes on writing', async () => {
  const page = await open()
  await write(page, '-- Orders of the week\nselect 1')
  await page.reload()
  await page.getByText('-- Orders of the week').waitFor()
  await saved(page)
  await expect.poll(() => page.url()).toMatch(/\/sql\/[0-9a-f-]{36}$/)
  const id = page.url().split('/').at(-1)!
  await tree(page, 'Orders of the week').waitFor()
  await expect.poll(() => textOf(id)).toBe('-- Orders of the week\nselect 1')

  // the move to its own address left the editor as it was: its history of changes is there
  await page.getByRole('button', { name: 'New snippet', exact: true }).click()
  await expect.poll(() => code(page).textContent()).not.toContain('Orders')
  await write(page, 'select 2')
  await saved(page)
  await page.keyboard.insertText(' as two')
  await page.keyboard.press('ControlOrMeta+z')
  await expect.poll(() => code(page).textContent()).toBe('select 2')
  await page.keyboard.press('ControlOrMeta+s')
  await saved(page)
  await expect.poll(async () => (await list()).map(({ name }) => name)).toContain('select 2')

  // a link to what is not there says so
  await page.goto(`${dashboard.url}/project/${ref}/sql/00000000-0000-4000-8000-000000000000`)
  await page.getByRole('heading', { name: missingDocumentText.title }).waitFor()
  await expectAccessible(page)
})

test('what is saved once its page has been left is in the library when one comes back', async () => {
  const page = await open()
  await tree(page, 'Orders of the week').waitFor()
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/snippets', async (route) => {
    if (route.request().method() === 'POST') await held
    await route.continue()
  })
  const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/snippets'))
  await write(page, '-- Left alone')
  await sent
  await page.getByRole('link', { name: 'Table editor' }).click()
  await page.waitForURL(/\/editor/)
  const answer = page.waitForResponse((response) => response.request().method() === 'POST' && response.url().endsWith('/snippets'))
  release()
  await answer
  await page.getByRole('link', { name: 'SQL editor' }).click()
  await tree(page, 'Orders of the week').waitFor()
  await tree(page, 'Left alone').waitFor({ timeout: 5_000 })
})

test('a text that two browsers change is compared, and nothing of it is lost', async () => {
  const id = await create('Shared thought', 'select 1 as first')
  const [here, there] = [await open(id), await open(id)]
  await here.getByText('select 1 as first').waitFor()
  await there.getByText('select 1 as first').waitFor()
  await write(there, 'select 2 as theirs')
  await expect.poll(() => textOf(id)).toBe('select 2 as theirs')
  await write(here, 'select 3 as mine')
  await here.getByRole('button', { name: 'Compare' }).click()
  const dialog = here.getByRole('dialog', { name: conflictWordsCopy.changedByYouTitle('Shared thought') })
  await dialog.getByRole('textbox', { name: 'Yours' }).getByText('mine').waitFor()
  await dialog.getByText('theirs').first().waitFor()
  await expectAccessible(here)
  await dialog.getByRole('button', { name: conflictDialogText.saveMineAsCopy }).click()
  await tree(here, 'Shared thought (copy)').waitFor()
  await expect.poll(() => textOf(id)).toBe('select 2 as theirs')
  const copy = (await list()).find(({ name }) => name === 'Shared thought (copy)')
  expect(await textOf(copy!.id)).toBe('select 3 as mine')

  // and the other way out: what is here goes over it, and what was there stays a version
  await here.goto(`${dashboard.url}/project/${ref}/sql/${id}`)
  await here.getByText('select 2 as theirs').waitFor()
  await write(there, 'select 4 as theirs')
  await expect.poll(() => textOf(id)).toBe('select 4 as theirs')
  await write(here, 'select 5 as mine')
  await here.getByRole('button', { name: 'Compare' }).click()
  await here.getByRole('button', { name: conflictDialogText.keepRight }).click()
  await expect.poll(() => code(here).evaluate((editor) => editor.contains(document.activeElement))).toBe(true)
  await saved(here)
  await expect.poll(() => textOf(id)).toBe('select 5 as mine')
  const { items } = await dashboard.api.snippets.versions({ params: { ref, id } })
  expect(await dashboard.api.snippets.retrieveVersion({ params: { ref, id, version: String(items[1]!.version) } })).toMatchObject({
    content: 'select 4 as theirs',
  })
})

test('the library places, tags, shares, finds, restores and deletes', async () => {
  const id = await create('Revenue', 'select sum(total) as revenue_total')
  const page = await open(id)
  await page.getByText('revenue_total').waitFor()
  await choose(page, tree(page, 'Revenue'), 'Move to…')
  const folder = page.getByRole('combobox', { name: 'Folder' })
  await folder.fill('reports/monthly')
  await crossWidths(page, () => expect.poll(() => folder.inputValue()).toBe('reports/monthly'))
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  await tree(page, /^reports/).click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await choose(page, tree(page, 'Revenue'), 'Tags…')
  const tags = page.getByRole('combobox', { name: 'Tags' })
  await tags.fill('finance, daily')
  await crossWidths(page, () => expect.poll(() => tags.inputValue()).toBe('finance, daily'))
  await page.getByRole('button', { name: 'Save tags' }).click()
  await page.getByRole('button', { name: 'finance 1' }).waitFor()
  await choose(page, tree(page, 'Revenue'), 'Add to favorites')
  await tree(page, /^Favorites/).waitFor()
  await choose(page, tree(page, 'Revenue').first(), 'Share with the project…')
  await page.getByText(snippetDialogsText.shareBody).waitFor()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect
    .poll(async () => (await list()).find((snippet) => snippet.id === id))
    .toMatchObject({
      visibility: 'project',
      folder: 'reports/monthly',
      tags: ['finance', 'daily'],
      is_favorite: true,
    })
  await expectAccessible(page)

  await page.getByRole('searchbox', { name: 'Search snippets' }).fill('REVENUE_total')
  await tree(page, /select sum\(total\) as revenue_total/).waitFor()
  await page.getByRole('searchbox', { name: 'Search snippets' }).fill('')
  await tree(page, /^Favorites/).waitFor()

  // a name that is not given leaves the focus on its line
  await tree(page, /^Revenue/)
    .first()
    .focus()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of Revenue' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.role)).toBe('treeitem')

  // what is saved twice shortly after one another is one version, the first
  await write(page, 'select sum(total) as revenue_total;')
  await expect.poll(() => textOf(id)).toBe('select sum(total) as revenue_total;')
  await choose(page, tree(page, /^Revenue/).first(), 'Versions…')
  await page.getByRole('button', { name: /^Version 1 · current/ }).waitFor()
  await page.getByText('No earlier versions yet').waitFor()
  await page.keyboard.press('Escape')
  await write(page, 'select 0')
  await expect.poll(() => textOf(id)).toBe('select 0')
  await choose(page, tree(page, /^Revenue/).first(), 'Versions…')
  const versions = page.getByRole('dialog', { name: 'Versions of “Revenue”' })
  await versions.getByText('revenue_total').first().waitFor()
  await expectAccessible(page)
  await crossWidths(page, () => versions.getByText('revenue_total').first().waitFor())
  await versions.getByRole('button', { name: 'Restore version 1' }).click()
  await expect.poll(() => textOf(id)).toBe('select sum(total) as revenue_total;')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => textOf(id)).toBe('select 0')

  await tree(page, /^Revenue/)
    .first()
    .focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(async () => (await list()).some((snippet) => snippet.id === id)).toBe(false)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await list()).find((snippet) => snippet.id === id)).toMatchObject({ name: 'Revenue', folder: 'reports/monthly' })
})

test('a folder that gets another name stays open, and keeps the focus; of what is deleted its neighbour has it', async () => {
  const make = (name: string) =>
    dashboard.api.snippets.create({ params: { ref }, body: { id: crypto.randomUUID(), name, content: 'select 1', folder: 'zeta/inner' } })
  for (const name of ['Held inside', 'Next one']) await make(name)
  const page = await open()
  await tree(page, /^zeta/).focus()
  await page.keyboard.press('ArrowRight')
  await tree(page, /^inner/).waitFor()
  await page.keyboard.press('F2')
  await page.getByRole('textbox', { name: 'New name of zeta' }).fill('alpha')
  await page.keyboard.press('Enter')
  await tree(page, /^alpha/).waitFor()
  await tree(page, /^inner/).waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toMatch(/^alpha/)

  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toMatch(/^inner/)
  await page.keyboard.press('ArrowRight')
  await tree(page, /^Held inside/).waitFor()
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toMatch(/^Held inside/)
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await tree(page, /^Held inside/).waitFor({ state: 'detached' })
  await expect.poll(focused).toMatch(/^Next one/)
})

test('snippets that can not be loaded are not told as none, and come when they are asked for again', async () => {
  await create('Kept', 'select 1')
  const page = await dashboard.open('/account/me')
  const list = new RegExp(`/platform/projects/${ref}/snippets(\\?|$)`)
  await page.route(list, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Down', details: {} } }))
  await page.goto(`${dashboard.url}/project/${ref}/sql/new`)
  const again = page.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expect.poll(() => page.getByRole('tree', { name: 'Snippets' }).count()).toBe(0)
  await expect.poll(() => page.getByText(libraryText.empty).count()).toBe(0)
  await page.unroute(list)
  await again.click()
  await tree(page, 'Kept').waitFor()
})

test('runs are looked at again with their results, templates begin a text, and both fit a phone', async () => {
  const page = await open('new', { width: 390 })
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('searchbox', { name: 'Search templates' }).fill('returns rows')
  await page.getByRole('button', { name: /^Open “Function that returns rows”/ }).click()
  await code(page).getByText('list_days').first().waitFor()
  await write(page, 'select 41 + 1 as answer')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('gridcell', { name: '42', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Recent runs' }).click()
  const runs = page.getByRole('dialog', { name: 'Recent runs' })
  await runs.getByRole('button', { name: /select 41 \+ 1 as answer/ }).click()
  await runs.getByRole('gridcell', { name: '42', exact: true }).waitFor()
  await expectAccessible(page)
  const again = page.waitForRequest(`**/pg-meta/${ref}/runs`)
  await runs.getByRole('button', { name: 'Run again' }).click()
  await runs.waitFor({ state: 'hidden' })
  expect((await again).postDataJSON()).toMatchObject({ query: 'select 41 + 1 as answer' })
  await page.getByRole('gridcell', { name: '42', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Snippets', exact: true }).click()
  await page.getByRole('dialog', { name: 'Snippets' }).getByRole('tree').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
