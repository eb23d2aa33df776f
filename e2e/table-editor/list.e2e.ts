import { pageStatesText, tableEditorPageText } from '@colonnade/dashboard/testing/messages/features/table-editor'
import { entityLineText, schemaPanelText } from '@colonnade/dashboard/testing/messages/features/table-editor/entities'
import { rlsText } from '@colonnade/dashboard/testing/messages/scope/relations'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { insertMember } from '../control-plane.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { insertPerson, openAs } from '../person.ts'
import { rightClick } from '../right-click.ts'

let dashboard: Dashboard
let ref: string

const schema = `
  create table artist (id int generated always as identity primary key, name text not null);
  create table album (id int primary key, title text not null check (title <> ''), artist_id int references artist);
  comment on table album is 'Records, long and short';
  insert into artist (name) select 'Artist ' || n from generate_series(1, 3) n;
  insert into album select n, 'Album ' || n, 1 from generate_series(1, 3) n;
  create index album_title on album (title);
  create view titles as select title from album;
  create materialized view counts as select count(*) as albums from album;
  create table "select" (id int primary key);
  alter table "select" enable row level security;
  create table hidden (id int primary key);
  revoke all on hidden from anon, authenticated;
  create table sale (at int, note text) partition by range (at);
  create table sale_early partition of sale for values from (0) to (10) partition by range (at);
  create table sale_early_first partition of sale_early for values from (0) to (5);
  create table sale_rest partition of sale default;
  create schema bare;
  create schema many;
  analyze;`

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Lists')
  await run(schema)
  await run(`do $$ begin for n in 1..130 loop execute format('create table many.%I (id int)', 't' || lpad(n::text, 3, '0')); end loop; end $$`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const rowsOf = async (query: string) => (await run(query)).results[0]!.rows
const editor = (search = '') => `/project/${ref}/editor${search}`
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()')
/** The entry of a relation, whose name in the list begins with its kind and ends with its marks. */
const entry = (page: Page, name: string) => page.getByRole('list', { name: 'Tables' }).getByRole('link', { name: new RegExp(`^\\S.* ${name}\\b`) })
const entries = async (page: Page) =>
  (await page.getByRole('list', { name: 'Tables' }).getByRole('link').locator('span[title]:not(:has(*))').allTextContents()).map((name) =>
    name.trim(),
  )
const tabs = (page: Page) => page.getByRole('tab').allTextContents()
const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`\\b${name}\\b`) })
async function oidOf(name: string): Promise<string> {
  return (await rowsOf(`select '${name}'::regclass::oid::text`))[0]![0]!
}
async function choose(page: Page, name: string, item: string): Promise<void> {
  await rightClick(entry(page, name))
  await page.getByRole('menuitem', { name: item }).click()
}

describe('the list', () => {
  test('is sorted and narrowed to kinds, and remembers how; marks say who reaches what', async () => {
    const page = await dashboard.open(editor())
    await page.getByText('7 entries').waitFor()
    await expect.poll(() => entries(page)).toEqual(['album', 'artist', 'counts', 'hidden', 'sale', 'select', 'titles'])
    await entry(page, 'album').getByText(entityLineText.exposed('anon and authenticated')).waitFor({ state: 'attached' })
    await entry(page, 'album').getByText('Row-level security is off').waitFor({ state: 'attached' })
    await expect.poll(() => entry(page, 'select').getByText('Row-level security is off').count()).toBe(0)
    await expect.poll(() => entry(page, 'hidden').getByText('Available through').count()).toBe(0)
    await page.getByRole('button', { name: 'Sort and filter' }).click()
    await page.getByRole('menuitemradio', { name: 'By type, then name' }).click()
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sort and filter' }).click()
    for (const kind of ['Partitioned tables', 'Foreign tables']) await page.getByRole('menuitemcheckbox', { name: kind }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    const grouped = ['album', 'artist', 'hidden', 'select', 'titles', 'counts']
    await expect.poll(() => entries(page)).toEqual(grouped)
    await expectAccessible(page)
    await page.reload()
    await page.getByText('6 matching entries').waitFor()
    await expect.poll(() => entries(page)).toEqual(grouped)
    await page.getByLabel('Search tables').fill('nothing like it')
    await page.getByText('matches “nothing like it”').waitFor()
  })

  test('comes in pages of a hundred, and shows the schemas of Postgres only when asked, to be read', async () => {
    const page = await dashboard.open(editor('?schema=many'))
    await page.getByText('130 entries').waitFor()
    await entry(page, 't001').focus()
    await page.keyboard.press('End')
    await entry(page, 't100').waitFor()
    await expect.poll(() => page.keyboard.press('End').then(() => entry(page, 't130').count())).toBe(1)
    await page.getByRole('combobox', { name: 'Schema' }).click()
    await page.getByRole('option', { name: 'public' }).waitFor()
    await expect.poll(() => page.getByRole('option', { name: 'pg_catalog' }).count()).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('option').first().waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Sort and filter' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'System schemas' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await page.getByRole('combobox', { name: 'Schema' }).click()
    await page.getByRole('option', { name: 'pg_catalog' }).click()
    await page.getByLabel('Search tables').fill('pg_am')
    await page.getByText(/^\d matching entries$/).waitFor()
    await entry(page, 'pg_am').click()
    await page.getByRole('button', { name: 'Read-only' }).click()
    await page.getByText('System schemas are read-only here').waitFor()
    await page.keyboard.press('Escape')
    await rightClick(entry(page, 'pg_am'))
    await page.getByRole('menuitem', { name: 'Copy name' }).waitFor()
    await expect.poll(() => page.getByRole('menuitem', { name: 'Delete…' }).count()).toBe(0)
  })

  test('is walked by keyboard: partitions open, letters search, Enter goes, the menu key acts', async () => {
    const page = await dashboard.open(editor())
    const focused = () => page.evaluate(() => document.activeElement?.querySelector('span[title]')?.textContent ?? document.activeElement?.ariaLabel)
    await entry(page, 'sale').focus()
    await page.keyboard.press('ArrowRight')
    await entry(page, 'sale_early').waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('sale_early')
    await page.keyboard.press('ArrowRight')
    await entry(page, 'sale_early_first').waitFor()
    await page.keyboard.press('ArrowDown')
    await expect.poll(focused).toBe('sale_early_first')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'public.sale_early_first' }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await expect.poll(focused).toBe('sale_early')
    await page.keyboard.press('ArrowLeft')
    await entry(page, 'sale_early_first').waitFor({ state: 'detached' })
    await page.keyboard.press('Home')
    await expect.poll(focused).toBe('album')
    await page.keyboard.press('Shift+F10')
    await page.getByRole('menuitem', { name: 'Copy name' }).waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(focused).toBe('album')
    // at once, before anything is found
    await page.keyboard.type('arti')
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'public.artist' }).waitFor()
    await expect.poll(() => page.getByLabel('Search tables').inputValue()).toBe('arti')
    await entry(page, 'album').waitFor({ state: 'detached' })
  })

  test('opens an entry by a click that begins before a search has found it and ends after', async () => {
    const page = await dashboard.open(editor())
    await entry(page, 'album').hover()
    await page.mouse.down()
    // what is typed on an entry is searched for
    await page.keyboard.type('alb')
    await entry(page, 'artist').waitFor({ state: 'detached' })
    await page.mouse.up()
    await page.getByRole('heading', { name: 'public.album' }).waitFor()
  })

  test('gives names and statements, opens queries, switches row-level security, refreshes views', async () => {
    const page = await dashboard.open(editor())
    await choose(page, 'album', 'Copy name')
    await expect.poll(() => clipboard(page)).toBe('album')
    await choose(page, 'album', 'Copy DDL')
    await expect.poll(() => clipboard(page)).toMatch(/^create table public\.album/)
    const statements = await clipboard(page)
    const catalog = `select string_agg(format('%s %s', conname, pg_get_constraintdef(oid)), ',' order by conname) || (select string_agg(indexdef, ',' order by indexname) from pg_indexes where tablename = 'album') from pg_constraint where conrelid = 'album'::regclass`
    const before = await rowsOf(catalog)
    await run(`begin; drop table album cascade; ${statements} commit;`)
    await expect.poll(() => rowsOf(catalog)).toEqual(before)
    await run(
      `insert into album values (1, 'x', 1); create view titles as select title from album; create materialized view counts as select count(*) as albums from album`,
    )
    await page.reload()
    await choose(page, 'titles', 'Copy DDL')
    await expect.poll(() => clipboard(page)).toMatch(/^create view public\.titles as\s+SELECT/i)

    // a menu that is opened before the list knows of it follows
    const listed = Promise.withResolvers<void>()
    await page.route('**/query', async (route) => {
      if (route.request().postData()?.includes('rls_enabled') === true) await listed.promise
      await route.continue()
    })
    await choose(page, 'album', 'Enable row-level security')
    await page.getByText(rlsText.done('album', true)).waitFor()
    await rightClick(entry(page, 'album'))
    await page.getByRole('menuitem', { name: 'Enable row-level security' }).waitFor()
    listed.resolve()
    await page.getByRole('menuitem', { name: 'Disable row-level security…' }).click()
    await page.unroute('**/query')
    await page.getByRole('button', { name: 'Disable row-level security' }).click()
    await page.getByText(rlsText.done('album', false)).waitFor()
    await expect.poll(() => rowsOf(`select relrowsecurity::text from pg_class where oid = 'album'::regclass`)).toEqual([['false']])

    await run(`insert into album values (2, 'y', 1)`)
    await choose(page, 'counts', 'Refresh')
    await page.getByText('counts refreshed').waitFor()
    await expect.poll(() => rowsOf('select albums::text from counts')).toEqual([['2']])
    await choose(page, 'select', 'View in SQL editor')
    await page.getByText('select * from public."select" limit 100;').waitFor()
  })

  test('offers who may only read nothing that changes', async () => {
    const reader = dashboard.addressOf('reader')
    await insertPerson(dashboard, reader)
    const { organization_slug: slug } = await dashboard.api.projects.retrieve({ params: { ref } })
    await insertMember(dashboard, slug, reader, 'read-only')
    const page = await openAs(dashboard, reader, editor())
    await rightClick(entry(page, 'album'))
    await page.getByRole('menuitem', { name: 'Export…' }).waitFor()
    for (const item of ['New table…', 'Edit table…', 'Delete…', 'Enable row-level security']) {
      await expect.poll(() => page.getByRole('menuitem', { name: item }).count()).toBe(0)
    }
    await page.goto(dashboard.url + editor(`?open=${encodeURIComponent('{"kind":"schema-new"}')}`))
    await entry(page, 'album').waitFor()
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  })
})

describe('tabs', () => {
  test('preview until they are kept, move, close, come back, and follow renames and drops', async () => {
    await run(
      `create table one (id int); create table two (id int); create table three (id int); create table noted (id int primary key, note text); insert into noted values (1, 'first')`,
    )
    const page = await dashboard.open(editor())
    await entry(page, 'three').click()
    await tab(page, 'three').waitFor()
    await entry(page, 'two').click()
    await expect.poll(() => tabs(page)).toEqual(['Table two'])
    await tab(page, 'two').dblclick()
    // what was opened to stay does, also when one goes on before its table has come
    const coming = Promise.withResolvers<void>()
    const idOfOne = await oidOf('one')
    await page.route('**/platform/**', async (route) => {
      if (route.request().postData()?.includes(idOfOne) === true) await coming.promise
      await route.continue()
    })
    await entry(page, 'one').dblclick()
    await entry(page, 'three').click()
    await expect.poll(() => tabs(page)).toEqual(['Table two', 'Table one', 'Table three'])
    coming.resolve()
    await expectAccessible(page)
    // an edit keeps its tab, marks it, and is not closed away unasked
    await entry(page, 'noted').click()
    await page.getByRole('gridcell', { name: 'first', exact: true }).dblclick()
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('second')
    await page.keyboard.press('Enter')
    await expect.poll(() => tabs(page)).toContain('Table noted (unsaved edits)')
    await entry(page, 'three').dblclick()
    await tab(page, 'noted').click({ button: 'middle' })
    const question = page.getByRole('dialog', { name: tableEditorPageText.discardTitle })
    await question.getByRole('button', { name: 'Discard and close' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(() => tabs(page)).toEqual(['Table two', 'Table one', 'Table three'])
    await expect.poll(() => rowsOf('select note from noted')).toEqual([['first']])
    await tab(page, 'three').press('Home')
    await tab(page, 'two').and(page.locator(':focus')).waitFor()
    await page.keyboard.press('Control+Shift+ArrowRight')
    await expect.poll(() => tabs(page)).toEqual(['Table one', 'Table two', 'Table three'])
    // not before the dialog lets the pointer through
    await tab(page, 'three').hover()
    const to = (await tab(page, 'one').boundingBox())!
    await page.mouse.down()
    await page.mouse.move(to.x + 5, to.y + 10, { steps: 5 })
    await page.mouse.up()
    await expect.poll(() => tabs(page)).toEqual(['Table three', 'Table one', 'Table two'])
    await page.reload()
    await expect.poll(() => tabs(page)).toEqual(['Table three', 'Table one', 'Table two'])
    await run('alter table one rename to uno; drop table two')
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByText('two was dropped, so its tab was closed').waitFor()
    await expect.poll(() => tabs(page)).toEqual(['Table three', 'Table uno'])
    await run('drop table three')
    // the page may find out by itself, and then has nothing to refresh
    const gone = page.getByText('three no longer exists')
    await page.getByRole('button', { name: 'Refresh' }).or(gone).first().click()
    await gone.waitFor()
    await page.getByRole('button', { name: pageStatesText.closeTab }).click()
    await page.getByRole('heading', { name: 'public.uno' }).waitFor()
    await tab(page, 'uno').focus()
    await page.keyboard.press('Delete')
    await page.getByText('Choose a table').waitFor()
    await run('drop table uno, noted')
  })
})

describe('deleting', () => {
  const confirmation = (page: Page) => page.getByRole('dialog')

  test('a table shows first what goes with it, and is refused or cascades as one chooses', async () => {
    await run(`create table doomed (id int primary key, kept int); insert into doomed values (1, 2); create view over_doomed as select * from doomed;
      create table child (id int references doomed); analyze doomed`)
    const page = await dashboard.open(editor())
    await entry(page, 'doomed').dblclick()
    await tab(page, 'doomed').waitFor()
    await choose(page, 'doomed', 'Delete…')
    await confirmation(page).getByText('1 view and 1 foreign key depend on it, so Postgres refuses').waitFor()
    await confirmation(page)
      .getByText(/≈ 1 rows?, /)
      .waitFor()
    await confirmation(page).getByText('child_id_fkey on public.child').waitFor()
    await expectAccessible(page)
    await expect.poll(() => page.getByRole('button', { name: 'Delete table' }).isDisabled()).toBe(true)
    // what is asked can be linked to, and Esc takes it back
    await page.reload()
    await page.getByRole('checkbox', { name: /^Cascade/ }).waitFor()
    await expect.poll(() => page.getByRole('checkbox', { name: /^Cascade/ }).isChecked()).toBe(false)
    await page.keyboard.press('Escape')
    await confirmation(page).waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false)

    await choose(page, 'doomed', 'Delete…')
    await page.getByRole('checkbox', { name: /^Cascade/ }).click()
    await page.getByRole('button', { name: 'Delete table and 2 more' }).click()
    await page.getByText('doomed deleted').waitFor()
    await entry(page, 'over_doomed').waitFor({ state: 'detached' })
    await expect.poll(() => tabs(page)).toEqual([])
    await expect
      .poll(() => rowsOf(`select to_regclass('doomed')::text, to_regclass('over_doomed')::text, to_regclass('child')::text`))
      .toEqual([[null, null, 'child']])
    await run('drop table child')
  })

  test('much wants the name typed; what came meanwhile refuses it in its place', async () => {
    await run(`create table much (id int primary key, gone text); insert into much select n from generate_series(1, 20000) n; analyze much`)
    const page = await dashboard.open(
      editor(`?table=${await oidOf('much')}&open=${encodeURIComponent(`{"kind":"table-delete","table":${await oidOf('much')}}`)}`),
    )
    await confirmation(page).getByText('≈ 20.0K rows').waitFor()
    await confirmation(page).getByText('Nothing else depends on it.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Delete table' }).isDisabled()).toBe(true)
    await page.getByRole('textbox', { name: /^Type/ }).fill('much')
    await run('create view of_much as select gone from much')
    await page.getByRole('button', { name: 'Delete table' }).click()
    await confirmation(page).getByRole('alert').filter({ hasText: 'depend' }).waitFor()
    await confirmation(page).getByText('1 view depends on it').waitFor()
    await expect.poll(() => rowsOf('select count(*)::text from much')).toEqual([['20000']])

    await page.goto(dashboard.url + editor(`?table=${await oidOf('much')}&open=${encodeURIComponent('{"kind":"column-delete","column":"gone"}')}`))
    await confirmation(page).getByText('1 view depends on it').waitFor()
    await page.getByRole('checkbox', { name: /^Cascade/ }).click()
    await page.getByRole('button', { name: 'Delete column and 1 more' }).click()
    await page.getByText('Column gone deleted').waitFor()
    await page.getByRole('columnheader', { name: /gone/ }).waitFor({ state: 'detached' })
    await expect.poll(() => rowsOf(`select to_regclass('of_much')::text, count(*)::text from much`)).toEqual([[null, '20000']])
    await run('drop table much')
  })
})

test('a schema is made after its statement was seen, unsaved work is not thrown away unasked, and an empty schema begins a table', async () => {
  const page = await dashboard.open(editor())
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('menuitem', { name: 'New schema…' }).click()
  const panel = page.getByRole('dialog', { name: 'New schema' })
  const name = panel.getByLabel('Name')
  await expect.poll(() => name.evaluate((element) => element === document.activeElement)).toBe(true)
  await name.fill('bare')
  await panel.getByRole('button', { name: 'Create schema' }).click()
  await panel.getByText(schemaPanelText.taken).waitFor()
  await name.fill('it"s mine')
  await panel.getByText('create schema "it""s mine";').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Discard unsaved changes?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await question.waitFor({ state: 'detached' })
  await page.goBack()
  await question.waitFor()
  await page.keyboard.press('Escape')
  await question.waitFor({ state: 'detached' })
  await expect.poll(() => name.inputValue()).toBe('it"s mine')
  const width = (await panel.boundingBox())!.width
  await panel.getByRole('separator', { name: 'Width of the panel' }).press('ArrowLeft')
  await expect.poll(async () => (await panel.boundingBox())!.width).toBeGreaterThan(width)
  await name.press('ControlOrMeta+Enter')
  await page.getByText('No tables in it"s mine yet').waitFor()
  await page.getByRole('button', { name: 'New table' }).click()
  await page.getByRole('dialog').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('open')).toBe('{"kind":"table-new"}')
})

test('a phone has the list until a table is chosen, then in a sheet, with the menu of each entry behind a button', async () => {
  const page = await dashboard.open(editor(), { width: 390 })
  await entry(page, 'album').hover()
  await page.getByRole('button', { name: 'Actions for album' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('dialog', { name: 'Delete table album?' }).waitFor()
  await page.keyboard.press('Escape')
  await entry(page, 'album').click()
  await page.getByRole('heading', { name: 'public.album' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Tables' }).first().click()
  await page.getByRole('dialog', { name: 'Tables' }).waitFor()
  await entry(page, 'artist').click()
  await page.getByRole('heading', { name: 'public.artist' }).waitFor()
})
