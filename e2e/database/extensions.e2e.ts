import {
  extensionDraftText,
  extensionFormText,
  extensionPanelText,
  extensionsPageText,
} from '@colonnade/dashboard/testing/messages/features/database/extensions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Extensions')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const rowOf = async (query: string) => (await run(query))[0]!.rows[0]

test('extensions are installed, updated, and removed with what depends on them only when asked', async () => {
  const page = await dashboard.open(`/project/${ref}/database/extensions`)
  await page.getByLabel('Search extensions').fill('citext')
  await page.getByText(/^1 of \d+ extensions$/).waitFor()
  await page.getByRole('button', { name: 'citext' }).click()
  const panel = page.getByRole('dialog', { name: 'citext' })
  await panel.getByRole('button', { name: 'Install extension' }).click()
  const form = page.getByRole('dialog', { name: 'Install extension citext' })
  await form.getByRole('combobox', { name: 'Schema' }).getByText('extensions').waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Install extension' }).click()
  await page.getByText('Extension citext installed').waitFor()
  await page.goto(`${dashboard.url}/project/${ref}/database/extensions?open=citext`)
  await panel.getByRole('list', { name: extensionPanelText.objects }).waitFor()
  expect(await rowOf("select extnamespace::regnamespace::text from pg_extension where extname = 'citext'")).toEqual(['extensions'])

  await run("create extension hstore version '1.4' schema public; create table kept (id int, bag hstore)")
  await page.goto(`${dashboard.url}/project/${ref}/database/extensions?open=hstore`)
  const hstore = page.getByRole('dialog', { name: 'hstore' })
  await hstore.getByRole('button', { name: /^Update to/ }).click()
  await page
    .getByRole('dialog', { name: extensionFormText.change('hstore') })
    .getByRole('button', { name: extensionFormText.save })
    .click()
  await page.getByText('Extension hstore saved').waitFor()
  expect(
    await rowOf(
      "select (extversion = default_version)::text from pg_extension join pg_available_extensions on name = extname where extname = 'hstore'",
    ),
  ).toEqual(['true'])

  await page.goto(`${dashboard.url}/project/${ref}/database/extensions?open=hstore`)
  await hstore.getByRole('button', { name: extensionPanelText.delete }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete extension hstore?' })
  await dialog.getByText('so Postgres refuses to delete it alone').waitFor()
  await dialog.getByRole('checkbox', { name: /Cascade/ }).click()
  await dialog.getByRole('textbox').fill('hstore')
  await dialog.getByRole('button', { name: /Delete extension and/ }).click()
  await page.getByText(extensionPanelText.deleted('hstore')).waitFor()
  expect(
    await rowOf("select string_agg(attname, ', ') from pg_attribute where attrelid = 'kept'::regclass and attnum > 0 and not attisdropped"),
  ).toEqual(['id'])
  expect(await rowOf('select name from supabase_migrations.schema_migrations order by version desc limit 1')).toEqual(['Delete extension hstore'])
})

test('an extension shows what it requires, and that the server can’t load it, before an install', async () => {
  const names = await dashboard.api.loadableExtensions.list({ params: { ref } })
  const page = await dashboard.open(`/project/${ref}/database/extensions?open=jsonb_plperl`)
  const panel = page.getByRole('dialog', { name: 'jsonb_plperl' })
  await panel.getByText(extensionPanelText.notInstalledYet).waitFor()
  const install = panel.getByRole('button', { name: 'Install extension' })
  if (names.includes('plperl')) {
    await install.click()
    await page.getByRole('checkbox', { name: extensionFormText.cascade('plperl') }).waitFor()
  } else {
    await panel.getByText(extensionDraftText.requiresUnloadable('plperl')).waitFor()
    await expect.poll(() => install.count()).toBe(0)
    await expect.poll(() => page.getByText(extensionsPageText.notInstallable).count()).toBeGreaterThan(0)
  }
})

test('an extension that only a superuser may install says so, on a phone', async () => {
  const page = await dashboard.open(`/project/${ref}/database/extensions`, { width: 390, colorScheme: 'light' })
  await page.getByRole('button', { name: 'amcheck' }).waitFor()
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'amcheck' }).click()
  const panel = page.getByRole('dialog', { name: 'amcheck' })
  await panel.getByText(extensionDraftText.superuserOnly('amcheck')).waitFor()
  await expect.poll(() => panel.getByRole('button', { name: 'Install extension' }).count()).toBe(0)
  await expectAccessible(page)
})
