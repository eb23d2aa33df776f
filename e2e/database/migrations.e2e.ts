import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('History')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string, name?: string) =>
  (await dashboard.api.queries.run({ params: { ref }, body: { query, ...(name !== undefined && { migration: { name } }) } })).results
const versions = async () =>
  (await run('select version from supabase_migrations.schema_migrations order by version')).at(-1)!.rows.map(([version]) => version)

test('a migration that was applied elsewhere is recorded from its file, compared, downloaded, and marked as not applied', async () => {
  const page = await dashboard.open(`/project/${ref}/database/migrations`)
  await page.getByText('No migrations yet').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Mark as applied' }).click()
  const form = page.getByRole('dialog', { name: 'Mark as applied' })
  await form
    .getByLabel('SQL file')
    .setInputFiles({ name: '20240131120000_create_album.sql', mimeType: 'text/plain', buffer: Buffer.from('create table album ();\nselect 1;\n') })
  await expect.poll(() => form.getByLabel('Version').inputValue()).toBe('20240131120000')
  await expect.poll(() => form.getByLabel('Name').inputValue()).toBe('create_album')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Mark as applied' }).click()
  await page.getByText('1 migration', { exact: true }).waitFor()
  expect(await versions()).toEqual(['20240131120000'])
  await run('create table artist (id int)', 'Create artist')
  await page.reload()
  const list = page.getByRole('table', { name: 'Migrations' })
  await page.getByText('2 migrations').waitFor()
  await expect.poll(() => list.locator('[data-entry]').last().innerText()).toContain('20240131120000')
  await page.getByRole('button', { name: 'Compare' }).click()
  const comparison = page.getByRole('dialog', { name: 'Compare migrations' })
  await comparison.getByLabel('Migration 20240131120000', { exact: true }).getByText('album').first().waitFor()
  await comparison.getByText('artist').first().waitFor()
  await comparison.getByRole('button', { name: 'Close' }).click()
  await comparison.waitFor({ state: 'hidden' })
  await list.getByRole('button', { name: '20240131120000' }).click()
  const panel = page.getByRole('dialog', { name: 'create_album' })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Download' }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('20240131120000_create_album.sql')
  expect(await readFile(await file.path(), 'utf8')).toBe('create table album ();\n\nselect 1;\n')
  await panel.getByRole('button', { name: 'Mark as not applied' }).click()
  await page.getByRole('dialog', { name: 'Mark 20240131120000 as not applied?' }).getByRole('button', { name: 'Mark as not applied' }).click()
  await page.getByText('1 migration', { exact: true }).waitFor()
  expect(await versions()).not.toContain('20240131120000')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Create artist' }).click()
  await page.getByRole('dialog', { name: 'Create artist' }).getByText('create table artist').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInAllThemes(page)
})

test('what changed the schema outside of migrations is told, recorded as one, or dismissed', async () => {
  const page = await dashboard.open(`/project/${ref}/database/migrations`)
  await page.getByRole('heading', { name: 'Migrations' }).waitFor()
  await run('create table by_hand (id int)')
  await run('alter table by_hand add name text')
  await run('create table in_passing ()')
  await page.reload()
  await page.getByText('3 changes of its structure').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Review' }).click()
  const panel = page.getByRole('dialog', { name: 'Changes without a migration' })
  const changes = panel.getByRole('list', { name: 'Changes' }).getByRole('listitem')
  await expect.poll(() => changes.count()).toBe(3)
  await changes.first().getByText('table public.in_passing').waitFor()
  await changes.first().getByRole('button', { name: 'Dismiss' }).click()
  await page.getByRole('dialog', { name: 'Dismiss this change?' }).getByRole('button', { name: 'Dismiss' }).click()
  await expect.poll(() => changes.count()).toBe(2)
  await run('create table beside ()')
  await page.reload()
  await expect.poll(() => changes.count()).toBe(3)
  await panel.getByLabel('Name of the migration').fill('by hand')
  await changes.first().getByRole('checkbox', { name: 'public.beside' }).click()
  await panel.getByRole('checkbox', { name: '2 of 3 changes' }).waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Record as a migration' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('table', { name: 'Migrations' }).getByRole('cell', { name: 'by hand', exact: true }).waitFor()
  await page.getByText('1 change of its structure is in no migration').waitFor()
  expect((await run("select statements::text from supabase_migrations.schema_migrations where name = 'by hand'"))[0]!.rows).toEqual([
    ['{"create table by_hand (id int)","alter table by_hand add name text"}'],
  ])
})

test('all of them, downloaded, replay on an empty project what tables of files, forms and clients have done, in its order', async () => {
  const source = await dashboard.project('Replayed')
  const at = (project: string, query: string, name?: string) =>
    dashboard.api.queries.run({ params: { ref: project }, body: { query, ...(name !== undefined && { migration: { name } }) } })
  const { key } = await dashboard.api.rowImports.create({
    params: { ref: source },
    body: {
      schema: 'public',
      table: 'cats',
      format: 'csv',
      columns: [{ source: 0, target: 'id' }],
      create: { columns: [{ name: 'id', type: 'int' }] },
    },
  })
  await dashboard.api.rowImports.upload({ params: { ref: source, key }, file: new Blob(['id\n1\n']) })
  await at(source, 'alter table cats add name text')
  await at(source, 'create view names as select name from cats', 'Create names')
  await at(source, 'create view first_names as select name from names limit 1')
  await at(source, 'create view last_names as select * from first_names', 'Create last names')
  const page = await dashboard.open(`/project/${source}/database/migrations?act=drift`)
  const panel = page.getByRole('dialog', { name: 'Changes without a migration' })
  await panel.getByLabel('Name of the migration').fill('by hand')
  await panel.getByRole('button', { name: 'Record as a migration' }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByText('5 migrations').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download all' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const empty = await dashboard.project('Empty')
  await at(empty, text)
  const columns = `select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`
  expect((await at(empty, columns)).results[0]!.rows).toEqual((await at(source, columns)).results[0]!.rows)
})
