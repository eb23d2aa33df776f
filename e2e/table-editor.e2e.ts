import { stagingNotesText } from '@colonnade/dashboard/testing/messages/features/table-editor/grid'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string

const schema = `
  create table seats (hall int, row int, name text, price numeric(8,2), primary key (hall, row));
  insert into seats values (1, 2, 'a', 10), (1, 4, 'b', 20), (3, 2, 'c', 30), (3, 4, 'd', null);
  create table "Odd ""name"" 🚀" ("the key" int primary key, "select" text);
  insert into "Odd ""name"" 🚀" values (1, 'one');
  create table keyless (a int);
  insert into keyless values (1);
  create table parents (id int primary key, name text not null unique);
  create table children (id int primary key, parent int references parents);
  insert into parents values (1, 'root'), (2, 'other');
  insert into children values (1, 1);
  create type mood as enum ('calm', 'cross');
  create table kinds (id bigint generated always as identity primary key, big int8, day date, at timestamptz, flag boolean,
    feeling mood, data jsonb, raw bytea, tags text[], note text default 'none', twice int8 generated always as (big * 2) stored);
  insert into kinds (big, day, at, flag, feeling, data, raw, tags, note) values
    (4611686018427387903, 'infinity', '2024-02-29 12:00:00.123456+00', true, 'calm', '{"a": 1.0}', '\\xdeadbeef', '{x,NULL}', '');
  create view cheap as select name, price from seats where price < 25;
  create table many as select n, 'row ' || n as label from generate_series(1, 1000000) n;
  alter table many add primary key (n);
  analyze;`

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Editor')
  await run(schema)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const rowsOf = async (query: string) => (await run(query)).results[0]!.rows
const openTable = async (name: string, options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/editor`, options)
  await page.getByRole('link', { name }).first().click()
  await page.getByRole('grid', { name: `Rows of ${name}` }).waitFor()
  return page
}
const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true }).first()

describe('browsing', () => {
  test('tables are listed, searched, and shown with their types', async () => {
    const page = await dashboard.open(`/project/${ref}/editor`)
    await page.getByText('Choose a table').waitFor()
    await expectAccessible(page)
    await page.getByLabel('Search tables').fill('sea')
    await page.getByRole('link', { name: 'keyless' }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'seats' }).click()
    await page.getByRole('columnheader', { name: /price.*numeric\(8,2\)/s }).waitFor()
    await page.getByText('4 rows').waitFor()
    await expectAccessible(page)
  })

  test('every value is what Postgres has, and NULL is no empty text', async () => {
    const page = await openTable('kinds')
    for (const value of [
      '4611686018427387903',
      'infinity',
      '2024-02-29 12:00:00.123456+00',
      'calm',
      '{"a": 1.0}',
      '{x,NULL}',
      '9223372036854775806',
    ]) {
      await page.getByRole('gridcell').filter({ hasText: value }).first().scrollIntoViewIfNeeded()
    }
    const seats = await openTable('seats')
    await cell(seats, 'NULL').waitFor()
  })

  test('a million rows open at once, and their end can be reached', async () => {
    const page = await openTable('many')
    await cell(page, 'row 1').waitFor()
    await page
      .getByText(/1,000,000|1\.0M|1M/)
      .first()
      .waitFor()
    await expect.poll(() => page.getByRole('row').count()).toBeLessThan(120)
  })

  test('fits a phone', async () => {
    const page = await dashboard.open(`/project/${ref}/editor`, { width: 390 })
    await page.getByRole('navigation', { name: 'Tables' }).getByRole('link').first().waitFor()
    await expectNoSidewaysScroll(page)
  })
})

describe('editing', () => {
  test('a cell is edited in place and saved', async () => {
    const page = await openTable('seats')
    await cell(page, 'a').dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type("it's")
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => rowsOf("select hall, row from seats where name = $$it's$$")).toEqual([['1', '2']])
  })

  test('a refused value says why, and what was there comes back', async () => {
    const page = await openTable('parents')
    await cell(page, 'other').dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('root')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved: A row with this name already exists' }).waitFor()
    await expect.poll(() => rowsOf('select name from parents order by id')).toEqual([['root'], ['other']])
    await page.getByRole('button', { name: stagingNotesText.undoChange }).click()
    await cell(page, 'other').waitFor()
  })

  test('names with quotes, capitals and emoji are no trouble', async () => {
    const page = await openTable('Odd "name" 🚀')
    await cell(page, 'one').dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('two')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => rowsOf('select "select" from "Odd ""name"" 🚀"')).toEqual([['two']])
  })

  test('a row is inserted', async () => {
    const page = await openTable('parents')
    await page.getByRole('button', { name: 'Insert row' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'id integer' }).fill('3')
    await sheet.getByRole('textbox', { name: 'name text' }).fill('third')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Insert row', exact: true }).click()
    await cell(page, 'third').waitFor()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('1 row saved').waitFor()
    await expect.poll(() => rowsOf('select name from parents where id = 3')).toEqual([['third']])
  })

  test('exactly the chosen rows are deleted where the key has two columns', async () => {
    const page = await openTable('seats')
    await page.getByRole('checkbox', { name: 'Select row 1' }).check()
    await page.getByRole('checkbox', { name: 'Select row 4' }).check()
    await page.getByRole('button', { name: /delete 2 rows/i }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect
      .poll(() => rowsOf('select hall, row from seats order by 1, 2'))
      .toEqual([
        ['1', '4'],
        ['3', '2'],
      ])
  })

  test('a row that others refer to is not deleted, and that is said', async () => {
    const page = await openTable('parents')
    await page.getByRole('checkbox', { name: 'Select row 1' }).check()
    await page.getByRole('button', { name: /delete 1 row/i }).click()
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByRole('alert').filter({ hasText: 'Nothing was saved: Rows of children still reference this one' }).waitFor()
    await expect.poll(() => rowsOf('select count(*) from parents where id = 1')).toEqual([['1']])
  })

  test('rows without a key, and rows of a view, can not be changed, and why is said', async () => {
    for (const [name, badge, why] of [
      ['keyless', 'Insert only', 'This table has no primary key'],
      ['cheap', 'Read-only', 'Views are read-only here'],
    ] as const) {
      const page = await openTable(name)
      const last = page.locator('[role=row][aria-rowindex="2"] > [role=gridcell]').filter({ hasText: /\S/ }).last()
      await last.waitFor()
      await expect.poll(() => page.getByRole('checkbox').count()).toBe(0)
      await page.getByRole('button', { name: badge }).click()
      await page.getByRole('heading', { name: why }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('heading', { name: why }).waitFor({ state: 'detached' })
      // a window to read it in, and no field in the cell
      await last.dblclick()
      await page.getByRole('dialog').waitFor()
      await expect.poll(() => page.getByRole('grid', { includeHidden: true }).getByRole('textbox', { includeHidden: true }).count()).toBe(0)
    }
  })
})
