import type { Page } from 'playwright'
import { grantText } from '@colonnade/dashboard/testing/messages/features/database/grants'
import { objectText } from '@colonnade/dashboard/testing/messages/features/database/objects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Catalog')
  await run(`
    create schema shop;
    create table shop.artist (id int primary key, name text not null);
    create table shop.album (id int primary key, title text, artist_id int references shop.artist);
    comment on table shop.album is 'what was recorded';
    insert into shop.album (id, title) select g, 'album ' || g from generate_series(1, 500) g;
    create view shop.titles as select title from shop.album;
    analyze shop.album`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const valueOf = async (query: string) => (await run(query))[0]!.rows[0]![0]
const names = (page: Page) => page.getByRole('table', { name: 'Tables' }).locator('[data-entry] .font-mono').allTextContents()

describe('tables', () => {
  test('are listed, searched and put in order, and a link brings that back', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Database' }).click()
    await page.getByRole('heading', { name: 'Schemas', exact: true }).waitFor()
    // the pointer keeps the sidebar open, over the section's menu
    await page.getByRole('link', { name: 'Tables', exact: true }).press('Enter')
    await page.getByRole('heading', { name: 'Tables', exact: true }).waitFor()
    await page.goto(`${dashboard.url}/project/${ref}/database/tables?schema=shop`)
    await page.getByText('3 tables').waitFor()
    await expect.poll(() => names(page)).toEqual(['album', 'artist', 'titles'])
    await page.getByRole('row', { name: 'album' }).getByRole('cell', { name: '≈ 500', exact: true }).waitFor()
    await expectAccessible(page)
    await page.getByRole('columnheader', { name: 'Columns' }).getByRole('button').click()
    await page.getByRole('columnheader', { name: 'Columns', exact: true }).and(page.locator('[aria-sort=ascending]')).waitFor()
    await expect.poll(() => names(page)).toEqual(['titles', 'artist', 'album'])
    await page.getByLabel('Search tables').fill('recorded')
    await page.getByText('1 of 3 tables').waitFor()
    await page.waitForURL(/q=recorded/)
    await page.reload()
    await page.getByText('1 of 3 tables').waitFor()
    await expect.poll(() => names(page)).toEqual(['album'])
  })

  test('tell what belongs to them and what depends on them, and are dropped with that only when asked; the migrations say so', async () => {
    const page = await dashboard.open(`/project/${ref}/database/tables?schema=shop`)
    await page.getByRole('button', { name: 'album' }).click()
    const panel = page.getByRole('dialog', { name: 'album' })
    await panel.getByRole('row', { name: /^artist_id .*shop\.artist\.id/ }).waitFor()
    await panel.getByRole('link', { name: 'Add column' }).waitFor()
    await panel.getByRole('tab', { name: 'Constraints and triggers' }).click()
    await panel.getByText('FOREIGN KEY (artist_id)').waitFor()
    await panel.getByRole('tab', { name: 'Access' }).click()
    await panel.getByRole('button', { name: grantText.action }).click()
    const grants = page.getByRole('dialog', { name: grantText.formTitle('album') })
    await grants.getByRole('combobox', { name: grantText.addRole }).click()
    await page.getByRole('option', { name: 'anon' }).click()
    await grants
      .getByRole('group', { name: grantText.privilegesOf('anon') })
      .getByRole('checkbox', { name: 'SELECT' })
      .click()
    await grants.getByText('grant SELECT on table shop.album to anon;').waitFor()
    await expectAccessible(page)
    await grants.getByRole('button', { name: grantText.submit }).click()
    await panel.getByRole('list', { name: grantText.title }).getByRole('listitem').filter({ hasText: 'anon' }).getByText('SELECT').waitFor()
    await panel.getByRole('tab', { name: 'SQL' }).click()
    await panel.getByText('create table shop.album').waitFor()
    await panel.getByRole('tab', { name: 'Dependents' }).click()
    await panel.getByRole('list', { name: objectText.dependents }).getByText('titles').waitFor()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Delete table' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete table album?' })
    await dialog.getByText('so Postgres refuses to delete it alone').waitFor()
    await expect.poll(() => dialog.getByRole('button', { name: 'Delete table' }).isDisabled()).toBe(true)
    await dialog.getByRole('checkbox', { name: /Cascade/ }).click()
    await dialog.getByText('cascade').first().waitFor()
    await dialog.getByRole('button', { name: /Delete table and/ }).click()
    await page.getByText('album deleted').waitFor()
    await expect.poll(() => names(page)).toEqual(['artist'])
    expect(await valueOf("select to_regclass('shop.titles')")).toBeNull()
    expect(await valueOf('select name from supabase_migrations.schema_migrations order by version desc limit 1')).toBe('Delete table album')
  })

  test('fit a phone, in every theme, and a schema without any says how to begin', async () => {
    const page = await dashboard.open(`/project/${ref}/database/tables?schema=shop`, { width: 390 })
    await page.getByRole('button', { name: 'artist' }).waitFor()
    await expectNoSidewaysScroll(page)
    await page.getByRole('button', { name: 'artist' }).click()
    await page.getByRole('dialog', { name: 'artist' }).getByRole('cell', { name: 'name' }).waitFor()
    await expectAccessibleInAllThemes(page)
    await page.goto(`${dashboard.url}/project/${ref}/database/tables`)
    await page.getByText('No tables in public yet').waitFor()
    await page.getByRole('link', { name: 'New table' }).first().click()
    await page.getByRole('dialog', { name: 'New table' }).waitFor()
  })
})
