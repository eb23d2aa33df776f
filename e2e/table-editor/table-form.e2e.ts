import { columnPanelText, formPanelText } from '@colonnade/dashboard/testing/messages/features/table-editor/table-form'
import { typeChangeText } from '@colonnade/dashboard/testing/messages/features/table-editor/table-form/fields'
import { locksText } from '@colonnade/dashboard/testing/messages/features/table-editor/table-form/model'
import { lockNotesText } from '@colonnade/dashboard/testing/messages/features/table-editor/table-form/review'
import {
  checksSectionText,
  columnRowText,
  keysSectionText,
  partitionSectionText,
  removedColumnsText,
} from '@colonnade/dashboard/testing/messages/features/table-editor/table-form/sections'
import { typeNamesText } from '@colonnade/dashboard/testing/messages/features/table-editor/table-form/types'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

const schema = `
  create type mood as enum ('calm', 'cross');
  create table artists (id bigint generated always as identity primary key, name text not null);
  create table albums (id serial primary key, title varchar(160) not null, code text, artist_id bigint references artists, price numeric(8,2), unique (title, artist_id));
  insert into artists (name) values ('x'), ('y');
  insert into albums (title, code, artist_id) values ('a', '1', 1), ('b', 'two', 2), ('c', '3', null);
  create table large (id int primary key, note text, n int);
  insert into large select i, 'n' || i, i from generate_series(1, 120000) i;
  create view cheap as select title, price from albums where price < 5;
  create table shared (id int primary key, a int);
  create table cut (id int not null, at date not null) partition by range (at);
  create table cut_old partition of cut for values from (minvalue) to ('2024-01-01');
  analyze;`

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Forms')
  await run(schema)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const rowsOf = async (query: string) => (await run(query)).results[0]!.rows
const valueOf = async (query: string) => (await rowsOf(query))[0]?.[0]
const idOf = async (table: string) => Number(await valueOf(`select '${table}'::regclass::oid::int8`))
const columnsOf = async (table: string) =>
  (
    await rowsOf(
      `select attname || ' ' || format_type(atttypid, atttypmod) || case when attnotnull then ' not null' else '' end from pg_attribute where attrelid = '${table}'::regclass and attnum > 0 and not attisdropped order by attnum`,
    )
  ).flat()

const openPanel = async (open: object, table = '', width = 1440): Promise<{ readonly page: Page; readonly panel: Locator }> => {
  const page = await dashboard.open(`/project/${ref}/editor?schema=public&table=${table}&open=${encodeURIComponent(JSON.stringify(open))}`, { width })
  const panel = page.getByRole('dialog')
  await panel.getByRole('button', { name: 'Cancel' }).waitFor()
  // where it opens the focus goes a moment after it is there
  await page.locator('[role=dialog]:focus-within').waitFor()
  return { page, panel }
}
const choose = async (page: Page, control: Locator, option: string | RegExp) => {
  await control.click()
  const options = page.getByRole('option').filter({ visible: true })
  await options.filter({ hasText: option }).first().click()
  // the next list may have an entry of the same name
  await expect.poll(() => options.count()).toBe(0)
}
const chooseType = async (page: Page, panel: Locator, column: string, search: string, type: string) => {
  await panel.getByRole('combobox', { name: `Type of ${column}` }).click()
  await page.getByPlaceholder('Search types').fill(search)
  await page.getByRole('option', { name: type }).and(page.locator('[data-highlighted]')).waitFor()
  await page.keyboard.press('Enter')
}
const sqlOf = async (panel: Locator) => {
  const fold = panel.getByRole('button', { name: /^SQL/ })
  if ((await fold.getAttribute('aria-expanded')) === 'false') await fold.click()
  return panel.getByRole('region', { name: 'SQL', exact: true })
}
const focused = (page: Page) => page.locator(':focus')
const gone = (panel: Locator) => panel.waitFor({ state: 'detached' })

test('a table is made, called like no other, with all that a column can be', async () => {
  const { page, panel } = await openPanel({ kind: 'table-new' })
  await panel.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
  await expectAccessible(page)
  await panel.getByRole('textbox', { name: 'Name', exact: true }).and(focused(page)).waitFor()
  await page.keyboard.type('select "🚀"')
  await panel.getByRole('textbox', { name: columnRowText.columnName }).last().focus()
  for (const name of ['feelings', 'code', 'artist']) {
    await page.keyboard.press('Enter')
    await page.keyboard.type(name)
  }
  // above the one before it
  await page.keyboard.press('Alt+ArrowUp')
  await chooseType(page, panel, 'feelings', 'moo', 'public.mood')
  await panel.getByRole('button', { name: 'Expand feelings' }).click()
  await panel.getByRole('checkbox', { name: 'Array' }).click()
  await panel.getByRole('button', { name: 'Collapse feelings', exact: true }).click()
  await chooseType(page, panel, 'code', 'varchar', 'character varying')
  await panel.getByRole('button', { name: 'Expand code' }).click()
  await panel.getByRole('textbox', { name: typeNamesText.maxCharacters }).fill('5')
  await panel.getByRole('checkbox', { name: 'Allow NULL' }).click()
  await panel.getByRole('checkbox', { name: 'Unique' }).click()
  await choose(page, panel.getByRole('combobox', { name: 'Default', exact: true }), 'Value')
  await panel.getByRole('textbox', { name: 'Default value' }).fill("it's")
  await panel.getByRole('button', { name: 'Check', exact: true }).click()
  await panel.getByRole('textbox', { name: checksSectionText.condition }).fill("code <> ''")
  await panel.getByRole('switch', { name: 'Realtime' }).click()
  await panel.getByRole('button', { name: 'Foreign keys' }).click()
  await panel.getByRole('button', { name: keysSectionText.addForeignKey }).click()
  await choose(page, panel.getByRole('combobox', { name: 'References' }), /^artists/)
  await panel.getByRole('combobox', { name: 'Column 1 of the other table' }).filter({ hasText: /^id$/ }).waitFor()
  await choose(page, panel.getByRole('combobox', { name: 'Column 1', exact: true }), 'artist')
  await panel.getByRole('combobox', { name: 'Column 1', exact: true }).and(focused(page)).waitFor()
  // pairs must be of one type: Postgres says so, at the key
  await page.keyboard.press('Control+Enter')
  await panel.getByRole('alert').filter({ hasText: 'cannot be implemented' }).first().waitFor()
  await chooseType(page, panel, 'artist', 'int8', 'bigint')
  await expectAccessible(page)
  await (await sqlOf(panel)).getByText('create table public."select ""🚀"""').waitFor()
  await page.keyboard.press('Control+Enter')
  await gone(panel)
  await page.getByRole('grid', { name: 'Rows of select "🚀"' }).or(page.getByText('select "🚀" has no rows')).first().waitFor()
  const table = `"select ""🚀"""`
  await expect
    .poll(() => columnsOf(table))
    .toEqual([
      'id bigint not null',
      'created_at timestamp with time zone not null',
      'feelings mood[]',
      'artist bigint',
      'code character varying(5) not null',
    ])
  expect(await rowsOf(`insert into ${table} default values returning id, code, created_at is not null`)).toEqual([['1', "it's", 't']])
  await expect.poll(() => valueOf(`select relrowsecurity from pg_class where oid = '${table}'::regclass`)).toBe('t')
  await expect
    .poll(() => valueOf(`select count(*) from pg_publication_tables where pubname = 'supabase_realtime' and tablename = 'select "🚀"'`))
    .toBe('1')
  await expect
    .poll(() =>
      valueOf(`select string_agg(contype::text, '' order by contype) from pg_constraint where conrelid = '${table}'::regclass and contype <> 'n'`),
    )
    .toBe('cfpu')
})

test('what is wrong is said where it is, before and after Postgres is asked, and nothing is half done', async () => {
  const { page, panel } = await openPanel({ kind: 'table-edit', table: await idOf('albums') })
  await panel.getByRole('button', { name: 'Add column' }).click()
  await page.keyboard.type('title')
  await panel.getByText('Another column is already named title').waitFor()
  await page.keyboard.type('ä'.repeat(40))
  await panel.getByText('A name can be at most 63 bytes long; this one has 85').waitFor()
  await panel.getByRole('button', { name: /^Remove titleä/ }).click()
  const saved = panel.getByRole('button', { name: 'Save', exact: true })
  // text as a number: what does not fit is counted, and refused at its column
  await panel.getByRole('button', { name: 'Edit code' }).click()
  const code = panel.locator('[data-column-row="column:code"]')
  await code.getByRole('textbox', { name: 'Comment' }).fill('a number')
  await chooseType(page, panel, 'code', 'int4', 'integer')
  await code.getByRole('button', { name: typeChangeText.countUnfit }).click()
  await code.getByText('1 row doesn’t fit', { exact: true }).waitFor()
  await code.getByRole('button', { name: /^Use nullif/ }).click()
  await saved.click()
  await code.getByText('invalid input syntax for type integer: "two"').waitFor()
  await expect.poll(() => valueOf(`select col_description('albums'::regclass, 3)`)).toBeNull()
  // what others need is not dropped, and comes back with all that held it
  await panel.getByRole('button', { name: 'Remove price' }).click()
  const removed = panel.getByRole('list', { name: removedColumnsText.title })
  await removed.getByText('Postgres refuses because of 1 view').waitFor()
  await saved.click()
  await removed.getByRole('alert').filter({ hasText: 'other objects depend on it' }).waitFor()
  await removed.getByRole('button', { name: 'Keep price' }).click()
  // Esc asks, since there is something to lose, also right after the last letter
  await code.getByRole('textbox', { name: typeChangeText.conversion }).fill('1')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await code.getByRole('textbox', { name: typeChangeText.conversion }).fill(`case when code ~ '^\\d+$' then code::int end`)
  await expectAccessible(page)
  await saved.click()
  await gone(panel)
  await expect.poll(() => rowsOf('select code from albums order by id')).toEqual([['1'], [null], ['3']])
  await expect.poll(() => valueOf(`select col_description('albums'::regclass, 3)`)).toBe('a number')
})

test('a column is added and changed in a panel of its own; a large table says what that locks, and the gentler way', async () => {
  const table = String(await idOf('large'))
  const { page, panel } = await openPanel({ kind: 'column-add' }, table)
  await panel.getByRole('textbox', { name: 'Name', exact: true }).and(focused(page)).waitFor()
  await page.keyboard.type('token')
  await panel.getByRole('combobox', { name: 'Type', exact: true }).click()
  await page.getByPlaceholder('Search types').fill('uuid')
  await page.getByRole('option', { name: 'uuid' }).and(page.locator('[data-highlighted]')).waitFor()
  await page.keyboard.press('Enter')
  await choose(page, panel.getByRole('combobox', { name: 'Default', exact: true }), 'Expression')
  await panel.getByRole('button', { name: 'gen_random_uuid()' }).click()
  const locks = panel.getByRole('region', { name: lockNotesText.title })
  await locks.getByText(/≈ 120.0K rows/).waitFor()
  await locks.getByText(locksText.volatileDefault).waitFor()
  await choose(page, panel.getByRole('combobox', { name: 'Default', exact: true }), 'None')
  await locks.waitFor({ state: 'detached' })
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Add column' }).click()
  await gone(panel)
  await page.getByRole('columnheader', { name: /token/ }).waitFor()

  const edit = await openPanel({ kind: 'column-edit', column: 'n' }, table)
  await edit.panel.getByRole('textbox', { name: 'Name', exact: true }).fill('from')
  await edit.panel.getByRole('button', { name: 'Check', exact: true }).click()
  await edit.panel.getByRole('textbox', { name: checksSectionText.condition }).fill('"from" > 1')
  await edit.panel.getByText(locksText.checksRows).waitFor()
  await edit.panel.getByRole('checkbox', { name: 'Check existing rows' }).click()
  await edit.panel.getByText(locksText.checksRows).waitFor({ state: 'detached' })
  await choose(edit.page, edit.panel.getByRole('combobox', { name: 'Default', exact: true }), 'Identity')
  await edit.panel.getByText(columnPanelText.inPrimaryKey).waitFor()
  const statements = await sqlOf(edit.panel)
  await expect.poll(() => statements.innerText()).toContain('alter table public.large rename column n to "from";')
  await edit.panel.getByRole('button', { name: 'Save', exact: true }).click()
  await gone(edit.panel)
  await expect.poll(() => columnsOf('large')).toEqual(['id integer not null', 'note text', 'from integer not null', 'token uuid'])
  expect(await valueOf(`insert into large (id) values (0) returning "from"`)).toBe('120001')
  await expect.poll(() => valueOf(`select convalidated from pg_constraint where conrelid = 'large'::regclass and contype = 'c'`)).toBe('f')
})

test('somebody else’s change is told, and one’s own goes on top without undoing it', async () => {
  const { panel } = await openPanel({ kind: 'table-edit', table: await idOf('shared') })
  await panel.getByRole('button', { name: 'Edit a', exact: true }).click()
  await panel.locator('[data-column-row="column:a"]').getByRole('textbox', { name: 'Comment' }).fill('mine')
  await run(`alter table shared add theirs int; comment on column shared.id is 'theirs'`)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await panel.getByText('Someone else changed this table').waitFor()
  await expect.poll(() => valueOf(`select col_description('shared'::regclass, 2)`)).toBeNull()
  await panel.getByRole('button', { name: formPanelText.saveOnTop }).click()
  await gone(panel)
  await expect
    .poll(() => rowsOf(`select col_description('shared'::regclass, 1), col_description('shared'::regclass, 2)`))
    .toEqual([['theirs', 'mine']])
  await expect.poll(() => columnsOf('shared')).toEqual(['id integer not null', 'a integer', 'theirs integer'])
})

test('a duplicate has the rows, and its own numbers', async () => {
  const { page, panel } = await openPanel({ kind: 'table-duplicate', table: await idOf('albums') })
  await expect.poll(() => panel.getByRole('textbox', { name: 'Name', exact: true }).first().inputValue()).toBe('albums_copy')
  await panel.getByRole('checkbox', { name: /^Rows/ }).click()
  await panel.getByRole('button', { name: 'Duplicate table' }).click()
  await gone(panel)
  await page.getByRole('grid', { name: 'Rows of albums_copy' }).waitFor()
  expect(await valueOf(`insert into albums_copy (title) values ('d') returning id`)).toBe('4')
  expect(await valueOf(`insert into albums (title) values ('d') returning id`)).toBe('4')
  await expect
    .poll(() =>
      rowsOf(`select contype, count(*) from pg_constraint where conrelid = 'albums_copy'::regclass and contype <> 'n' group by 1 order by 1`),
    )
    .toEqual([
      ['f', '1'],
      ['p', '1'],
      ['u', '1'],
    ])
})

test('partitions are added and detached, on a phone too', async () => {
  const { page, panel } = await openPanel({ kind: 'table-edit', table: await idOf('cut') }, '', 390)
  await panel.getByRole('button', { name: 'Partitions by range' }).click()
  await panel.getByText('RANGE (at)').waitFor()
  await panel.getByRole('button', { name: 'Detach cut_old' }).click()
  await panel.getByRole('button', { name: partitionSectionText.addPartition }).click()
  const partition = panel.getByRole('group', { name: 'New partition' })
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await partition.getByText('The partition needs a name').waitFor()
  await partition.getByRole('textbox', { name: 'Name' }).fill('cut_new')
  const made = panel.getByRole('group', { name: 'Partition cut_new' })
  await made.getByRole('textbox', { name: 'at from' }).fill('2025-01-01')
  await expectNoSidewaysScroll(page)
  await panel.getByRole('button', { name: 'Save', exact: true }).click()
  await gone(panel)
  await expect.poll(() => rowsOf(`select inhrelid::regclass::text from pg_inherits where inhparent = 'cut'::regclass`)).toEqual([['cut_new']])
})
