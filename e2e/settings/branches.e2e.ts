import { messages as branchMessages } from '@colonnade/platform/testing/messages/copies/branches'
import { messages as mergeMessages } from '@colonnade/platform/testing/messages/copies/merges'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

const rowsOf = async (of: string, query: string) => (await dashboard.api.queries.run({ params: { ref: of }, body: { query } })).results[0]!.rows

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Chinook')
  await rowsOf(
    ref,
    "create table album (id int primary key, title text); insert into album values (1, 'Big Ones'); create unlogged table job_queue (id int)",
  )
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a branch is made from the header, changed, reset, switched to and deleted; the project never notices', async () => {
  const page = await dashboard.open(`/project/${ref}/editor?table=album`)
  await page.getByRole('gridcell', { name: 'Big Ones', exact: true }).waitFor()
  await page.getByRole('button', { name: 'Enable branching' }).click()
  await page.getByRole('heading', { name: 'No branches' }).waitFor()
  await page.getByRole('button', { name: 'New branch' }).click()
  await expect
    .poll(() => page.getByRole('link', { name: 'restore a backup to a new branch' }).getAttribute('href'))
    .toBe(`/project/${ref}/database/backups/scheduled`)
  await page.getByRole('note').getByText("Rows of unlogged tables aren't copied. These tables will be empty: job_queue").waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Main')
  await page.getByRole('button', { name: 'Create branch' }).click()
  await page.getByText(branchMessages.nameTaken('Main')).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('preview')
  await page.getByRole('button', { name: 'Create branch' }).click()
  await page.getByRole('region', { name: 'Database password' }).waitFor()
  await page.getByText('Active', { exact: true }).first().waitFor()
  const branch = new URL(page.url()).pathname.split('/')[2]!
  expect(branch).not.toBe(ref)

  await rowsOf(branch, 'drop table album')
  await page.getByRole('button', { name: 'Switch branch: preview' }).click()
  await page.getByRole('link', { name: 'Manage branches' }).click()
  const row = page.getByRole('listitem', { name: 'preview' })
  await row.getByText('Copy of main').waitFor()
  await expectAccessible(page)

  // what somebody else has changed since the form was opened is not changed back by it
  await row.getByRole('button', { name: 'Actions for preview' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edit = page.getByRole('dialog')
  await expect.poll(() => edit.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('preview')
  const { id } = (await dashboard.api.branches.list({ params: { ref } })).find(({ is_default }) => !is_default)!
  const rename = (name: string) => dashboard.api.branches.update({ params: { ref, branch: id }, body: { name } })
  await rename('preview of theirs')
  await edit.getByRole('button', { name: 'Save' }).click()
  await edit.waitFor({ state: 'detached' })
  const names = (await dashboard.api.branches.list({ params: { ref } })).map(({ name }) => name)
  expect(names).toEqual(['main', 'preview of theirs'])
  await rename('preview')
  await page.getByRole('listitem', { name: 'preview', exact: true }).waitFor()
  await row.getByRole('button', { name: 'Actions for preview' }).click()
  await page.getByRole('menuitem', { name: 'Reset' }).click()
  await page.getByRole('textbox', { name: 'Type preview to confirm' }).fill('preview')
  await page.getByRole('button', { name: 'Reset branch' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => rowsOf(branch, 'select title from album').catch(() => null)).toEqual([['Big Ones']])

  await dashboard.api.queries.run({
    params: { ref: branch },
    body: { query: 'alter table album add year int', migration: { name: 'years_that_the_albums_of_the_shop_came_out_in' } },
  })
  await row.getByRole('button', { name: 'Actions for preview' }).click()
  await page.getByRole('menuitem', { name: 'Merge' }).click()
  // what had the focus is gone: Tab goes on in the page, not at the top of the window
  await page.getByRole('button', { name: 'Rehearse merge' }).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page'))).toBe(true)
  await page.getByRole('button', { name: 'Rehearse merge' }).click()
  await page.getByText('Rehearsal succeeded').waitFor()
  // whoever pressed it is still there
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Rehearse again')
  await page.getByRole('button', { name: 'years' }).click()
  await page.getByText('public.album (8.00 kB): blocks reads and writes (ACCESS EXCLUSIVE)').waitFor()
  await page.getByRole('button', { name: 'table public.album' }).click()
  await page.getByRole('textbox', { name: 'table public.album, After the merge' }).getByText('year').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Merge 1 migration' }).click()
  const narrow = await dashboard.open(new URL(page.url()).pathname + new URL(page.url()).search, { width: 390, colorScheme: 'light' })
  const lock = narrow.getByRole('button', { name: 'years' }).getByText('access exclusive')
  const rightEdge = () => lock.evaluate((element) => element.getBoundingClientRect().right)
  await expect.poll(rightEdge).toBeLessThan(390)
  await expectNoSidewaysScroll(narrow)
  // what was reviewed is asked about, also when somebody else has another one rehearsed meanwhile
  const address = { ref, branch: id }
  await dashboard.api.merges.rehearse({ params: address })
  await expect.poll(async () => (await dashboard.api.merges.list({ params: address }))[0]!.status).toBe('REHEARSED')
  await page.locator('[aria-label="Earlier merges"]').waitFor()
  await page.getByRole('button', { name: 'Merge into main' }).click()
  await page.getByText(mergeMessages.notApplicable).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Merge 1 migration' }).click()
  await page.getByRole('button', { name: 'Merge into main' }).click()
  await page.getByText('Merged into main', { exact: true }).waitFor()
  expect(await rowsOf(ref, 'select title, year from album')).toEqual([['Big Ones', null]])
  // the button that asked is gone, and nothing that is not meant has the focus instead
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute('data-page'))).toBe(true)
  await page.getByRole('link', { name: 'Branches' }).first().click()

  // a branch of a branch is what is meant where one stands on it
  await page.goto(`${dashboard.url}/project/${branch}/branches`)
  await page.getByRole('button', { name: 'New branch' }).click()
  await page.getByRole('combobox', { name: 'Copy of' }).getByText('preview').waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${dashboard.url}/project/${ref}/branches`)

  // it hears of what becomes of the branch before it would look by itself
  const open = await dashboard.open(`/project/${branch}/settings/general`, { hasOwnClock: true })
  await open.getByRole('button', { name: 'Restart branch' }).waitFor()

  const phone = await dashboard.open(`/project/${branch}/branches`, { width: 390, colorScheme: 'light' })
  const there = phone.getByRole('listitem', { name: 'preview' })
  await there.getByText('Active', { exact: true }).waitFor()
  await expectNoSidewaysScroll(phone)
  await there.getByRole('button', { name: 'Actions for preview' }).click()
  await phone.getByRole('menuitem', { name: 'Delete branch' }).click()
  await phone.getByRole('textbox', { name: 'Type preview to confirm' }).fill('preview')
  await phone.getByRole('button', { name: 'Delete branch' }).click()
  // one's own branch is gone: the page of the project shows, and the other page follows
  await phone.getByText('Create a branch to try a change.').waitFor()
  await page.getByText('Create a branch to try a change.').waitFor()
  expect(new URL(phone.url()).pathname).toBe(`/project/${ref}/branches`)
  expect(await rowsOf(ref, 'select title from album')).toEqual([['Big Ones']])

  await expect
    .poll(async () => {
      await open.clock.runFor(100)
      return open.getByText('This branch no longer exists').count()
    })
    .toBe(1)
  await open.reload()
  await open.getByRole('heading', { name: 'The branch preview was deleted' }).waitFor()
  await expectAccessible(open)
  await open.getByRole('link', { name: 'Back to branches' }).click()
  await open.waitForURL(`**/project/${ref}/branches`)
})

test('a project is not deleted past its branches, and a phone reaches them, and Connect, from its menu', async () => {
  const own = await dashboard.project('Shop')
  const enabling = await dashboard.open(`/project/${own}/settings/general`, { width: 390 })
  const menuOf = async (of: Page) => {
    await of.getByRole('button', { name: 'Open menu' }).click()
    return of.getByRole('dialog', { name: 'Menu' })
  }
  await (await menuOf(enabling)).getByRole('button', { name: 'Enable branching' }).click()
  await enabling.getByRole('heading', { name: 'No branches' }).waitFor()
  const { project_ref: branch } = await dashboard.api.branches.create({ params: { ref: own }, body: { name: 'try' } })
  for await (const { status } of dashboard.api.projects.events({ params: { ref: branch } })) if (status === 'ACTIVE_HEALTHY') break

  const page = await dashboard.open(`/project/${own}/settings/general`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this project?' })
  await dialog.getByRole('list', { name: 'Branches' }).getByRole('link', { name: 'try' }).waitFor()
  await expect.poll(() => dialog.getByRole('button', { name: 'Delete project' }).isDisabled()).toBe(true)
  await expect.poll(() => dialog.getByRole('textbox').count()).toBe(0)
  await expectAccessible(page)
  await dialog.getByRole('link', { name: 'Manage branches' }).click()
  await page.getByRole('listitem', { name: 'try' }).waitFor()

  const phone = await dashboard.open(`/project/${own}/settings/general`, { width: 390 })
  const menu = await menuOf(phone)
  await menu.getByRole('button', { name: 'Switch branch: main' }).click()
  await expectAccessible(phone)
  await phone.getByRole('option', { name: 'try' }).click()
  await menu.waitFor({ state: 'detached' })
  await phone.getByRole('heading', { name: 'Delete branch' }).waitFor()
  expect(new URL(phone.url()).pathname).toBe(`/project/${branch}/settings/general`)
  await (await menuOf(phone)).getByRole('button', { name: 'Switch project: Shop' }).waitFor()
  await expectAccessible(phone)
  await menu.getByRole('button', { name: 'Connect' }).click()
  await phone.getByRole('dialog', { name: 'Connect to your project' }).waitFor()
  await menu.waitFor({ state: 'detached' })
  await expectNoSidewaysScroll(phone)
})

test('what is paused is not copied, which is said before; a reset happens once, and gives the branch what its source has now', async () => {
  const own = await dashboard.project('Music')
  await rowsOf(own, "create table album (title text); insert into album values ('Big Ones')")
  const { id, project_ref: branch } = await dashboard.api.branches.create({ params: { ref: own }, body: { name: 'try' } })
  await untilActive(branch)
  await rowsOf(branch, "insert into album values ('of the branch')")
  await rowsOf(own, "insert into album values ('Facelift')")

  const page = await dashboard.open(`/project/${own}/branches`)
  await page.getByRole('button', { name: 'New branch' }).click()
  const form = page.getByRole('dialog', { name: 'Create branch' })
  await form.getByRole('textbox', { name: 'Name' }).fill('second')
  const other = await dashboard.open(`/project/${own}/branches`)
  const openReset = async () => {
    await other.getByRole('button', { name: 'Actions for try' }).click()
    await other.getByRole('menuitem', { name: 'Reset' }).click()
    await dialog.getByRole('textbox', { name: 'Type try to confirm' }).fill('try')
  }
  const dialog = other.getByRole('dialog', { name: 'Reset try?' })
  const reset = dialog.getByRole('button', { name: 'Reset branch' })
  await openReset()
  await dashboard.api.projects.pause({ params: { ref: own } })
  for (const each of [form, dialog]) await each.getByText('main is paused. Restore it to copy it.').waitFor()
  for (const button of [form.getByRole('button', { name: 'Create branch' }), reset]) await expect.poll(() => button.isDisabled()).toBe(true)
  await expectAccessible(page)
  await dashboard.api.projects.restore({ params: { ref: own } })
  await untilActive(own)
  await expect.poll(() => form.getByRole('button', { name: 'Create branch' }).isDisabled()).toBe(false)
  await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('second')

  // one that is refused leaves the dialog as it was
  await other.route(
    '**/reset',
    (route) => route.fulfill({ status: 409, json: { code: 'project_busy', message: 'It is being merged', details: {} } }),
    {
      times: 1,
    },
  )
  await reset.click()
  await dialog.getByRole('alert').getByText('It is being merged').waitFor()
  const sent: string[] = []
  other.on('request', (request) => request.method() === 'POST' && request.url().endsWith('/reset') && sent.push(request.url()))
  await reset.dblclick()
  await dialog.waitFor({ state: 'detached' })
  await untilActive(branch)
  expect(sent).toHaveLength(1)
  expect(await rowsOf(branch, 'select title from album order by 1')).toEqual([['Big Ones'], ['Facelift']])

  // one that is paused is copied anew, too, and is active then
  await dashboard.api.projects.pause({ params: { ref: branch } })
  await other.getByRole('listitem', { name: 'try' }).getByText('Paused', { exact: true }).waitFor()
  await rowsOf(own, "insert into album values ('Toys')")
  await openReset()
  await reset.click()
  await dialog.waitFor({ state: 'detached' })
  await untilActive(branch)
  expect(await rowsOf(branch, 'select count(*) from album')).toEqual([['3']])
  expect(await rowsOf(own, 'select count(*) from album')).toEqual([['3']])

  // what was chosen stays chosen when it is gone: nothing else is copied in its place
  await form.getByRole('combobox', { name: 'Copy of' }).click()
  await page.getByRole('option', { name: 'try' }).click()
  await dashboard.api.branches.remove({ params: { ref: own, branch: id } })
  await form.getByText('This branch no longer exists. Choose another one.').waitFor()
  await form.getByRole('combobox', { name: 'Copy of' }).getByText('Deleted branch').waitFor()
})

async function untilActive(of: string): Promise<void> {
  await expect.poll(async () => (await dashboard.api.projects.retrieve({ params: { ref: of } })).status).toBe('ACTIVE_HEALTHY')
}
