import { rlsText } from '@colonnade/dashboard/testing/messages/scope/relations'
import { filterBarText } from '@colonnade/dashboard/testing/messages/features/table-editor/filters'
import { stagingNotesText } from '@colonnade/dashboard/testing/messages/features/table-editor/grid'
import { rowAccessText, viewerStripText } from '@colonnade/dashboard/testing/messages/features/table-editor/viewer'
import { sql } from '@colonnade/sql'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { inProject, insertMember } from '../control-plane.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { insertPerson, openAs } from '../person.ts'
import { followFlashes } from './flashes.ts'

let dashboard: Dashboard
let ref: string

const schema = `
  create function customize(event jsonb) returns jsonb language sql immutable as
    $$ select jsonb_build_object('claims', event -> 'claims' || '{"tenant": "acme"}') $$;
  create table notes (id int primary key, owner uuid, tenant text, body text);
  insert into notes values (1, '00000000-0000-0000-0000-00000000000a', 'acme', 'of Ada'), (2, '00000000-0000-0000-0000-00000000000b', 'acme', 'of Bob'),
    (3, '00000000-0000-0000-0000-00000000000a', 'other', 'elsewhere');
  alter table notes enable row level security;
  create policy "own notes" on notes to authenticated using (owner = auth.uid());
  create policy "one tenant" on notes as restrictive for select to authenticated
    using (tenant = coalesce(current_setting('request.jwt.claims', true)::jsonb ->> 'tenant', tenant));
  create table open_table (id int primary key, body text);
  insert into open_table select g, 'body ' || g from generate_series(1, 20) g;
  create table locked (id int primary key); revoke all on locked from anon;
  create view noted as select id, body from notes;
  create materialized view stored as select count(*) as n from notes;`

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Roles')
  // as the service that signs users in will make it
  await inProject(dashboard, ref, async (client) => {
    await client.run(sql`insert into auth.users (instance_id, id, aud, email, role, raw_app_meta_data, raw_user_meta_data) values
      ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-00000000000a', 'authenticated', 'ada@example.org', 'authenticated', '{"plan": "pro"}', null),
      ('00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-00000000000b', 'authenticated', 'bob@example.org', 'authenticated', '{}', null)`)
  })
  await run(schema)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const open = (table: string): Promise<Page> => dashboard.open(`/project/${ref}/editor?table=${table}`)
const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true }).first()
const viewAs = async (page: Page, who: RegExp, more: () => Promise<void> = async () => {}) => {
  await page.getByRole('button', { name: /^View(ing)? as/ }).click()
  const form = page.getByRole('dialog', { name: 'View as' })
  await form.getByRole('combobox').first().click()
  await page.getByRole('option', { name: who }).click()
  await more()
  await form.getByRole('button', { name: /^View/ }).last().click()
  await form.waitFor({ state: 'detached' })
}

test('rows are seen and written as a role, with the policies that decide', async () => {
  const page = await open('notes')
  await page.getByText('3 rows', { exact: true }).waitFor()
  await viewAs(page, /^anon/)
  await page.getByRole('heading', { name: 'anon sees no rows of notes' }).waitFor()
  await page.getByText(rowAccessText.noPolicy, { exact: true }).waitFor()
  await viewAs(page, /^authenticated/, async () => {
    await page.getByLabel('Search users').fill('ada')
    await page.getByRole('button', { name: /bob@/ }).waitFor({ state: 'detached' })
    await page.getByRole('button', { name: /ada@example.org/ }).click()
    await expectAccessible(page)
  })
  await page.getByText('2 policies applied').waitFor()
  await cell(page, 'of Ada').waitFor()
  await page.getByText('2 rows', { exact: true }).waitFor()
  await page.getByRole('button', { name: viewerStripText.why }).click()
  await page.getByText('one tenant').waitFor()
  await page.getByText(viewerStripText.claimsToken).click()
  await page.getByText('"plan": "pro"').waitFor()
  await page.keyboard.press('Escape')
  // the function that customizes tokens replaces the claims
  await viewAs(page, /^authenticated/, async () => {
    await page
      .getByRole('list', { name: 'Recent' })
      .getByRole('button', { name: /ada@example.org/ })
      .click()
    await page.getByLabel(/^Function that customizes tokens/).click()
    await page.getByRole('option', { name: 'public.customize' }).click()
  })
  await page.getByText('1 row', { exact: true }).waitFor()
  await cell(page, 'of Ada').dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('by Ada')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect.poll(async () => (await run('select body from notes where id = 1'))[0]!.rows).toEqual([['by Ada']])
  await viewAs(page, /^service_role/)
  await page.getByText('service_role bypasses RLS: every row is shown').waitFor()
  await page.getByText('3 rows', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Back to postgres' }).click()
  await page.getByRole('region', { name: 'Viewing as' }).waitFor({ state: 'detached' })
})

test('SQL runs as a user with the claims of their token, at the assurance level that is chosen', async () => {
  const page = await dashboard.open(`/project/${ref}/sql/new`)
  await page.getByRole('button', { name: 'Run as another role' }).click()
  const form = page.getByRole('dialog', { name: 'Run as' })
  await form.getByRole('combobox').first().click()
  await page.getByRole('option', { name: /^authenticated/ }).click()
  await form.getByRole('button', { name: /bob@example.org/ }).click()
  await form.getByRole('radio', { name: /aal2/ }).click()
  await form.getByRole('button', { name: 'Choose' }).click()
  await form.waitFor({ state: 'detached' })
  await page
    .getByRole('textbox', { name: /SQL|query/i })
    .first()
    .click()
  await page.keyboard.type(
    `select right(auth.uid()::text, 1) as id, auth.role() as role, auth.jwt() ->> 'aal' as aal, auth.jwt() ->> 'email' as email`,
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  for (const value of ['b', 'authenticated', 'aal2', 'bob@example.org']) await page.getByRole('gridcell', { name: value, exact: true }).waitFor()
})

test('claims by hand make a user where there is none, and what a role may not read is said', async () => {
  const page = await open('locked')
  await viewAs(page, /^anon/)
  await page.getByText('anon has no SELECT privilege, so it can’t read any rows').first().waitFor()
  await page.getByText(/permission denied for table locked/).waitFor()
  await page.getByRole('link', { name: 'notes' }).click()
  await page.getByRole('heading', { name: 'anon sees no rows of notes' }).waitFor()
  await viewAs(page, /^authenticated/, async () => {
    await page.getByRole('radio', { name: 'Custom claims' }).click()
    await page.getByLabel('sub').fill('00000000-0000-0000-0000-00000000000b')
    await page.getByLabel('Further claims').fill('{"tenant": "nobody"}')
  })
  await page.getByRole('heading', { name: 'authenticated sees no rows of notes' }).waitFor()
})

test('row-level security is switched in the header, and views show what they are', async () => {
  const page = await open('open_table')
  await page.getByRole('button', { name: /^No RLS/ }).click()
  await page.getByRole('button', { name: 'Enable RLS…' }).click()
  await page.getByRole('dialog').getByText(rlsText.turnOn(0)).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Enable RLS', exact: true }).click()
  await page.getByRole('button', { name: /^RLS, 0 policies/ }).waitFor()
  await expect.poll(async () => (await run(`select relrowsecurity from pg_class where oid = 'open_table'::regclass`))[0]!.rows).toEqual([['t']])
  await page.getByRole('button', { name: /^RLS, 0 policies/ }).click()
  await page.getByRole('button', { name: 'Disable RLS…' }).click()
  await page.getByRole('button', { name: 'Disable RLS', exact: true }).click()
  await page.getByRole('button', { name: /^No RLS/ }).waitFor()
  await page.getByRole('link', { name: 'noted' }).click()
  await page.getByText('Runs as postgres').waitFor()
  await page.getByRole('button', { name: 'Definition' }).click()
  await page.getByText(/create or replace view public.noted as/).waitFor()
  await page
    .getByText(/security_invoker is off/)
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'stored' }).click()
  const stored = page.getByRole('grid', { name: 'Rows of stored' })
  await stored.getByRole('gridcell', { name: '3', exact: true }).waitFor()
  await run(`insert into notes values (4, null, null, 'late')`)
  await page.getByRole('button', { name: 'Refresh materialized view' }).click()
  await stored.getByRole('gridcell', { name: '4', exact: true }).waitFor()
  await run('delete from notes where id = 4')
})

test('what others change is seen as it happens, and never under one’s hands', async () => {
  const page = await open('open_table')
  await page.getByText('20 rows', { exact: true }).waitFor()
  await cell(page, 'body 3').dblclick()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('mine')
  await page.keyboard.press('Enter')
  await page.getByRole('gridcell').filter({ hasText: 'mine, not saved yet' }).waitFor()
  const flashes = await followFlashes(page)
  await run(
    `update open_table set body = 'theirs' where id = 3; update open_table set body = 'changed' where id = 2; delete from open_table where id = 5`,
  )
  await expect.poll(flashes).toContain('changed')
  await page.getByText('Someone else changed body').waitFor()
  await page.getByText('Theirs: theirs').waitFor()
  await page.getByRole('row').filter({ hasText: 'deleted by someone else' }).waitFor()
  await page.getByRole('button', { name: stagingNotesText.theirs }).click()
  await cell(page, 'theirs').waitFor()
  await page.getByRole('button', { name: /^Live/ }).click()
  await page.getByRole('button', { name: /^Paused/ }).waitFor()
  await page.reload()
  await page.getByText('19 rows', { exact: true }).waitFor()
  await page.getByRole('button', { name: /^Paused/ }).click()
  // the statistics tell of inserted rows when whoever inserted them does something else, or rests
  const late = page.getByRole('button', { name: 'Show 1 new row' })
  await run(`insert into open_table values (21, 'late')`)
  await late.click()
  await page.getByText('20 rows', { exact: true }).waitFor()
})

test('who may only read sees rows, policies and changes, and why there is no other role to be', async () => {
  const email = dashboard.addressOf('reader')
  await insertPerson(dashboard, email)
  const { organization_slug: slug } = await dashboard.api.projects.retrieve({ params: { ref } })
  await insertMember(dashboard, slug, email, 'read-only')
  const page = await openAs(dashboard, email, `/project/${ref}/editor?table=notes`)
  await page.getByText('3 rows', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'View as' }).hover()
  await page.getByText(/ask an owner for the developer role/).waitFor()
  await page.getByRole('button', { name: /^RLS, 2 policies/ }).click()
  await page.getByText('own notes').waitFor()
  await expect.poll(() => page.getByRole('button', { name: /RLS…/ }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.getByRole('combobox', { name: filterBarText.addFilter }).fill('id > 1')
  await page.keyboard.press('Enter')
  await page.getByText('2 rows', { exact: true }).waitFor()
  await run(`update notes set body = 'seen' where id = 2`)
  await cell(page, 'seen').waitFor()
  // an address that leads to a form, and behind the last row
  await page.goto(`${dashboard.url}/project/${ref}/editor?table=notes&from=99999999&open=${encodeURIComponent('{"kind":"row-add"}')}`)
  await page
    .getByRole('alert')
    .getByText(/for the developer role to change data/)
    .waitFor()
  await page.keyboard.press('Escape')
  await cell(page, 'seen').waitFor()
})
