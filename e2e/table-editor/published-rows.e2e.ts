import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { followFlashes } from './flashes.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Published')
  await run(`create table news (id int, lang text, title text, primary key (lang, id));
    insert into news select n, 'en', 'title ' || n from generate_series(1, 12) n;
    alter publication supabase_realtime add table news`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const slots = async () => (await run('select count(*) from pg_replication_slots where active')).results[0]!.rows[0]![0]

const grid = (page: Page) => page.getByRole('grid', { name: 'Rows of news' })
/** The name of a cell that flashes says also why. */
const cell = (page: Page, text: string) => grid(page).getByRole('gridcell', { name: text }).first()

async function openTable(): Promise<Page> {
  const page = await dashboard.open(`/project/${ref}/editor?schema=public&table=news`)
  await grid(page).waitFor()
  await cell(page, 'title 9').waitFor()
  await expect.poll(slots).toBe('1')
  return page
}

test('what others change in a published table is on the screen as soon as it is committed', async () => {
  const page = await openTable()
  for (const title of ['one', 'two', 'three', 'four', 'five']) {
    await run(`update news set title = '${title}' where id = 1`)
    await cell(page, title).waitFor()
  }
  await run("update news set id = 1002, title = 'moved' where id = 2; delete from news where id = 3; insert into news values (31, 'en', 'new')")
  await page.getByText('deleted by someone else').nth(1).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'Show 2 new rows' }).click()
  await cell(page, 'moved').waitFor()
  await cell(page, 'new').waitFor()
  await expect.poll(() => page.getByText('deleted by someone else').count()).toBe(0)
})

test("one's own change is not taken for another's, paused nothing moves, and nothing is held once nobody looks", async () => {
  const page = await openTable()
  await cell(page, 'title 4').dblclick()
  const flashes = await followFlashes(page)
  await page.getByRole('grid').getByRole('textbox').fill('mine')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect.poll(async () => (await run('select title from news where id = 4')).results[0]!.rows[0]![0]).toBe('mine')
  // what is read again after a save may have what others wrote in that moment
  await page.getByRole('button', { name: /^Save/ }).waitFor({ state: 'hidden' })
  await run("update news set title = 'theirs' where id = 5")
  await expect.poll(flashes).toEqual(['theirs'])
  await expect.poll(() => cell(page, 'mine').textContent()).toBe('mine')
  await page.getByRole('button', { name: /^Live/ }).click()
  await expect.poll(slots).toBe('0')
  await run("update news set title = 'unseen' where id = 6")
  await page.getByRole('button', { name: /^Paused/ }).click()
  await cell(page, 'unseen').waitFor()
  await page.goto(`${dashboard.url}/project/${ref}`)
  await expect.poll(slots).toBe('0')
})
