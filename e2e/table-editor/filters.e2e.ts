import { filterBarText, noMatchText } from '@colonnade/dashboard/testing/messages/features/table-editor/filters'
import { conditionCheckText, conditionChipText } from '@colonnade/dashboard/testing/messages/features/table-editor/filters/condition'
import { sortButtonText } from '@colonnade/dashboard/testing/messages/features/table-editor/sorts'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { rightClick } from '../right-click.ts'

let dashboard: Dashboard
let ref: string

const schema = `
  create type mood as enum ('calm', 'cross', 'in between');
  create table "select" (id int primary key, name text, price numeric(8,2), feeling mood, data jsonb, tags text[], during tstzrange, "the key" text);
  insert into "select" select g, case when g % 10 > 0 then 'name ' || g end, g * 1.5, (array['calm', 'cross', 'in between'])[g % 3 + 1]::mood,
    jsonb_build_object('a', g), array['t' || g % 5], tstzrange('2026-01-01', '2026-02-01') * tstzrange('2026-01-01'::timestamptz + g * interval '1 hour', null),
    'k' || g % 4 from generate_series(1, 60) g;
  create table seats (hall int, row int, note text, primary key (hall, row));
  insert into seats values (1, 2, 'a'), (1, 4, 'b'), (3, 2, 'c'), (3, 4, 'd');
  create table many as select n as id, 'row ' || n as label from generate_series(1, 300000) n;
  alter table many add primary key (id);
  create function spend() returns boolean language plpgsql as 'begin delete from seats; return true; end';
  analyze;`

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Filters')
  await dashboard.api.queries.run({ params: { ref }, body: { query: schema } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const open = (search: Readonly<Record<string, unknown>>, options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const words = Object.entries(search).map(
    ([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? value : JSON.stringify(value))}`,
  )
  return dashboard.open(`/project/${ref}/editor?${words.join('&')}`, options)
}
const field = (page: Page) => page.getByRole('combobox', { name: filterBarText.addFilter })
const chip = (page: Page, text: string) => page.getByRole('button', { name: `Filter ${text}`, exact: true })
const write = async (page: Page, text: string) => {
  await field(page).fill(text)
  await page.keyboard.press('Enter')
}
const count = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
const filterOf = (page: Page) => JSON.parse(new URL(page.url()).searchParams.get('filter') ?? 'null') as unknown

test('conditions are typed with help, stand in the address, and go with the back button', async () => {
  const page = await open({ table: 'select' })
  await count(page, '60 rows')
  await field(page).click()
  await page.getByRole('option', { name: /^price/ }).waitFor()
  await page.keyboard.type('fee')
  await page.getByRole('option', { name: /^price/ }).waitFor({ state: 'detached' })
  await page.keyboard.press('Tab')
  await expect.poll(() => field(page).inputValue()).toBe('feeling ')
  await page.keyboard.type('in (')
  await page.getByRole('option', { name: 'in between' }).click()
  await expect.poll(() => field(page).inputValue()).toBe('feeling in (in between)')
  await page.keyboard.press('Enter')
  await chip(page, 'feeling in (in between)').waitFor()
  await count(page, '20 rows')
  await write(page, 'price < 30')
  await count(page, '6 rows')
  await expect
    .poll(() => filterOf(page))
    .toEqual([
      ['feeling', 'in', ['in between']],
      ['price', '<', '30'],
    ])
  await expectAccessible(page)
  await page.reload()
  await count(page, '6 rows')
  await page.goBack()
  await count(page, '20 rows')
  for (const [text, rows] of [
    ['name contains NAME 1', '10 rows'],
    ['name is null', '6 rows'],
    ['data @> {"a": 7}', '1 row'],
    ['tags && {t1,t2}', '24 rows'],
    ['during @> 2026-01-01 05:30:00+00', '5 rows'],
    ['"the key" not in (k0, k1)', '30 rows'],
    ["(id, name) in ((1, 'name 1'), (2, 'name 3'))", '1 row'],
  ] as const) {
    await page.getByRole('button', { name: 'Clear all', exact: true }).click()
    await write(page, text)
    await count(page, rows)
  }
})

test('what is wrong with a condition is said at it, whoever finds out', async () => {
  const page = await open({ table: 'select' })
  await write(page, 'prise > 1')
  await page.getByRole('alert').getByText('Unknown column “prise”').waitFor()
  await write(page, 'price > 3')
  await write(page, 'price < abc')
  await page.getByRole('alert').getByText('invalid input syntax for type numeric: "abc"').waitFor()
  const refused = page.getByRole('button', { name: 'Filter price < abc, not applied: invalid input syntax for type numeric: "abc"' })
  await refused.click()
  await page.getByLabel('Value').fill('9')
  await page.getByRole('button', { name: 'Apply' }).click()
  await count(page, '3 rows')
  // by keyboard alone: back from the field to the last condition, and away with it
  await field(page).focus()
  await page.keyboard.press('Backspace')
  await expect.poll(() => chip(page, 'price < 9').evaluate((button) => button === document.activeElement)).toBe(true)
  await page.keyboard.press('Delete')
  await count(page, '58 rows')
  await write(page, 'price > 1000000')
  await page.getByRole('heading', { name: 'No rows match' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await count(page, '60 rows')
})

test('a condition in SQL is one expression, is run read-only, and its errors are marked', async () => {
  const page = await open({ table: 'select' })
  const condition = page.getByLabel(conditionChipText.title)
  const apply = async (text: string) => {
    await condition.fill(text)
    await page.keyboard.press('ControlOrMeta+Enter')
  }
  await page.getByRole('button', { name: 'SQL', exact: true }).click()
  await apply('price > 1 limit 5')
  await page.getByRole('dialog').locator('mark', { hasText: 'limit' }).waitFor()
  await apply('true) or (true')
  await page.getByText(conditionCheckText.notOne).first().waitFor()
  await apply('price < 9 or id = 60 -- and more')
  await count(page, '6 rows')
  await expect.poll(() => new URL(page.url()).searchParams.get('where')).toBe('price < 9 or id = 60 -- and more')
  await page.getByRole('button', { name: /^Filter SQL/ }).click()
  await apply('price < 9 and nowhere > 3')
  await page.getByRole('alert').locator('mark', { hasText: 'nowhere' }).waitFor()
  await page.getByRole('button', { name: /^Filter SQL/ }).click()
  await apply('spend()')
  await page
    .getByRole('alert')
    .getByText(/read-only transaction/)
    .waitFor()
  const { results } = await dashboard.api.queries.run({ params: { ref }, body: { query: 'select count(*) from seats' } })
  expect(results[0]!.rows).toEqual([['4']])
})

test('a link keeps what can not be applied, shows no rows for it, and says why', async () => {
  const page = await open({ table: 'select', filter: [['gone', '=', '1'], 'nonsense', ['price', '<', '9']] })
  await page.getByRole('heading', { name: noMatchText.notApplied }).waitFor()
  await page.getByRole('button', { name: 'Filter gone = 1, not applied: Unknown column gone' }).waitFor()
  // the second before the router has reached where the first leads
  await page.evaluate(async () => {
    for (const name of ['Remove filter "nonsense"', 'Remove filter gone = 1']) {
      document.querySelector<HTMLElement>(`[aria-label="${CSS.escape(name)}"]`)?.click()
      await Promise.resolve()
    }
  })
  await count(page, '5 rows')
  await expect.poll(() => filterOf(page)).toEqual([['price', '<', '9']])
})

test('a cell narrows the rows to its value, and several sorts have their order, direction and place of NULLs', async () => {
  const page = await open({ table: 'select' })
  await count(page, '60 rows')
  const placeOfData = () => page.getByRole('columnheader', { name: 'data' }).evaluate((head) => head.getBoundingClientRect().x)
  const before = await placeOfData()
  await rightClick(page.getByRole('gridcell', { name: 'cross', exact: true }).first())
  await page.getByRole('menuitem', { name: 'feeling = cross' }).click()
  await count(page, '20 rows')
  await page.getByRole('gridcell', { name: 'calm', exact: true }).first().waitFor({ state: 'detached' })
  // no column moves because other rows are narrower
  await expect.poll(placeOfData).toBe(before)
  await rightClick(page.getByRole('gridcell', { name: 'name 1', exact: true }))
  await page.getByRole('menuitem', { name: 'name contains name 1' }).click()
  await chip(page, 'name contains name 1').waitFor()
  await page.getByRole('button', { name: 'Column price' }).click()
  await page.getByRole('menuitem', { name: 'Filter by this column' }).click()
  await page.getByRole('option', { name: /^>=/ }).waitFor()
  await page.keyboard.type('= 30')
  await page.keyboard.press('Enter')
  await chip(page, 'price = 30').waitFor()
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await page.getByRole('button', { name: 'Sort', exact: true }).click()
  for (const column of ['feeling', 'name']) {
    await page.getByRole('dialog', { name: 'Sorts' }).getByLabel(sortButtonText.addColumn).click()
    await page.getByRole('option', { name: column }).click()
  }
  await page.getByLabel('NULLs of name').click()
  await page.getByRole('option', { name: 'NULLs first' }).click()
  await page.getByLabel('Direction of name').click()
  await page.getByRole('option', { name: 'Descending' }).click()
  await page.getByRole('button', { name: 'Move name up' }).click()
  await expect
    .poll(() => JSON.parse(new URL(page.url()).searchParams.get('sort') ?? '[]') as unknown)
    .toEqual(['name:desc:nullsfirst', 'feeling:asc'])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect.poll(() => page.getByRole('row').nth(1).innerText()).toContain('NULL')
  await expect.poll(() => page.getByRole('row').nth(7).innerText()).toContain('name 9')
})

test('a large table says which index it lacks, and what takes long can be given up', async () => {
  const page = await open({ table: 'many', filter: [['label', '=', 'row 7']] })
  await count(page, '1 row')
  await page.getByRole('button', { name: 'No index' }).click()
  await page.getByText('create index concurrently on public.many (label);').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Clear all', exact: true }).click()
  await page.getByRole('button', { name: 'No index' }).waitFor({ state: 'detached' })
  await page.getByRole('gridcell', { name: 'row 2', exact: true }).waitFor()
  // these rows are here: what can be given up is no longer their fetch
  await page.getByRole('button', { name: 'Cancel', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'SQL', exact: true }).click()
  await page.getByLabel(conditionChipText.title).fill('pg_sleep(600) is null')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByRole('alert').getByText('The query was cancelled').waitFor()
  const running = "select count(*) from pg_stat_activity where query like '%pg_sleep(600) is null%' and pid <> pg_backend_pid() and state = 'active'"
  await expect.poll(async () => (await dashboard.api.queries.run({ params: { ref }, body: { query: running } })).results[0]!.rows).toEqual([['0']])
  const phone = await open({ table: 'many', filter: [['label', '=', 'row 7']], sort: ['label:desc'] }, { width: 390, colorScheme: 'light' })
  await count(phone, '1 row')
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
})
