import { activityListText } from '@colonnade/dashboard/testing/messages/features/sql-editor/activity'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Running')
  await run(`create table ledger (id int primary key, note text); insert into ledger values (1, 'first');
    create table "Odd ""big" as select n as id from generate_series(1, 120000) n; analyze "Odd ""big"`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) =>
  (await dashboard.api.queries.run({ params: { ref }, body: { query, confirmed_name: 'Running' } })).results.at(-1)?.rows
const openEditor = async (): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/sql/new`)
  await page.getByRole('textbox', { name: 'SQL' }).waitFor()
  return page
}
const start = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Run', exact: true }).click()
}
const question = (page: Page) => page.getByRole('dialog', { name: 'Run this query?' })

test('a transaction is shown while it is open, asks before the page is left, and ends by its buttons', async () => {
  const page = await openEditor()
  const banner = page.getByRole('region', { name: 'Transaction' })
  await start(page, "begin; insert into ledger values (2, 'second')")
  await banner.getByText('A transaction is open').waitFor()
  await banner.getByText(/2 statements so far/).waitFor()
  await start(page, 'select count(*) from ledger')
  await page.getByRole('gridcell', { name: '2', exact: true }).waitFor()
  expect(await run('select count(*) from ledger')).toEqual([['1']])
  await expectAccessible(page)

  await page.getByRole('link', { name: 'Table editor' }).first().click()
  const asked = page.getByRole('dialog', { name: 'A transaction is open' })
  await asked.getByRole('button', { name: 'Stay' }).click()
  await asked.waitFor({ state: 'hidden' })

  await start(page, 'select nonsense')
  await banner.getByText('can only be rolled back').waitFor()
  await banner.getByRole('button', { name: 'Roll back' }).click()
  await banner.waitFor({ state: 'hidden' })
  await page.getByText('Rolled back: nothing was kept', { exact: true }).waitFor()
  await start(page, "begin; insert into ledger values (3, 'third')")
  await banner.getByRole('button', { name: 'Commit' }).click()
  await banner.waitFor({ state: 'hidden' })
  await expect.poll(() => run('select id from ledger order by id')).toEqual([['1'], ['3']])
})

test('what an error has undone is marked, and the way out of a shared transaction is offered', async () => {
  await run('create procedure halves() language plpgsql as $$ begin insert into ledger values (51); commit; end $$')
  const page = await openEditor()
  await start(page, "insert into ledger values (50, 'Ghost'); call halves()")
  await page.getByText('Rolled back: nothing was kept.').waitFor()
  await page.getByRole('listitem').getByText('INSERT · 1 row · rolled back').waitFor()
  await expectAccessible(page)
  expect(await run('select count(*) from ledger where id >= 50')).toEqual([['0']])
  await page.getByRole('button', { name: 'Commit each statement' }).click()
  await page.getByText('2 statements ·').waitFor()
  expect(await run('select id from ledger where id >= 50 order by id')).toEqual([['50'], ['51']])
})

test('a run that is cancelled keeps what came of it, and a transaction whose backend is ended is told as lost', async () => {
  const page = await openEditor()
  await start(page, "select 'kept' as word; select pg_sleep(100)")
  // what has not come before the end is not there after it
  await page.getByRole('gridcell', { name: 'kept' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('heading', { name: 'Cancelled' }).waitFor()
  await page.getByRole('tab', { name: 'Result' }).first().click()
  await page.getByRole('gridcell', { name: 'kept' }).waitFor()

  await start(page, "begin; create temp table mine (a int); select 'held'")
  await page.getByRole('region', { name: 'Transaction' }).waitFor()
  await page.getByRole('button', { name: 'Running queries' }).click()
  const panel = page.getByRole('dialog', { name: 'Running queries' })
  const own = panel.getByRole('listitem').filter({ hasText: 'held' })
  await own.getByText(activityListText.startedHere).waitFor()
  await own.getByText(/^Idle in a transaction/).waitFor()
  await expectAccessible(page)
  await own.getByRole('button', { name: /^Terminate/ }).click()
  await page
    .getByRole('dialog', { name: /^Terminate process/ })
    .getByRole('button', { name: 'Terminate' })
    .click()
  await panel.getByText(activityListText.emptyTitle).waitFor()
  // what asked has gone with its process: the focus is in the panel, where Escape closes it, and not behind it
  await expect.poll(() => panel.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await start(page, 'select * from mine')
  const lost = page.getByRole('alert', { name: 'Connection lost' })
  await lost.getByText('The open transaction').waitFor()
  await start(page, "select 'again' as word")
  await page.getByRole('gridcell', { name: 'again' }).waitFor()
  await lost.waitFor({ state: 'hidden' })
})

test('what a text would do is told with its size, and a table is made with its row-level security', async () => {
  const page = await openEditor()
  await start(page, 'create index on "Odd ""big" (id);\ndelete from ledger where id < 3;\ndrop table "Odd ""big"')
  await question(page)
    .getByText(/CREATE INDEX locks Odd "big \(SHARE\).*≈ 120,000 rows/)
    .waitFor()
  await question(page)
    .getByText(/Drops table Odd "big · ≈ 120,000 rows/)
    .waitFor()
  await question(page).getByText('Line 3').waitFor()
  await question(page).getByRole('button', { name: 'Count rows' }).click()
  await question(page).getByText('1 row now').waitFor()
  await expectAccessible(page)
  await question(page).getByRole('button', { name: 'Cancel' }).click()
  await question(page).waitFor({ state: 'hidden' })

  // the bare name would find the temporary table
  await start(page, 'create temp table "Open \'t" (b int); create table "Open \'t" (a int) -- without')
  await question(page)
    .getByText(/without row-level security/)
    .waitFor()
  await question(page).getByRole('button', { name: 'Run and enable RLS' }).click()
  await expect.poll(() => run(`select relrowsecurity from pg_class where relname = 'Open ''t' and relpersistence = 'p'`)).toEqual([['t']])
  await question(page).waitFor({ state: 'hidden' })

  await start(page, 'vacuum ledger; select 1')
  await question(page).getByText('Statements that run together share a transaction').waitFor()
})

test('a locked project is changed only by who types its name, each time', async () => {
  const page = await openEditor()
  await page.getByRole('button', { name: /^Options/ }).click()
  const lock = page.getByRole('switch', { name: 'Production lock' })
  await lock.click()
  await page.getByRole('button', { name: 'Locked' }).waitFor()
  await page.keyboard.press('Escape')
  await lock.waitFor({ state: 'hidden' })
  await start(page, 'select 5 as five')
  await page.getByRole('gridcell', { name: '5', exact: true }).waitFor()
  await start(page, "insert into ledger values (9, 'locked')")
  const anyway = question(page).getByRole('button', { name: 'Run anyway' })
  await question(page).getByText('Changes the database').waitFor()
  await question(page).getByRole('textbox').fill('running')
  await expect.poll(() => anyway.isDisabled()).toBe(true)
  await question(page).getByRole('textbox').fill('Running')
  await expectAccessible(page)
  await anyway.click()
  await expect.poll(() => run('select count(*) from ledger where id = 9')).toEqual([['1']])

  // what a function does is not in the text: the server refuses, and the same question comes
  await question(page).waitFor({ state: 'hidden' })
  await run("create function sneak() returns void language sql as 'delete from ledger where id = 9'")
  await start(page, 'select sneak()')
  await question(page).getByRole('textbox').fill('Running')
  await anyway.click()
  await expect.poll(() => run('select count(*) from ledger where id = 9')).toEqual([['0']])
})

test('a character that only looks like a space is named where it makes a statement fail, and replaced by one press', async () => {
  const page = await openEditor()
  await start(page, "select\u00a0'a\u00a0b' as kept")
  await page.getByRole('alert').getByText('U+00A0 (no-break space)').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Replace these characters' }).click()
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('gridcell', { name: 'a\u00a0b' }).waitFor()
})
