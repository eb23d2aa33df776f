import { readFile } from 'node:fs/promises'
import {
  appliedText,
  compareText,
  migrationsText,
  migrationText,
  unrecordedText,
} from '@colonnade/dashboard/testing/messages/features/database/migrations'
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
  await page.getByText(migrationsText.empty).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: migrationsText.markApplied }).click()
  const form = page.getByRole('dialog', { name: appliedText.title })
  await form
    .getByLabel(appliedText.sqlFile)
    .setInputFiles({ name: '20240131120000_create_album.sql', mimeType: 'text/plain', buffer: Buffer.from('create table album ();\nselect 1;\n') })
  await expect.poll(() => form.getByLabel(appliedText.version).inputValue()).toBe('20240131120000')
  await expect.poll(() => form.getByLabel(appliedText.name).inputValue()).toBe('create_album')
  await expectAccessible(page)
  await form.getByRole('button', { name: appliedText.title }).click()
  await page.getByText('1 migration', { exact: true }).waitFor()
  expect(await versions()).toEqual(['20240131120000'])
  await run('create table artist (id int)', 'Create artist')
  await page.reload()
  const list = page.getByRole('table', { name: 'Migrations' })
  await page.getByText('2 migrations').waitFor()
  await expect.poll(() => list.locator('[data-entry]').last().innerText()).toContain('20240131120000')
  await page.getByRole('button', { name: migrationsText.compare }).click()
  const comparison = page.getByRole('dialog', { name: compareText.title })
  await comparison.getByLabel(compareText.before('20240131120000'), { exact: true }).getByText('album').first().waitFor()
  await comparison.getByText('artist').first().waitFor()
  await comparison.getByRole('button', { name: 'Close' }).click()
  await comparison.waitFor({ state: 'hidden' })
  await list.getByRole('button', { name: '20240131120000' }).click()
  const panel = page.getByRole('dialog', { name: 'create_album' })
  const download = page.waitForEvent('download')
  await panel.getByRole('button', { name: migrationText.download }).click()
  const file = await download
  expect(file.suggestedFilename()).toBe('20240131120000_create_album.sql')
  expect(await readFile(await file.path(), 'utf8')).toBe('create table album ();\n\nselect 1;\n')
  await panel.getByRole('button', { name: migrationText.markNotApplied }).click()
  await page
    .getByRole('dialog', { name: migrationText.confirmTitle('20240131120000') })
    .getByRole('button', { name: migrationText.markNotApplied })
    .click()
  await page.getByText('1 migration', { exact: true }).waitFor()
  expect(await versions()).not.toContain('20240131120000')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Create artist' }).click()
  await page.getByRole('dialog', { name: 'Create artist' }).getByText('create table artist').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInAllThemes(page)
})

test('schema changes outside migrations are shown, and recorded as one or dismissed', async () => {
  const page = await dashboard.open(`/project/${ref}/database/migrations`)
  await page.getByRole('heading', { name: 'Migrations' }).waitFor()
  await run('create table unrecorded (id int)')
  await run('alter table unrecorded add name text')
  await run('create table in_passing ()')
  await page.reload()
  await page.getByText(unrecordedText.notice(3, false)).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: unrecordedText.review }).click()
  const panel = page.getByRole('dialog', { name: unrecordedText.title })
  const changes = panel.getByRole('list', { name: unrecordedText.list }).getByRole('listitem')
  await expect.poll(() => changes.count()).toBe(3)
  await changes.first().getByText('table public.in_passing').waitFor()
  await changes.first().getByRole('button', { name: unrecordedText.dismiss, exact: true }).click()
  await page
    .getByRole('dialog', { name: unrecordedText.dismissTitle(1) })
    .getByRole('button', { name: unrecordedText.dismiss })
    .click()
  await expect.poll(() => changes.count()).toBe(2)
  await run('create table beside ()')
  await page.reload()
  await expect.poll(() => changes.count()).toBe(3)
  await panel.getByLabel(unrecordedText.name).fill('add album')
  await changes.first().getByRole('checkbox', { name: 'public.beside' }).click()
  await panel.getByRole('checkbox', { name: unrecordedText.some(2, 3) }).waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: unrecordedText.record }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByRole('table', { name: 'Migrations' }).getByRole('cell', { name: 'add album', exact: true }).waitFor()
  await page.getByText(unrecordedText.notice(1, false)).waitFor()
  expect((await run("select statements::text from supabase_migrations.schema_migrations where name = 'add album'"))[0]!.rows).toEqual([
    ['{"create table unrecorded (id int)","alter table unrecorded add name text"}'],
  ])
})

test('downloaded migrations replay file imports, forms and client changes on an empty project, in their order', async () => {
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
  const panel = page.getByRole('dialog', { name: unrecordedText.title })
  await panel.getByLabel(unrecordedText.name).fill('add album')
  await panel.getByRole('button', { name: unrecordedText.record }).click()
  await panel.waitFor({ state: 'hidden' })
  await page.getByText('5 migrations').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: migrationsText.downloadAll }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const empty = await dashboard.project('Empty')
  await at(empty, text)
  const columns = `select table_name, column_name from information_schema.columns where table_schema = 'public' order by 1, 2`
  expect((await at(empty, columns)).results[0]!.rows).toEqual((await at(source, columns)).results[0]!.rows)
})
