import { tableFooterText } from '@colonnade/dashboard/testing/messages/features/table-editor/grid'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { rightClick } from '../right-click.ts'

let dashboard: Dashboard
let ref: string

const schema = `
  create table many as select n as id, 'row ' || n as label from generate_series(1, 520000) n;
  alter table many add primary key (id);
  create table sheet (id int primary key, name text, price numeric(20, 1), day date, twice numeric generated always as (price * 2) stored);
  insert into sheet select g, case g when 2 then '' when 3 then null else 'name ' || g end, 9007199254740992 + g / 10.0, '2026-01-01'::date + g
    from generate_series(1, 20) g;
  create view dividing as select id as n, 1000 / (id - 150) as share from many;
  create table grid_meter (tenant text, serial text, primary key (tenant, serial));
  create table grid_reading (id int primary key, serial text, tenant text not null,
    foreign key (tenant, serial) references grid_meter (tenant, serial) on delete set null (serial));
  insert into grid_meter values ('n', '007'), ('s', '007');
  insert into grid_reading values (1, '007', 'n'), (2, '007', 'n'), (3, '007', 's');
  analyze;`

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Grid')
  await run(schema)
  await run('vacuum many')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const rowsOf = async (query: string) => (await run(query)).results[0]!.rows
const open = async (table: string, options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/editor?schema=public&table=${table}`, options)
  await page.getByRole('grid', { name: `Rows of ${table}` }).waitFor()
  return page
}
/** The cell in a row of the grid, from 1, under a column's head. */
const cell = async (page: Page, row: number, column: string) => {
  const head = page.getByRole('columnheader').filter({ has: page.getByRole('button', { name: `Column ${column}`, exact: true }) })
  return page.locator(`[aria-rowindex="${row + 1}"] > [aria-colindex="${await head.getAttribute('aria-colindex')}"]`)
}
const text = (page: Page, value: string) => page.getByRole('gridcell', { name: value, exact: true }).first()
const heads = (page: Page) =>
  page
    .getByRole('columnheader')
    .getByRole('button', { name: /^Column / })
    .evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')!.slice('Column '.length)))
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())

test('a link shows the frame, starts the query for rows and requests at most 12 scripts before any of them has run', async () => {
  const page = await open('many')
  await text(page, 'row 1').waitFor()
  const address = page.url()
  // the page before must not count: it preloads its links' scripts when it has time
  await page.goto('about:blank')
  const scripts = new Set<string>()
  const frame = page.locator('#page-frame svg')
  const begun = Promise.withResolvers<void>()
  const asked = page.waitForRequest((request) => request.url().endsWith('/query') && /select page\./.test(request.postData() ?? ''))
  await page.route('**/assets/*.js', async (route) => {
    scripts.add(route.request().url())
    await begun.promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await asked
  await frame.waitFor()
  // the document names them all; without that, there would be a round for each level of imports
  await expect.poll(() => scripts.size).toBeGreaterThan(8)
  expect(scripts.size).toBeLessThanOrEqual(12)
  begun.resolve()
  await text(page, 'row 1').waitFor()
  await frame.waitFor({ state: 'detached' })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().close()
})

test('any row is reached by its number, also beyond one stretch, and so are the last and the first', async () => {
  const page = await open('many')
  await text(page, 'row 1').click()
  await page.keyboard.press('Control+g')
  await page.getByLabel('Row number').fill('510,123')
  await page.keyboard.press('Enter')
  await text(page, 'row 510123').waitFor()
  await page.getByText('510,123', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Last row' }).click()
  await text(page, 'row 520000').waitFor()
  await page.getByText('520,000 rows').waitFor()
  await page.getByRole('button', { name: 'First row' }).click()
  await text(page, 'row 1').waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('from')).toBeNull()
})

test('a page that fails says so in its place, and the others stay', async () => {
  const page = await open('dividing')
  await page.getByRole('gridcell', { name: '1', exact: true }).first().waitFor()
  await (await cell(page, 1, 'n')).click()
  await page.keyboard.press('Control+g')
  await page.getByLabel('Row number').fill('130')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  await page.getByText('Failed to load row 130').waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'First row' }).click()
  await text(page, '1').waitFor()
})

test('cells are selected, summed to the last digit, copied for spreadsheets and pasted with NULL and nothing apart', async () => {
  const page = await open('sheet')
  await (await cell(page, 1, 'name')).click()
  await (await cell(page, 3, 'price')).click({ modifiers: ['Shift'] })
  const figures = page.getByRole('status', { name: 'Selected cells' })
  await figures.getByText('27021597764222976.6').waitFor()
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => clipboard(page)).toBe('name 1\t9007199254740992.1\n\t9007199254740992.2\n\t9007199254740992.3')
  await (await cell(page, 19, 'name')).click()
  await page.keyboard.press('ControlOrMeta+v')
  await page.getByText('new', { exact: true }).first().waitFor()
  await page.keyboard.press('ControlOrMeta+Home')
  await (await cell(page, 1, 'id')).dblclick()
  await page.keyboard.type('99')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(() => rowsOf('select id, name from sheet where id >= 19 order by id'))
    .toEqual([
      ['19', 'name 1'],
      ['20', ''],
      ['99', null],
    ])
})

test('values are filled down, a series goes on, and emptied cells become NULL', async () => {
  const page = await open('sheet')
  await (await cell(page, 5, 'name')).click()
  await (await cell(page, 7, 'name')).click({ modifiers: ['Shift'] })
  await page.keyboard.press('ControlOrMeta+d')
  await expect.poll(async () => (await cell(page, 7, 'name')).textContent()).toContain('name 5')
  await (await cell(page, 5, 'day')).click()
  await (await cell(page, 6, 'day')).click({ modifiers: ['Shift'] })
  const handle = await page.locator('[data-fill-handle]').boundingBox()
  const to = await (await cell(page, 8, 'day')).boundingBox()
  await page.mouse.move(handle!.x + 2, handle!.y + 2)
  await page.mouse.down()
  await page.mouse.move(to!.x + 10, to!.y + 10, { steps: 4 })
  await page.mouse.up()
  await (await cell(page, 9, 'name')).click()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: /^Save/ }).click()
  await expect
    .poll(() => rowsOf('select name, day from sheet where id between 7 and 9 order by id'))
    .toEqual([
      ['name 5', '2026-01-08'],
      ['name 8', '2026-01-09'],
      [null, '2026-01-10'],
    ])
})

test('columns are moved, frozen, hidden and made wider, which is remembered until it is reset', async () => {
  const page = await open('sheet')
  await (await cell(page, 1, 'id')).waitFor()
  const menu = async (column: string, item: string) => {
    await page.getByRole('columnheader').filter({ hasText: column }).hover()
    await page.getByRole('button', { name: `Column ${column}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item, exact: true }).click()
  }
  await menu('price', 'Freeze')
  await menu('name', 'Hide')
  await menu('day', 'Move left')
  await expect.poll(() => heads(page)).toEqual(['price', 'day', 'id', 'twice'])
  await page.reload()
  await (await cell(page, 1, 'day')).waitFor()
  await expect.poll(() => heads(page)).toEqual(['price', 'day', 'id', 'twice'])
  await page.getByRole('button', { name: 'Columns, 1 hidden' }).click()
  await page.getByLabel('Search columns').fill('na')
  await page.getByRole('checkbox', { name: /name/ }).check()
  await expect.poll(() => heads(page)).toContain('name')
  await page.getByRole('button', { name: 'Reset columns' }).click()
  await expect.poll(() => heads(page)).toEqual(['id', 'name', 'price', 'day', 'twice'])
})

test('a right click on a column’s header, and on a row’s number, shows what can be done there; Shift selects a range of checkboxes', async () => {
  const page = await open('many')
  await text(page, 'row 1').waitFor()
  const menu = page.getByRole('menu')
  const box = (row: number) => page.getByRole('checkbox', { name: `Select row ${row}`, exact: true })
  await rightClick(page.getByRole('columnheader', { name: 'id' }).first())
  await menu.getByRole('menuitem', { name: 'Sort descending', exact: true }).click()
  await text(page, 'row 520000').waitFor()
  // nothing can be done there: nothing opens
  await rightClick(page.getByRole('columnheader').first())
  await rightClick(page.getByRole('gridcell', { name: '2', exact: true }).first())
  await menu.getByRole('menuitem', { name: 'Edit row…' }).waitFor()
  await page.keyboard.press('Escape')
  await menu.waitFor({ state: 'detached' })
  await box(2).click()
  await box(6).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Delete 5 rows' }).waitFor()
  await box(4).click({ modifiers: ['Shift'] })
  await page.getByRole('button', { name: 'Delete 2 rows' }).waitFor()
})

test('a text is found among the loaded rows, and then in the whole table', async () => {
  const page = await open('many')
  await text(page, 'row 1').click()
  await page.keyboard.press('ControlOrMeta+f')
  await page.getByLabel('Find in the loaded rows').getByRole('searchbox').fill('row 9')
  await page.getByText('11 in 100 loaded rows').waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('1 of 11 in 100 loaded rows').waitFor()
  await page.getByRole('button', { name: 'Filter the whole table' }).click()
  await text(page, 'row 900').waitFor()
})

test('rows are made higher; the grid is read out, and fits a phone', async () => {
  const page = await open('sheet', { colorScheme: 'light' })
  await (await cell(page, 1, 'id')).click()
  await expectAccessible(page)
  await page.getByRole('button', { name: tableFooterText.settings }).click()
  await page.getByRole('menuitemradio', { name: 'Tall' }).click()
  await expect.poll(async () => (await (await cell(page, 1, 'id')).boundingBox())!.height).toBe(92)
  const phone = await open('sheet', { width: 390 })
  await (await cell(phone, 1, 'id')).waitFor()
  await expectNoSidewaysScroll(phone)
  await text(phone, 'name 4').click()
  const record = phone.getByRole('dialog', { name: 'Row of sheet' })
  await record.getByRole('textbox', { name: /^name/ }).fill('tapped')
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
  await record.getByRole('button', { name: 'Stage changes' }).click()
  await record.waitFor({ state: 'hidden' })
  await phone.getByRole('gridcell', { name: /^tapped/ }).waitFor()
  await phone.keyboard.press('Enter')
  await record.waitFor()
})

test('what a staged deletion does to rows that refer to the row is told before it is saved', async () => {
  const page = await open('grid_meter')
  await page.getByRole('checkbox', { name: 'Select row 1' }).check()
  await page.getByRole('button', { name: 'Delete 1 row', exact: true }).click()
  const bar = page.getByRole('region', { name: 'Changes' })
  await bar.getByText('Sets serial of 2 rows of grid_reading to NULL').waitFor()
  await bar.getByRole('button', { name: 'Review' }).click()
  await page.getByRole('dialog', { name: 'Review changes' }).getByText('Sets serial of 2 rows of grid_reading to NULL').waitFor()
  await expectAccessible(page)
})
