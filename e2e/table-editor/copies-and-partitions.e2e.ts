import { attachedTableText } from '@colonnade/dashboard/testing/messages/features/table-editor/table-form/fields'
import {
  attachNotesText,
  copySectionText,
  partitionEditorText,
} from '@colonnade/dashboard/testing/messages/features/table-editor/table-form/sections'
import { sourcePickerText } from '@colonnade/dashboard/testing/messages/features/table-editor/transfer/panel'
import type { Locator, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Copies')
  await run(`
    create table notes (id serial primary key, owner text, body text); insert into notes (owner, body) values ('a', 'x');
    create function stamp() returns trigger language plpgsql as 'begin return new; end';
    create trigger stamped before insert on notes for each row execute function stamp();
    alter table notes enable row level security; create policy own on notes to authenticated using (exists (select where notes.owner = current_user));
    revoke insert on notes from anon;
    create table log (id int not null, at date not null) partition by range (at); create table log_rest partition of log default;
    create table log_2024 (id int not null, at date not null); insert into log_2024 values (1, '2024-05-06'); create table log_odd (id bigint);`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const rowsOf = async (query: string) => (await run(query)).results[0]!.rows
const openTable = async (kind: 'table-edit' | 'table-duplicate', table: string): Promise<{ readonly page: Page; readonly panel: Locator }> => {
  const open = { kind, table: Number((await rowsOf(`select '${table}'::regclass::oid::int8`))[0]![0]) }
  const page = await dashboard.open(`/project/${ref}/editor?schema=public&table=${open.table}&open=${encodeURIComponent(JSON.stringify(open))}`)
  const panel = page.getByRole('dialog').first()
  await panel.getByRole('button', { name: 'Cancel' }).waitFor()
  return { page, panel }
}

test('a copy has the policies and privileges of its table, and its triggers when they are asked for', async () => {
  const { panel } = await openTable('table-duplicate', 'notes')
  await panel
    .getByRole('checkbox', { name: copySectionText.policies(1) })
    .and(panel.locator('[aria-checked=true]'))
    .waitFor()
  await panel.getByRole('checkbox', { name: copySectionText.privileges }).and(panel.locator('[aria-checked=true]')).waitFor()
  await panel.getByRole('checkbox', { name: copySectionText.triggers(1) }).click()
  await panel
    .getByRole('checkbox', { name: copySectionText.triggers(1) })
    .and(panel.locator('[aria-checked=true]'))
    .waitFor()
  await panel.getByRole('button', { name: 'Duplicate table' }).click()
  await panel.waitFor({ state: 'detached' })
  expect(
    await rowsOf(`select (select count(*) from pg_policy where polrelid = c), (select count(*) from pg_trigger where tgrelid = c),
      has_table_privilege('anon', c, 'insert'), has_table_privilege('anon', c, 'select') from (select 'notes_copy'::regclass::oid as c) s`),
  ).toEqual([['1', '1', 'f', 't']])
})

test('a table becomes a partition: what is in the way is said before, and rows that are out of bounds after', async () => {
  const { page, panel } = await openTable('table-edit', 'log')
  await panel.getByRole('button', { name: /^Partitions/ }).click()
  await panel.getByRole('button', { name: partitionEditorText.attachTable }).click()
  const choose = async (table: string) => {
    await panel.getByRole('combobox', { name: attachedTableText.label }).click()
    await page.getByRole('dialog', { name: 'Search tables' }).getByRole('combobox').fill(table)
    await page
      .getByRole('option', { name: new RegExp(table) })
      .and(page.locator('[data-highlighted]'))
      .waitFor()
    await page.keyboard.press('Enter')
  }
  await choose('log_odd')
  await panel.getByText('id is bigint instead of integer').waitFor()
  await expectAccessible(page)
  await choose('log_2024')
  await panel.getByText(attachNotesText.problems).waitFor({ state: 'detached' })
  await panel.getByLabel('at from').fill('2025-01-01')
  await panel.getByLabel('at to (exclusive)').fill('2026-01-01')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText(/Existing rows belong to other partitions/).waitFor()
  await panel.getByLabel('at from').fill('2024-01-01')
  await panel.getByLabel('at to (exclusive)').fill('2025-01-01')
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.waitFor({ state: 'detached' })
  expect(await rowsOf('select id from log')).toEqual([['1']])
})

test('numbers and dates of a file are shown as they will be read, and come in like that', async () => {
  const open = encodeURIComponent(JSON.stringify({ kind: 'csv-import' }))
  const page = await dashboard.open(`/project/${ref}/editor?schema=public&open=${open}`)
  const panel = page.getByRole('dialog').first()
  await panel.getByText('Drop a file anywhere').waitFor()
  const buffer = Buffer.from('price;sold\n1.500,25;31.12.2024\n2,5;03.04.2024\n')
  await panel.getByLabel(sourcePickerText.file).setInputFiles({ name: 'sums.csv', mimeType: 'text/csv', buffer })
  await panel.getByRole('cell', { name: '1500.25 ← 1.500,25' }).waitFor()
  await panel.getByRole('cell', { name: '2024-04-03 ← 03.04.2024' }).waitFor()
  await panel.getByRole('button', { name: 'Import 2 rows' }).click()
  await expect
    .poll(() => rowsOf('select price::text, sold::text from sums order by id').catch(() => null))
    .toEqual([
      ['1500.25', '2024-12-31'],
      ['2.5', '2024-04-03'],
    ])
})
