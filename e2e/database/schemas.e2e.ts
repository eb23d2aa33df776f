import { schemaDraftText, schemasPageText } from '@colonnade/dashboard/testing/messages/features/database/schemas'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Schemas')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results

test('a schema is made, drawn, searched, renamed and dropped with what is in it', async () => {
  const page = await dashboard.open(`/project/${ref}/database/schemas`)
  await page.getByRole('heading', { name: 'No tables in public yet' }).waitFor()
  await page.getByRole('button', { name: 'New schema' }).click()
  const form = page.getByRole('dialog', { name: 'New schema' })
  await form.getByLabel('Name', { exact: true }).fill('Shop "one"')
  await form.getByRole('button', { name: 'Create schema' }).click()
  await page.getByText('Schema Shop "one" created').waitFor()
  await page.getByRole('heading', { name: 'No tables in Shop "one" yet' }).waitFor()

  await run(`create table "Shop ""one""".artists (id int primary key, name text);
    create table "Shop ""one""".albums (id int primary key, artist_id int not null references "Shop ""one""".artists, "the <b>title</b>" text);
    create table "Shop ""one""".notes (id int)`)
  await page.reload()
  const node = (name: string) => page.getByRole('group', { name: new RegExp(`^Table ${name},`) })
  await node('albums').waitFor()
  await page.getByRole('group', { name: 'Table albums, 3 columns. Refers to artists by artist_id.' }).waitFor()
  await node('artists').focus()
  await page.getByText('Relations of artists').waitFor()
  await page.getByText('albums_artist_id_fkey, many to one').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Tables (SQL)' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  await run(`drop schema "Shop ""one""" cascade; ${text}`)
  await page.reload()
  await node('albums').waitFor()
  await page.getByRole('combobox', { name: 'Find a table or column' }).click()
  await page.getByRole('combobox', { name: 'Search tables and columns' }).fill('title')
  await page.getByRole('option', { name: /the <b>title/ }).click()
  await page.getByText('Relations of albums').waitFor()
  await page.waitForURL((url) => url.searchParams.get('table') === 'albums')

  const kept = page.waitForResponse((reply) => reply.url().includes('/diagrams') && reply.request().method() === 'PATCH')
  await node('albums').press('Enter')
  await node('albums').press('ArrowDown')
  expect((await kept).status()).toBe(204)
  await page.reload()
  await page.getByRole('button', { name: 'Auto layout' }).click()
  await page.getByText('Diagram rearranged').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Auto layout' }).waitFor()

  // tables in groups have places of their own
  await page.getByRole('combobox', { name: 'Groups' }).click()
  await page.getByRole('option', { name: 'Related tables' }).click()
  await page.getByRole('button', { name: 'Auto layout' }).waitFor({ state: 'hidden' })
  const grouped = page.waitForResponse((reply) => reply.request().postData()?.includes('"grouping":"related"') === true)
  await node('albums').press('Enter')
  await node('albums').press('ArrowDown')
  expect((await grouped).status()).toBe(204)
  await page.getByRole('button', { name: 'Auto layout' }).waitFor()

  await page.getByRole('button', { name: schemasPageText.actionsOf('Shop "one"') }).click()
  await page.getByRole('menuitem', { name: 'Edit schema' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit schema Shop "one"' })
  await edit.getByLabel('Name', { exact: true }).fill('shop')
  await edit.getByRole('button', { name: 'Save schema' }).click()
  await page.getByText('Schema shop saved').waitFor()
  await node('artists').waitFor()

  await page.getByRole('button', { name: schemasPageText.actionsOf('shop') }).click()
  await page.getByRole('menuitem', { name: 'Delete schema' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete schema shop?' })
  await dialog.getByRole('list', { name: 'What depends on it' }).getByText('shop.albums', { exact: true }).waitFor()
  await dialog.getByRole('checkbox', { name: /^Cascade/ }).click()
  await dialog.getByRole('textbox').fill('shop')
  await dialog.getByRole('button', { name: /^Delete schema and/ }).click()
  await page.getByText('Schema shop deleted').waitFor()
  const [left] = await run(`select count(*)::text from pg_namespace where nspname ilike 'shop%'`)
  expect(left!.rows).toEqual([['0']])
  const [migrations] = await run(`select name from supabase_migrations.schema_migrations order by version`)
  expect(migrations!.rows.flat()).toEqual(['Create schema Shop "one"', schemaDraftText.edit('Shop "one"'), 'Delete schema shop'])
})

test('relations are also a list, and the diagram fits a phone', async () => {
  await run(`create table makers (id int primary key); create table things (id int primary key, maker int references makers)`)
  const page = await dashboard.open(`/project/${ref}/database/schemas?view=list`, { width: 390, colorScheme: 'light' })
  await page.getByRole('link', { name: /things.*→ makers \(maker\)/ }).waitFor()
  await expectAccessible(page)
  await page.getByRole('radio', { name: 'Diagram' }).click()
  await page.getByRole('group', { name: /^Table things,/ }).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
