import { stagingBarText } from '@colonnade/dashboard/testing/messages/features/table-editor/staging'
import { bulkMenuText } from '@colonnade/dashboard/testing/messages/features/table-editor/bulk'
import { explainChangeErrorText, reasonBadgeText } from '@colonnade/dashboard/testing/messages/features/table-editor/changes'
import { stagingNotesText } from '@colonnade/dashboard/testing/messages/features/table-editor/grid'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { rightClick } from '../right-click.ts'

let dashboard: Dashboard
let ref: string

const schema = `
  create table seats (hall int, row int, name text, price numeric(8,2) constraint "not negative" check (price >= 0), primary key (hall, row));
  insert into seats values (1, 2, 'a', 10), (1, 4, 'b', 20), (3, 2, 'c', 30), (3, 4, 'd', null);
  create table shared (id int primary key, mine text, note text);
  insert into shared values (1, 'one', 'x'), (2, 'two', 'y'), (3, 'three', 'z');
  create table pairs (id int primary key, other int);
  alter table pairs add constraint pairs_other_later foreign key (other) references pairs deferrable initially deferred;
  insert into pairs values (1, null), (2, null);
  create table busy (id int primary key, note text, other text);
  insert into busy values (1, 'first', 'x');
  create table swaps (id int primary key, name text);
  insert into swaps values (1, 'first'), (2, 'second');
  create table bulk (id int primary key, kind text, n int not null default 7);
  insert into bulk select g, case when g % 2 = 0 then 'even' else 'odd' end, g from generate_series(1, 200) g;
  create table artist (id int, label text, name text not null, primary key (id, label));
  insert into artist values (1, 'x', 'Ada'), (1, 'y', 'Bob'), (2, 'x', 'Cleo');
  create table album (id int primary key, title text, artist_id int, artist_label text, foreign key (artist_id, artist_label) references artist);
  insert into album values (1, 'First', 1, 'x'), (2, 'Second', 1, 'x'), (3, 'Third', 2, 'x');
  create type mood as enum ('calm', 'cross');
  create type size as (width int, unit text);
  create domain score as int check (value between 0 and 10);
  create table kinds (id int generated always as identity primary key, big numeric, flag boolean, feeling mood, moods mood[], words text[], box size,
    span int4range, day date, at timestamptz, raw bytea, data jsonb, ip inet, code bit(4), key uuid, points score, note text default 'none',
    twice numeric generated always as (big * 2) stored);
  insert into kinds (big) values (1);
  create table documents (id int primary key, data json, body text);
  insert into documents values (1, '{"a":1.10,"list":[1,2,{"deep":"found"}]}', repeat('long text ', 3000));
  create table keyless (a int, note text default 'none');
  insert into keyless values (5);
  create table odd_names (id int primary key, "constructor" text, "__proto__" text, "to""String x" text);
  insert into odd_names values (1, 'a', 'b', 'c');
  create table codes (code char(5) primary key, name text);
  insert into codes values ('ab', 'one');
  create table named (id int primary key, source regclass, note text);
  insert into named values (1, 'pg_class', 'first');
  create table guarded (id int primary key, note text);
  insert into guarded values (1, 'first');
  create rule "never skipped" as on update to guarded where new.note = 'skip' do instead nothing;
  create table article (id int primary key, title text not null, slug text, revision int not null default 1);
  create function tidy() returns trigger language plpgsql as $$ begin
    if old.title = 'sealed' then raise notice 'article % is sealed', old.id; return null; end if;
    if tg_op = 'DELETE' then return old; end if;
    new.title := btrim(new.title); return new; end $$;
  create trigger tidy before update or delete on article for each row execute function tidy();
  create function name_it() returns trigger language plpgsql as $$ begin
    update article set slug = lower(new.title), title = initcap(new.title), revision = revision + 1 where id = new.id;
    update article set slug = 'beside ' || new.id where id = 2; return null; end $$;
  create trigger name_it after update of title on article for each row when (pg_trigger_depth() = 0) execute function name_it();
  insert into article values (1, 'first'), (2, 'second'), (3, 'sealed');
  create type state as enum ('open', 'waiting for a customer', 'waiting for us', 'closed');
  create table kept (id int primary key, note text);
  insert into kept values (1, 'first');
  create table tickets (id int primary key, state state, note text, gone text);
  insert into tickets values (1, 'open', 'first', 'x'), (2, 'open', 'second', 'y');`

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Edits')
  await run(schema)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const rowsOf = async (query: string) => (await run(query)).results[0]!.rows
const openTable = async (name: string, search = ''): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/editor?table=${name}${search}`)
  // behind a panel it is hidden from screen readers
  await page.getByRole('grid', { name: `Rows of ${name}`, includeHidden: true }).waitFor()
  return page
}
/** Cells of data: boxes and numbers of rows are there before them, and a number of a row may be the text that is looked for. */
const dataCells = (page: Page) => page.locator('[role=gridcell]:not([aria-colindex="1"], [aria-colindex="2"])')
const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true }).and(dataCells(page)).first()
const bar = (page: Page) => page.getByRole('region', { name: 'Changes' })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
async function type(page: Page, from: string, to: string): Promise<void> {
  const escaped = from.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  // behind the value a screen reader hears that it is not saved, and why
  await page
    .getByRole('gridcell', { name: new RegExp(`^${escaped}(?![\\w.])`) })
    .and(dataCells(page))
    .last()
    .dblclick()
  await page.getByRole('grid').getByRole('textbox').fill(to)
  await page.keyboard.press('Enter')
}

describe('staged', () => {
  test('cells, a new row and a deletion are undone, reviewed and saved in one transaction, by the whole key', async () => {
    const page = await openTable('seats')
    await type(page, 'a', "it's")
    await type(page, '20.00', '21.50')
    await page.getByRole('checkbox', { name: 'Select row 3' }).check()
    // from a checkbox too, where nothing is typed
    await page.keyboard.press('ControlOrMeta+z')
    await bar(page).getByText('1 cell in 1 row').waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await bar(page).getByText('2 cells in 2 rows').waitFor()
    await button(page, 'Delete 1 row').click()
    await bar(page).getByText('2 cells in 2 rows, 1 deletion').waitFor()
    await expect.poll(() => rowsOf('select count(*) from seats where name = $$a$$ and price = 10')).toEqual([['1']])
    await page.keyboard.press('ControlOrMeta+z')
    await bar(page).getByText('2 cells in 2 rows', { exact: true }).waitFor()
    await page.keyboard.press('ControlOrMeta+Shift+z')
    await bar(page).getByText('1 deletion').waitFor()
    await button(page, 'Insert row').click()
    const panel = page.getByRole('dialog')
    await panel.getByRole('textbox', { name: 'hall integer' }).fill('9')
    await panel.getByRole('textbox', { name: 'row integer' }).fill('9')
    await panel.getByRole('button', { name: 'name: Empty' }).click()
    await panel.getByRole('button', { name: 'Insert row', exact: true }).click()
    await bar(page).getByText('2 cells in 2 rows, 1 new row, 1 deletion').waitFor()
    await bar(page).getByRole('button', { name: 'Review' }).click()
    const review = page.getByRole('dialog', { name: 'Review changes' })
    await review.getByText(/update public\.seats set name = 'it''s'/).waitFor()
    await review.getByRole('button', { name: 'Discard name of hall 1, row 2' }).click()
    await expectAccessible(page)
    await review.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('2 rows saved, 1 row deleted').waitFor()
    await expect
      .poll(() => rowsOf('select hall, row, name, price from seats order by 1, 2'))
      .toEqual([
        ['1', '2', 'a', '10.00'],
        ['1', '4', 'b', '21.50'],
        ['3', '4', 'd', null],
        ['9', '9', '', null],
      ])
    await bar(page).waitFor({ state: 'detached' })
  })

  test('changes survive a page that fails to load offline, and a reload, until they are discarded', async () => {
    const page = await openTable('kept')
    await type(page, 'first', 'unsaved')
    await bar(page).getByText('1 cell in 1 row').waitFor()
    await page.evaluate(() => void (document.body.dataset['isSame'] = 'true'))
    await page.context().setOffline(true)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Database', exact: true }).click()
    await page.getByRole('heading', { name: "You're offline" }).waitFor()
    await page.context().setOffline(false)
    await page.getByRole('heading', { name: 'Schemas', level: 1 }).waitFor()
    await expect.poll(() => page.evaluate(() => document.body.dataset['isSame'])).toBe('true')
    await page.goBack()
    await page.getByRole('gridcell', { name: /^unsaved/ }).waitFor()
    // the server was updated: other files, another page
    await page.route('**/assets/*', (route) => route.fulfill({ status: 404 }))
    await page.route(`${dashboard.url}/`, (route) => route.fulfill({ body: '<script src="/assets/index-next.js"></script>' }))
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'SQL editor' }).click()
    await page.getByRole('heading', { name: 'A new version of Colonnade is available' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.body.dataset['isSame'])).toBe('true')
    await page.unrouteAll()
    await page.goBack()
    await page.getByRole('gridcell', { name: /^unsaved/ }).waitFor()
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await bar(page)
      .getByText(/Restored from your last visit/)
      .waitFor()
    await page.getByRole('gridcell', { name: /^unsaved/ }).waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await cell(page, 'first').waitFor()
    await page.reload()
    await cell(page, 'first').waitFor()
    await expect.poll(() => bar(page).count()).toBe(0)
  })

  test('what somebody else changed meanwhile is told at the cell, and each value can be kept', async () => {
    const page = await openTable('shared')
    await type(page, 'one', 'my one')
    await type(page, 'two', 'my two')
    await type(page, 'three', 'my three')
    await run(
      "update shared set mine = 'their one', note = 'theirs' where id = 1; update shared set mine = 'their two' where id = 2; delete from shared where id = 3",
    )
    await page.keyboard.press('ControlOrMeta+s')
    await bar(page).getByText(stagingBarText.conflicts(3)).waitFor()
    await page.getByText(/Yours: my one\s*Theirs: their one\s*Before: one/).waitFor()
    await expect
      .poll(() => rowsOf('select id, mine from shared order by id'))
      .toEqual([
        ['1', 'their one'],
        ['2', 'their two'],
      ])
    await button(page, 'Keep mine').click()
    await page.getByText(/Yours: my two\s*Theirs: their two/).waitFor()
    await button(page, stagingNotesText.theirs).click()
    await page.getByText(stagingNotesText.rowGone).waitFor()
    await button(page, stagingNotesText.discardChange).click()
    await bar(page).getByText('1 cell in 1 row').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await expect
      .poll(() => rowsOf('select id, mine, note from shared order by id'))
      .toEqual([
        ['1', 'my one', 'theirs'],
        ['2', 'their two', 'y'],
      ])
    await cell(page, 'their two').waitFor()
    await page.getByRole('checkbox', { name: 'Select row 2' }).check()
    await button(page, 'Delete 1 row').click()
    await run("update shared set note = 'late' where id = 2")
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('You deleted this row. note is now: late').waitFor()
    await expect.poll(() => rowsOf('select count(*) from shared')).toEqual([['2']])
    await button(page, 'Keep mine').click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => rowsOf('select id from shared')).toEqual([['1']])
  })

  test('what triggers make of rows is shown, edited again without a conflict, and a row that they skip is not told as saved', async () => {
    const page = await openTable('article')
    await type(page, 'first', ' new ')
    await button(page, 'Save').click()
    await cell(page, 'New').waitFor()
    await cell(page, 'beside 1').waitFor()
    await type(page, 'New', 'third')
    await button(page, 'Save').click()
    await cell(page, 'Third').waitFor()
    await type(page, 'sealed', 'open')
    await button(page, 'Save').click()
    await page.getByText('article 3 is sealed').first().waitFor()
    expect(await rowsOf('select * from article order by id')).toEqual([
      ['1', 'Third', 'third', '3'],
      ['2', 'second', 'beside 1', '1'],
      ['3', 'sealed', null, '1'],
    ])
  })

  test('what is written while a row is saved stays', async () => {
    const page = await openTable('busy')
    const saving = Promise.withResolvers<void>()
    await page.route('**/query/transaction', async (route) => {
      await saving.promise
      await route.continue()
    })
    await type(page, 'first', '1st')
    await page.keyboard.press('ControlOrMeta+s')
    await cell(page, 'x').dblclick()
    await page.keyboard.type('wri')
    saving.resolve()
    await page.getByText('1 row saved').waitFor()
    await page.keyboard.type('tten')
    await page.keyboard.press('Enter')
    await cell(page, 'written , not saved yet').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => rowsOf('select note, other from busy')).toEqual([['1st', 'written']])
  })

  test('a refused value is told at its cell, and nothing of the rest is saved or lost', async () => {
    const page = await openTable('seats')
    await type(page, 'd', 'D')
    await type(page, '10.00', '-5')
    await page.keyboard.press('ControlOrMeta+s')
    await page
      .getByRole('grid')
      .locator('[aria-rowindex]', { hasText: '-5' })
      .getByText(/Not saved: The check constraint not negative/)
      .waitFor({ state: 'attached' })
    await expect.poll(() => rowsOf("select count(*) from seats where name = 'd'")).toEqual([['1']])
    await type(page, '-5', 'ten')
    await page.keyboard.press('ControlOrMeta+s')
    await page
      .getByText(/This value doesn’t fit its column/)
      .first()
      .waitFor()
    await button(page, stagingNotesText.undoChange).click()
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('1 row saved').waitFor()
    await expect.poll(() => rowsOf("select count(*) from seats where name = 'D'")).toEqual([['1']])
  })

  test('a value that names what is not there is told as that, and a rule in place of changes by its name', async () => {
    const page = await openTable('named')
    await type(page, 'first', '1st')
    await type(page, 'pg_class', 'no_such')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText(explainChangeErrorText.invalidValue, { exact: true }).waitFor()
    await page.getByText('relation "no_such" does not exist').waitFor()
    await page.getByRole('gridcell', { name: /^no_such.*Not saved/ }).waitFor()
    const guarded = await openTable('guarded')
    await type(guarded, 'first', '1st')
    await guarded.keyboard.press('ControlOrMeta+s')
    await bar(guarded)
      .getByText(explainChangeErrorText.rulesReplace('guarded', ['never skipped']))
      .waitFor()
    await guarded.getByText(/Use the SQL editor, or replace the rule/).waitFor()
  })

  test('a constraint that is checked at the end is named; keys can be swapped', async () => {
    const page = await openTable('pairs')
    await cell(page, 'NULL').dblclick()
    await page.getByRole('grid').getByRole('textbox').fill('99')
    await page.keyboard.press('Enter')
    await page.keyboard.press('ControlOrMeta+s')
    await bar(page)
      .getByText(/pairs_other_later, checked at the end/)
      .waitFor()
    await bar(page).getByRole('button', { name: 'Discard' }).click()
    await expect.poll(() => rowsOf('select count(*) from pairs where other is not null')).toEqual([['0']])
    const swaps = await openTable('swaps')
    await type(swaps, '1', '20')
    await type(swaps, '2', '1')
    await type(swaps, '20', '2')
    await swaps.keyboard.press('ControlOrMeta+s')
    await expect
      .poll(() => rowsOf('select id, name from swaps order by id'))
      .toEqual([
        ['1', 'second'],
        ['2', 'first'],
      ])
  })
})

test('a table without a key is given one and edited then; NULL, empty and default are chosen by keys', async () => {
  const page = await openTable('keyless')
  await button(page, 'Insert only').click()
  await button(page, reasonBadgeText.run).click()
  await page.getByRole('columnheader', { name: /id.*bigint/s }).waitFor()
  await type(page, 'none', 'x')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => rowsOf('select a, note, id from keyless')).toEqual([['5', 'x', '1']])
  await cell(page, 'x').dblclick()
  await page
    .getByRole('toolbar', { name: 'Other values' })
    .getByRole('button', { name: /^Empty/ })
    .waitFor()
  await page.keyboard.press('Alt+e')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => rowsOf('select note from keyless')).toEqual([['']])
  await cell(page, 'empty text').getByText('empty text').waitFor()
  await cell(page, '5').dblclick()
  await page.keyboard.press('Alt+n')
  await bar(page).getByText('1 cell in 1 row').waitFor()
  await page.getByText('Immediate').click()
  await bar(page).getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(() => rowsOf('select a, note from keyless')).toEqual([[null, '']])
  await cell(page, 'NULL').waitFor()
  await cell(page, 'empty text').dblclick()
  await page.getByRole('grid').getByRole('textbox').fill('at once')
  await page.keyboard.press('Enter')
  await expect.poll(() => rowsOf('select note from keyless')).toEqual([['at once']])
})

describe('forms', () => {
  test('a value of every kind is given in the form of a row, and stands in the database as it was meant', async () => {
    const page = await openTable('kinds', `&open=${encodeURIComponent('{"kind":"row-add"}')}`)
    const panel = page.getByRole('dialog')
    const field = (name: string) => panel.getByRole('textbox', { name, exact: true })
    await panel.getByRole('textbox', { name: /^big/ }).fill('98765432109876543210.000000000000000001')
    await panel.getByRole('combobox', { name: /^flag/ }).click()
    await page.getByRole('option', { name: 'false' }).click()
    await panel.getByRole('combobox', { name: /^feeling/ }).click()
    await page.getByRole('option', { name: 'cross' }).click()
    await button(page, 'Add to moods').click()
    await panel.getByRole('combobox', { name: 'moods 1' }).click()
    await page.getByRole('option', { name: 'calm' }).click()
    await button(page, 'Add to words').click()
    await field('words 1').fill('a, "b"')
    await button(page, 'Add to words').click()
    await button(page, 'words 2: NULL').click()
    await button(page, 'Move words 2 up').click()
    await field('box.width').fill('3')
    await field('box.unit').fill('c m')
    await field('span from').fill('1')
    await field('span to').fill('5')
    await panel.getByRole('textbox', { name: /^day/ }).fill('infinity')
    await panel.getByRole('textbox', { name: /^at/ }).fill('2024-02-29 12:00:00.5+05:30')
    await panel.getByRole('textbox', { name: /^raw/ }).fill('\\xdeadbeef')
    await panel.getByRole('textbox', { name: /^data/ }).fill('{"a": 1.000}')
    await panel.getByRole('textbox', { name: /^ip/ }).fill('10.0.0.1')
    await panel.getByRole('textbox', { name: /^code/ }).fill('1010')
    await button(page, 'Generate key').click()
    await panel.getByRole('textbox', { name: /^points/ }).fill('11')
    await button(page, 'note: Empty').click()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Insert row', exact: true }).click()
    await bar(page).getByText('1 new row').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await bar(page).getByRole('alert').getByText('The check constraint score_check rejects this value').waitFor()
    await type(page, '11', '10')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('1 row saved').waitFor()
    await expect
      .poll(
        async () =>
          (
            await rowsOf(`select big, flag, feeling, moods, words, box, span, day, at at time zone 'UTC', raw, data, ip, code, key is not null, points, note, twice
      from kinds order by id desc limit 1`)
          )[0],
      )
      .toEqual([
        '98765432109876543210.000000000000000001',
        'f',
        'cross',
        '{calm}',
        '{NULL,"a, \\"b\\""}',
        '(3,"c m")',
        '[1,5)',
        'infinity',
        '2024-02-29 06:30:00.5',
        '\\xdeadbeef',
        '{"a": 1.000}',
        '10.0.0.1',
        '1010',
        't',
        '10',
        '',
        '197530864219753086420.000000000000000002',
      ])
  })

  test('a refused value has its reason beside its field, which has the focus and what was typed', async () => {
    const page = await openTable('named')
    await page.getByText('Immediate').click()
    await rightClick(cell(page, 'pg_class'))
    await page.getByRole('menuitem', { name: 'Edit row…' }).click()
    const panel = page.getByRole('dialog')
    const source = panel.getByRole('textbox', { name: /^source/ })
    await source.fill('no_such')
    await button(page, 'Save row').press('Enter')
    await panel.getByText('This value doesn’t fit its column: relation "no_such" does not exist').waitFor()
    await expect.poll(() => source.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => source.inputValue()).toBe('no_such')
    await source.fill('pg_type')
    // said of what was typed then
    await expect.poll(() => panel.getByText('doesn’t fit').count()).toBe(0)
    await button(page, 'Save row').press('Enter')
    await expect.poll(() => rowsOf('select source, note from named')).toEqual([['pg_type', 'first']])
  })

  test('a document that is none is told so once, while it is typed and when it is to be saved', async () => {
    const page = await openTable('documents')
    await button(page, 'Insert row').click()
    const panel = page.getByRole('dialog')
    const data = panel.getByRole('textbox', { name: /^data/ })
    const problems = panel.getByText(/^Not valid JSON/)
    await data.fill('{"a":')
    await problems.waitFor()
    await panel.getByRole('textbox', { name: /^id/ }).fill('77')
    await panel.getByRole('button', { name: 'Insert row', exact: true }).click()
    await expect.poll(() => data.evaluate((field) => field === document.activeElement)).toBe(true)
    await expect.poll(() => problems.count()).toBe(1)
    await data.fill('{"a": 1')
    await expect.poll(() => problems.count()).toBe(1)
    await data.fill('{"a": 1}')
    await expect.poll(() => problems.count()).toBe(0)
  })

  test('columns of any name are in the form of a row, of which nothing but what was changed is saved', async () => {
    const page = await openTable('odd_names')
    const panel = page.getByRole('dialog')
    const edit = async () => {
      await rightClick(cell(page, 'c'))
      await page.getByRole('menuitem', { name: 'Edit row…' }).click()
    }
    await edit()
    await button(page, 'Stage changes').click()
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => bar(page).count()).toBe(0)
    await edit()
    await panel.getByRole('textbox', { name: /^__proto__/ }).fill('x')
    await button(page, 'Stage changes').click()
    await bar(page).getByText('1 cell in 1 row').waitFor()
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => rowsOf('select * from odd_names')).toEqual([['1', 'a', 'x', 'c']])
  })

  test('a row with a key of char(n) is there still after it was saved, and saved again', async () => {
    const page = await openTable('codes')
    await type(page, 'one', 'two')
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('1 row saved').waitFor()
    await run("update codes set name = 'theirs'")
    await cell(page, 'theirs').waitFor()
    await type(page, 'theirs', 'three')
    await page.keyboard.press('ControlOrMeta+s')
    await expect.poll(() => rowsOf('select code, name from codes')).toEqual([['ab   ', 'three']])
  })

  test('long texts and documents are edited whole, and a row that is gone says so', async () => {
    const page = await openTable('documents')
    await page.getByRole('gridcell').filter({ hasText: 'long text' }).dblclick()
    const panel = page.getByRole('dialog')
    await panel.getByText('30,000 characters').waitFor()
    await panel.getByRole('textbox', { name: 'body' }).press('ControlOrMeta+End')
    await page.keyboard.type('END')
    await panel.getByRole('button', { name: 'Stage change' }).click()
    await bar(page).getByText('1 cell in 1 row').waitFor()
    await page.getByRole('gridcell').filter({ hasText: 'found' }).dblclick()
    await panel.getByText('Tree').click()
    await panel.getByLabel('Search document').fill('found')
    await panel.getByRole('button', { name: 'Copy the path $.list[2].deep' }).waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await panel.waitFor({ state: 'detached' })
    await page.keyboard.press('ControlOrMeta+s')
    await page.getByText('1 row saved').waitFor()
    await expect
      .poll(() => rowsOf('select length(body), right(body, 4), data from documents'))
      .toEqual([['30003', ' END', '{"a":1.10,"list":[1,2,{"deep":"found"}]}']])
    const gone = await dashboard.open(`/project/${ref}/editor?table=documents&open=${encodeURIComponent('{"kind":"row-edit","row":"[\\"77\\"]"}')}`)
    await gone.getByText(/^This row no longer exists/).waitFor()
  })
})

test('many rows are changed by an expression, after they were counted', async () => {
  const page = await openTable('bulk', `&filter=${encodeURIComponent('[["kind","=","even"]]')}`)
  await button(page, bulkMenuText.changeManyRows).click()
  await page.getByRole('menuitem', { name: 'Edit all matching rows…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('100 rows', { exact: true }).waitFor()
  await dialog.getByRole('combobox').last().click()
  await page.getByRole('option', { name: /^n/ }).click()
  await dialog.getByRole('combobox', { name: 'New value of n' }).click()
  await page.getByRole('option', { name: 'SQL expression' }).click()
  await dialog.getByRole('textbox', { name: 'Expression for n' }).fill('n * 1000')
  await dialog.getByText(/update public\.bulk set n =/).waitFor()
  await dialog.getByRole('button', { name: 'Update 100 rows' }).click()
  await page.getByText('100 rows updated').waitFor()
  await expect.poll(() => rowsOf('select sum(n), sum(n) filter (where n < 1000) from bulk')).toEqual([['10110000', '10000']])
  await button(page, bulkMenuText.changeManyRows).click()
  await page.getByRole('menuitem', { name: 'Delete all matching rows…' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Delete 100 rows' }).click()
  await page.getByText('100 rows deleted').waitFor()
  await expect.poll(() => rowsOf('select count(*) from bulk')).toEqual([['100']])
})

test('a row that is referred to is picked, looked at and gone to, and those that point at it are found', async () => {
  const page = await openTable('album')
  await rightClick(page.getByRole('gridcell', { name: '2', exact: true }).and(dataCells(page)).last())
  await page.getByRole('menuitem', { name: 'Choose a row of artist…' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('row').filter({ hasText: 'Ada' }).waitFor()
  await panel.getByLabel('Search artist').fill('bob')
  await panel.getByRole('row').filter({ hasText: 'Ada' }).waitFor({ state: 'detached' })
  await panel.getByRole('row').filter({ hasText: 'Bob' }).getByRole('button').click()
  await bar(page).getByText('2 cells in 1 row').waitFor()
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => rowsOf('select artist_id, artist_label from album where id = 3')).toEqual([['1', 'y']])
  await cell(page, 'y').click()
  await button(page, 'Show row of artist').click()
  await page.getByRole('dialog', { name: 'Row of artist' }).getByText('Bob').waitFor()
  await page.getByRole('button', { name: 'Open artist' }).click()
  await page.getByRole('grid', { name: 'Rows of artist' }).getByText('Bob').waitFor()
  await expect.poll(() => page.getByRole('grid').getByText('Ada').count()).toBe(0)
  const artists = await openTable('artist')
  await rightClick(cell(artists, 'Ada'))
  await artists
    .getByRole('menuitem', { name: /Referencing rows of album/ })
    .filter({ hasText: '2' })
    .click()
  await artists.getByRole('grid', { name: 'Rows of album' }).getByText('Second').waitFor()
  await expect.poll(() => artists.getByRole('grid').getByText('Third').count()).toBe(0)
})

test('a label is found by typing in its cell; a column that somebody drops meanwhile is named, and the rest is saved', async () => {
  const page = await openTable('tickets')
  await cell(page, 'open').click()
  await page.keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'state' }).fill('wait')
  await page.getByRole('option', { name: 'waiting for a customer' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await cell(page, 'waiting for us , not saved yet').waitFor()
  await type(page, 'x', 'lost')
  await run('alter table tickets drop column gone')
  await page.keyboard.press('ControlOrMeta+s')
  await page.getByText('The column gone no longer exists', { exact: true }).waitFor()
  await button(page, stagingNotesText.discardColumn).click()
  await expect.poll(() => page.getByRole('columnheader', { name: /^gone/ }).count()).toBe(0)
  await button(page, 'Save').click()
  await expect
    .poll(() => rowsOf('select * from tickets order by id'))
    .toEqual([
      ['1', 'waiting for us', 'first'],
      ['2', 'open', 'second'],
    ])
})

test('a link asks whether the rows that it names may be deleted, and more rows than it can name are not asked about', async () => {
  const linkTo = (rows: unknown) => `&open=${encodeURIComponent(JSON.stringify({ kind: 'rows-delete', rows }))}`
  const page = await openTable('pairs', linkTo(['["2"]']))
  await page.getByRole('dialog', { name: 'Delete this row?' }).getByRole('button', { name: 'Delete row' }).click()
  await expect.poll(() => rowsOf('select id from pairs')).toEqual([['1']])
  await expect.poll(() => new URL(page.url()).searchParams.has('open')).toBe(false)
  const other = await openTable('pairs', linkTo('chosen'))
  await expect.poll(() => new URL(other.url()).searchParams.has('open')).toBe(false)
  await expect.poll(() => other.getByRole('dialog').count()).toBe(0)
})
