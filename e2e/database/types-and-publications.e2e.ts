import { accessMatrixText, columnPrivilegesText, tableAccessText } from '@colonnade/dashboard/testing/messages/features/database/column-privileges'
import {
  operationSwitchText,
  operationText,
  publicationFormText,
  publicationText,
  tablePartsText,
} from '@colonnade/dashboard/testing/messages/features/database/publications'
import { kindFieldText, typeChangeText, typeFormText, typeText } from '@colonnade/dashboard/testing/messages/features/database/types'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Types')
  await run(`
    create schema shop;
    create domain shop.word as text constraint short check (length(value) < 9);
    create table shop.feeling (id int primary key);
    create table shop."no key" (id int); create table shop.visit (id int primary key, at text)`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const valueOf = async (query: string) => (await run(query))[0]!.rows[0]![0]

test('types are created, changed with the columns that use them, and deleted, each recorded as a migration', async () => {
  const page = await dashboard.open(`/project/${ref}/database/types?schema=shop`)
  await page.getByText('1 type', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'New type' }).click()
  const form = page.getByRole('dialog', { name: typeFormText.newType })
  await form.getByLabel('Name', { exact: true }).and(page.locator(':focus')).fill('mo"od')
  await form.getByRole('textbox', { name: 'Value 1' }).fill('sad')
  await page.keyboard.press('Enter')
  await form.getByRole('textbox', { name: 'Value 2' }).and(page.locator(':focus')).fill('ok')
  await form.getByRole('button', { name: 'Add value' }).click()
  await form.getByRole('textbox', { name: 'Value 3' }).and(page.locator(':focus')).fill('happy')
  await expectAccessible(page)
  await form.getByRole('button', { name: typeFormText.create }).click()
  await page.getByText('2 types').waitFor()
  await run(
    `alter table shop.feeling add mood shop."mo""od" default 'ok'; insert into shop.feeling select n, case n when 1 then 'sad' else 'ok' end::shop."mo""od" from generate_series(1, 5) n`,
  )

  await page.getByRole('button', { name: 'mo"od' }).click()
  await page.getByRole('dialog', { name: 'mo"od', exact: true }).getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const edit = page.getByRole('dialog', { name: typeFormText.edit('mo"od') })
  await edit.getByRole('button', { name: 'Remove value 1' }).click()
  await edit.getByText(typeChangeText.held('sad', 1, '1', 'shop.feeling.mood', 0)).waitFor()
  await run(`delete from shop.feeling where mood = 'sad'`)
  await edit.getByRole('button', { name: typeChangeText.checkAgain }).click()
  await edit.getByText('You can’t remove').waitFor({ state: 'hidden' })
  await edit.getByRole('button', { name: 'Move value 2 up' }).press('Enter')
  await edit
    .locator(':focus')
    .and(edit.getByRole('button', { name: 'Move value 1 up' }))
    .waitFor()
  await edit.getByRole('textbox', { name: 'Value 2' }).fill('fine')
  await edit.getByRole('table', { name: typeChangeText.affected }).getByText('shop.feeling.mood').waitFor()
  await edit.getByRole('button', { name: typeFormText.save }).press('Enter')
  await page.getByText(typeFormText.saved('mo"od')).waitFor()
  expect(await valueOf(`select enum_range(null::shop."mo""od")::text`)).toBe('{happy,fine}')
  expect(await valueOf(`insert into shop.feeling values (9) returning mood::text`)).toBe('fine')
  expect(await valueOf('select name from supabase_migrations.schema_migrations order by version desc limit 1')).toBe(typeFormText.alteration('mo"od'))

  await page.getByRole('button', { name: 'mo"od' }).click()
  const panel = page.getByRole('dialog', { name: 'mo"od', exact: true })
  await panel.getByText(`create type shop."mo""od" as enum ('happy', 'fine');`).waitFor()
  await panel.getByRole('tab', { name: typeText.columns }).click()
  await panel.getByText('shop.feeling.mood').waitFor()
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Delete type' }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Delete type mo"od?' })
  await dialog.getByText('so Postgres refuses to delete it alone').waitFor()
  await dialog.getByRole('checkbox', { name: /Cascade/ }).click()
  await dialog.getByRole('textbox').fill('mo"od')
  await dialog.getByRole('button', { name: /Delete type and/ }).click()
  await page.getByText(typeText.deleted('mo"od')).waitFor()
  await page.getByText('1 type', { exact: true }).waitFor()

  // on a phone: a check that only new rows keep
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: /^word/ }).click()
  await page.getByRole('dialog', { name: 'word', exact: true }).getByRole('button', { name: 'Edit', exact: true }).click()
  const rules = page.getByRole('dialog', { name: typeFormText.edit('word') })
  await rules.getByRole('button', { name: 'Add check' }).click()
  await rules.getByLabel(kindFieldText.checkExpression(2)).fill("value <> ''")
  await rules.getByRole('checkbox', { name: kindFieldText.checkExisting }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInAllThemes(page)
  await rules.getByRole('button', { name: typeFormText.save }).click()
  await page.getByText(typeFormText.saved('word')).waitFor()
  expect(
    await valueOf(`select string_agg(conname || convalidated, ', ' order by conname) from pg_constraint where contypid = 'shop.word'::regtype`),
  ).toBe('shorttrue, word_checkfalse')
})

test('publications are created, switched, changed and deleted, and show which changes Postgres would refuse', async () => {
  const flags = () => valueOf(`select concat_ws(' ', pubinsert, pubupdate, pubdelete, pubtruncate) from pg_publication where pubname = 'a "b'`)
  const page = await dashboard.open(`/project/${ref}/database/publications`)
  await page.getByRole('button', { name: 'New publication' }).click()
  const form = page.getByRole('dialog', { name: publicationFormText.newTitle })
  await form.getByLabel('Name', { exact: true }).fill('a "b')
  for (const operation of ['update', 'delete'] as const) await form.getByRole('checkbox', { name: operationText[operation] }).click()
  for (const table of ['shop.visit', 'shop.no key']) {
    await form.getByRole('combobox', { name: tablePartsText.addTable }).click()
    await page.getByRole('option', { name: table }).click()
  }
  await form.getByRole('button', { name: 'shop.visit', exact: false }).first().click()
  await form.getByRole('checkbox', { name: tablePartsText.allColumns }).click()
  await form.getByRole('checkbox', { name: 'at', exact: true }).click()
  await form.getByLabel(tablePartsText.rows('shop.visit')).fill('id > ')
  await form.getByRole('button', { name: publicationFormText.create }).click()
  await form.getByText('syntax error').first().waitFor()
  await form.getByLabel(tablePartsText.rows('shop.visit')).fill('id > 5')
  await expectAccessible(page)
  await form.getByRole('button', { name: publicationFormText.create }).press('Enter')
  await page.getByText(publicationFormText.created('a "b')).waitFor()
  expect(await flags()).toBe('t f f t')
  expect(await valueOf(`select attnames::text || rowfilter from pg_publication_tables where pubname = 'a "b' and tablename = 'visit'`)).toBe(
    '{id}(id > 5)',
  )

  await page.getByRole('switch', { name: operationSwitchText.label(operationText.update, 'a "b') }).click()
  const asked = page.getByRole('dialog', { name: operationSwitchText.title(operationText.update, 'a "b') })
  await asked.getByText(operationSwitchText.noIdentity(1, operationText.update)).waitFor()
  await asked.getByRole('button', { name: operationSwitchText.confirm(operationText.update) }).click()
  await page.getByText(operationSwitchText.done('a "b', operationText.update, true)).waitFor()
  expect(await flags()).toBe('t t f t')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'a "b' }).click()
  const panel = page.getByRole('dialog', { name: 'a "b', exact: true })
  await panel.getByText(publicationText.refused([operationText.update], 1, ['shop.no key'])).waitFor()
  await panel.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const edit = page.getByRole('dialog', { name: publicationFormText.edit('a "b') })
  await edit.getByRole('button', { name: tablePartsText.remove('shop.no key') }).click()
  await edit.getByLabel('Name', { exact: true }).fill('renamed')
  await edit.getByRole('button', { name: publicationFormText.save }).press('Enter')
  await page.getByText(publicationFormText.saved('renamed')).waitFor()
  expect(await valueOf(`select string_agg(tablename || coalesce(rowfilter, ''), ', ') from pg_publication_tables where pubname = 'renamed'`)).toBe(
    'visit(id > 5)',
  )
  expect(await valueOf('select name from supabase_migrations.schema_migrations order by version desc limit 1')).toBe(
    publicationFormText.alteration('a "b'),
  )

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'renamed' }).click()
  const details = page.getByRole('dialog', { name: 'renamed', exact: true })
  await details.getByText(publicationText.where('(id > 5)')).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInAllThemes(page)
  await details.getByRole('button', { name: 'Delete publication' }).click()
  await page.getByRole('dialog', { name: 'Delete publication renamed?' }).getByRole('button', { name: 'Delete publication' }).click()
  await page.getByText(publicationText.deleted('renamed')).waitFor()
  expect(await valueOf(`select count(*)::text from pg_publication where pubname = 'renamed'`)).toBe('0')
})

test('column privileges are a preview: changes are reviewed and saved as one migration', async () => {
  const address = `/project/${ref}/database/column-privileges?schema=shop&open=visit`
  const page = await dashboard.open(address)
  await page.getByText(columnPrivilegesText.isOff).waitFor()
  await page.getByRole('link', { name: columnPrivilegesText.turnOn }).click()
  await page.getByRole('switch', { name: 'Column privileges' }).click()
  await expect.poll(async () => (await dashboard.api.sessions.profile()).preferences.feature_previews).toEqual(['column_privileges'])
  await run(`create role "the ""reader"; grant select on shop.visit to "the ""reader"`)
  await page.goto(dashboard.url + address)
  const cell = (column: string, state: string) =>
    page.getByRole('button', { name: `${accessMatrixText.onColumn('SELECT', column, 'the "reader')}: ${state}`, exact: true })
  const [none, granted] = accessMatrixText.levels
  await page.getByRole('link', { name: 'Column privileges' }).waitFor()
  await cell('id', accessMatrixText.state(granted, true, false)).focus()
  await page.keyboard.press('ArrowDown')
  await cell('at', accessMatrixText.state(granted, true, false))
    .and(page.locator(':focus'))
    .waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  await cell('at', accessMatrixText.state(none, false, true)).waitFor()
  await cell('id', accessMatrixText.state(granted, false, false)).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: tableAccessText.review }).press('Enter')
  const review = page.getByRole('dialog', { name: tableAccessText.title('visit') })
  await review.getByText(tableAccessText.revokedSome(1, 2)).waitFor()
  await review.getByRole('button', { name: tableAccessText.submit }).press('Enter')
  await page.getByText(tableAccessText.done('visit')).waitFor()
  const may = (column: string) => valueOf(`select has_column_privilege('the "reader', 'shop.visit', '${column}', 'select')::text`)
  expect([await may('id'), await may('at')]).toEqual(['true', 'false'])
  expect(await valueOf('select name from supabase_migrations.schema_migrations order by version desc limit 1')).toBe(tableAccessText.change('visit'))

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('table', { name: tableAccessText.on('SELECT', 'visit') }).waitFor()
  await expectNoSidewaysScroll(page)
})
