import { roleText } from '@colonnade/dashboard/testing/messages/features/database/roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Roles')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const rowOf = async (query: string) => (await run(query))[0]!.rows[0]

test('a role is made, changed and dropped with what it owns given to another; no migration holds its password', async () => {
  const page = await dashboard.open(`/project/${ref}/database/roles`)
  await page.getByRole('button', { name: 'authenticated' }).waitFor()
  await page.getByRole('button', { name: 'New role' }).click()
  const form = page.getByRole('dialog', { name: 'New role' })
  await form.getByLabel('Name', { exact: true }).and(page.locator(':focus')).fill('Report "er"')
  await form.getByRole('checkbox', { name: /^Log in/ }).click()
  await form.locator('input[type=password]').fill('very-secret-words')
  await form.getByLabel('Connection limit').fill('3')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create role' }).click()
  await page.getByText('Role Report "er" created').waitFor()
  expect(await rowOf(`select rolcanlogin, rolconnlimit from pg_roles where rolname = 'Report "er"'`)).toEqual(['t', '3'])

  const panel = page.getByRole('dialog', { name: 'Report "er"' })
  const link = `${dashboard.url}/project/${ref}/database/roles?open=${encodeURIComponent('Report "er"')}`
  await page.goto(link)
  await panel.getByRole('button', { name: 'Edit role' }).click()
  const edit = page.getByRole('dialog', { name: 'Edit role Report "er"' })
  await edit.getByRole('checkbox', { name: /^Log in/ }).click()
  await edit.locator('input[type=password]').fill('other-secret-words')
  await edit.getByRole('button', { name: 'Save role' }).click()
  await page.getByText('Role Report "er" saved').waitFor()
  expect(await rowOf(`select rolcanlogin from pg_roles where rolname = 'Report "er"'`)).toEqual(['f'])
  expect(await rowOf(`select count(*)::text from supabase_migrations.schema_migrations where statements::text like '%secret%'`)).toEqual(['0'])

  await run(
    `create table kept (id int); grant "Report ""er""" to postgres; grant create on schema public to "Report ""er"""; alter table kept owner to "Report ""er"""`,
  )
  await page.goto(link)
  await panel.getByRole('button', { name: 'Delete role' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete role Report "er"?' })
  await dialog.getByRole('list', { name: roleText.holdings }).getByText('public.kept').waitFor()
  await dialog.getByText('reassign owned by').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete role' }).click()
  await page.getByText('Role Report "er" deleted').waitFor()
  expect(
    await rowOf(
      `select relowner::regrole::text, (select count(*)::text from pg_roles where rolname like 'Report%') from pg_class where relname = 'kept'`,
    ),
  ).toEqual(['postgres', '0'])
})

test('roles that the project’s services act as are read-only, on a phone', async () => {
  const page = await dashboard.open(`/project/${ref}/database/roles`, { width: 390, colorScheme: 'light' })
  await page.getByRole('button', { name: 'service_role' }).click()
  const panel = page.getByRole('dialog', { name: 'service_role' })
  await panel.getByText('so you can’t change it').waitFor()
  await expect.poll(() => panel.getByRole('button', { name: 'Edit role' }).count()).toBe(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
