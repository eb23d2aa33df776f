import { indexDraftText, indexPanelText, indexesPageText, invalidIndexesText } from '@colonnade/dashboard/testing/messages/features/database/indexes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Indexes')
  await run(`
    create schema shop;
    create table shop."visit log" (id int primary key, who text, at date);
    create index by_who on shop."visit log" (who);
    create index by_who_at on shop."visit log" (who, at);
    create table shop.pass (number int);
    create table shop.signal (at int);
    insert into shop.pass values (1), (1)`)
  await run('create unique index concurrently pass_number on shop.pass (number)').catch(() => {})
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const valueOf = async (query: string) => (await run(query))[0]!.rows[0]?.[0]
const address = '/database/indexes?schema=shop'

test('indexes are marked, made concurrently with progress, stopped, repaired, changed and deleted', async () => {
  const page = await dashboard.open(`/project/${ref}${address}`)
  await page.getByText('4 indexes').waitFor()
  await page.getByRole('button', { name: 'by_who covered', exact: true }).waitFor()

  await page.getByRole('button', { name: 'New index' }).click()
  const form = page.getByRole('dialog', { name: 'New index' })
  // the first unanswered question, not the optional name
  await form
    .locator(':focus[role=combobox]')
    .and(form.getByLabel('Table', { exact: true }))
    .waitFor()
  await form.getByRole('combobox', { name: 'Table' }).click()
  await page.getByRole('option', { name: /visit log/ }).click()
  await form.getByRole('combobox', { name: 'Column 1', exact: true }).click()
  await page.getByRole('option', { name: /^at/ }).click()
  await form.getByRole('checkbox', { name: /^Concurrently/ }).click()
  await form.getByText('delete the invalid index it leaves behind').waitFor()
  await expectAccessible(page)
  // a transaction that writes until it gets a signal
  const writer = run(`do $do$ begin
    insert into shop."visit log" values (1);
    while not exists (select from shop.signal) loop perform pg_sleep(0.01); end loop;
  end $do$`)
  await expect
    .poll(() => valueOf(`select count(*) from pg_locks where relation = 'shop."visit log"'::regclass and mode = 'RowExclusiveLock'`))
    .toBe('1')
  await form.getByRole('button', { name: 'Create index' }).click()
  await form.getByRole('region', { name: 'Progress' }).getByText('waiting for writers before build').waitFor()
  await form.getByRole('button', { name: 'Stop' }).click()
  const left = form.getByRole('region', { name: invalidIndexesText.title })
  await left.getByText('visit log_at_idx').waitFor()
  await expectAccessible(page)
  await run('insert into shop.signal values (1)')
  await writer
  await left.getByRole('button', { name: 'Delete visit log_at_idx' }).click()
  await left.waitFor({ state: 'detached' })
  await form.getByRole('button', { name: 'Create index' }).click()
  await page.getByText('5 indexes').waitFor()
  expect(await valueOf(`select indisvalid from pg_index where indexrelid = 'shop."visit log_at_idx"'::regclass`)).toBe('t')

  await page.getByRole('button', { name: 'visit log_at_idx' }).click()
  const panel = page.getByRole('dialog', { name: 'visit log_at_idx' })
  await panel.getByText('CREATE INDEX "visit log_at_idx"').waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit visit log_at_idx' })
  await edit.getByLabel('Name', { exact: true }).fill('by_day')
  await edit.getByRole('button', { name: 'Save index' }).press('Enter')
  await page.getByRole('button', { name: 'by_day' }).click()
  await page.getByRole('dialog', { name: 'by_day' }).getByRole('button', { name: 'Delete index' }).press('Enter')
  const drop = page.getByRole('dialog', { name: 'Delete index by_day?' })
  await drop.getByText('Nothing else depends on it').waitFor()
  await drop.getByRole('checkbox', { name: /^Concurrently/ }).click()
  await drop.getByText('drop index concurrently shop.by_day;').waitFor()
  await drop.getByRole('button', { name: 'Delete index' }).press('Enter')
  await page.getByText('4 indexes').waitFor()

  // the unique index becomes valid once its values are unique
  await run('delete from shop.pass where ctid = (select min(ctid) from shop.pass)')
  await page.getByRole('button', { name: indexesPageText.showInvalid }).click()
  await page.getByRole('button', { name: 'pass_number invalid' }).click()
  await page.getByRole('dialog', { name: 'pass_number' }).getByRole('button', { name: 'Reindex' }).press('Enter')
  await page.getByRole('dialog', { name: 'Reindex pass_number' }).getByRole('button', { name: 'Reindex' }).press('Enter')
  await page.getByText(indexesPageText.noMatch).waitFor()
  expect(await valueOf(`select indisvalid from pg_index where indexrelid = 'shop.pass_number'::regclass`)).toBe('t')
  // what changes no schema is no migration
  expect((await run('select name from supabase_migrations.schema_migrations order by version'))[0]!.rows.flat()).toEqual([
    'Delete invalid index visit log_at_idx',
    'Create index visit log_at_idx',
    indexDraftText.edit('visit log_at_idx'),
    'Delete index by_day',
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: indexesPageText.showAll }).click()
  await page.getByRole('button', { name: 'visit log_pkey' }).click()
  const key = page.getByRole('dialog', { name: 'visit log_pkey' })
  await key.getByText(indexPanelText.constraintHint).waitFor()
  await expect.poll(() => key.getByRole('button', { name: 'Delete index' }).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessibleInAllThemes(page)
})
