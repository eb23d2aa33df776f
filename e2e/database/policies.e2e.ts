import { policiesText, rowSecurityText, tablePoliciesText } from '@colonnade/dashboard/testing/messages/features/database/policies'
import { triedRowsText, trialText, tryText } from '@colonnade/dashboard/testing/messages/features/database/policies/trial'
import {
  dropPolicyText,
  expressionText,
  policyFormText,
  policyListText,
  policyTemplatesText,
  verdictText,
} from '@colonnade/dashboard/testing/messages/scope/policies'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Catalog')
  await run(`
    create schema shop;
    create table shop.album (id int primary key, title text, owner_id uuid);
    create table shop.label (id int primary key);
    insert into shop.album values (1, 'mine', '00000000-0000-4000-8000-000000000001'), (2, 'yours', '00000000-0000-4000-8000-000000000002');
    grant usage on schema shop to anon, authenticated; grant all on shop.album to anon, authenticated`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const valueOf = async (query: string) => (await run(query))[0]!.rows[0]![0]
const choose = async (page: Page, field: string, option: string) => {
  await page.getByRole('combobox', { name: new RegExp(`^${field}`) }).click()
  await page.getByRole('option', { name: option }).click()
}
const albumPolicies = `select string_agg(concat_ws(' ', polname, polcmd, polroles::regrole[], pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)), E'\\n' order by polname)
  from pg_policy where polrelid = 'shop.album'::regclass`

describe('policies', () => {
  test('are created from a template, checked as you type, edited and deleted, and row-level security is switched', async () => {
    const page = await dashboard.open(`/project/${ref}/auth/policies?schema=shop`)
    await page.getByText('2 tables').waitFor()
    await page
      .getByRole('navigation', { name: 'Authentication' })
      .getByRole('link', { name: 'Policies' })
      .and(page.locator('[aria-current=page]'))
      .waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: /album/ }).click()
    const panel = page.getByRole('dialog', { name: 'album', exact: true })
    await panel.getByText(policyListText.empty).waitFor()
    await panel.getByRole('button', { name: 'New policy' }).click()
    const form = page.getByRole('dialog', { name: 'New policy on album' })
    await form.getByText(policyFormText.rlsOff('album').trim()).waitFor()
    await form.getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
    await choose(page, 'Start from', policyTemplatesText.ownRows)
    await form.getByLabel('Using', { exact: true }).getByText('(select auth.uid()) = owner_id', { exact: true }).waitFor()
    await form.getByText(expressionText.valid).first().waitFor()
    await form.getByLabel('Using', { exact: true }).fill('nobody = 1')
    await form.getByText('column "nobody" does not exist (at character 1)').waitFor()
    await form.getByLabel('Using', { exact: true }).fill('title')
    await form.getByText(expressionText.notBoolean('')).waitFor()
    await expectAccessible(page)
    await form.getByLabel('Using', { exact: true }).fill('(select auth.uid()) = owner_id')
    await form.getByRole('button', { name: 'Create policy' }).click()
    await page.getByText(policyFormText.created('Users manage their own rows')).waitFor()
    expect(await valueOf(albumPolicies)).toBe(
      'Users manage their own rows * {authenticated} (( SELECT auth.uid() AS uid) = owner_id) (( SELECT auth.uid() AS uid) = owner_id)',
    )
    await panel.getByRole('button', { name: rowSecurityText.enableAsk }).click()
    await page
      .getByRole('dialog', { name: rowSecurityText.enableTitle('album') })
      .getByRole('button', { name: rowSecurityText.enable })
      .click()
    await panel.getByText(rowSecurityText.on).waitFor()
    await panel.getByRole('button', { name: rowSecurityText.forceAsk }).click()
    await page
      .getByRole('dialog', { name: rowSecurityText.forceTitle('album') })
      .getByRole('button', { name: rowSecurityText.force })
      .click()
    await panel.getByText(rowSecurityText.forced).waitFor()
    expect(await valueOf("select relrowsecurity and relforcerowsecurity from pg_class where oid = 'shop.album'::regclass")).toBe('t')
    await panel.getByRole('button', { name: 'Edit Users manage their own rows' }).click()
    const edit = page.getByRole('dialog', { name: 'Users manage their own rows' })
    await choose(page, 'Command', 'SELECT')
    await edit.getByText('dropped and re-created').waitFor()
    await edit.getByRole('button', { name: 'Save policy' }).click()
    await page.getByText(/^Policy .* saved$/).waitFor()
    expect(await valueOf(albumPolicies)).toContain('rows r {authenticated}')
    expect(await valueOf('select name from supabase_migrations.schema_migrations order by version desc limit 1')).toBe(
      policyFormText.alteration('Users manage their own rows', 'album'),
    )
    await panel.getByRole('button', { name: 'Delete Users manage their own rows' }).click()
    const drop = page.getByRole('dialog', { name: 'Delete policy Users manage their own rows?' })
    await drop.getByText(dropPolicyText.last('album').trim()).waitFor()
    await drop.getByRole('button', { name: 'Delete policy' }).click()
    await panel.getByText(policyListText.empty).waitFor()
    expect(await valueOf(albumPolicies)).toBeNull()
  })

  test('are tested as a role: which rows pass and why, and writes that are rolled back', async () => {
    await run(`alter table shop.album enable row level security;
      create policy own on shop.album to authenticated using ((select auth.uid()) = owner_id)`)
    const page = await dashboard.open(`/project/${ref}/auth/policies?schema=shop`)
    await page.getByRole('button', { name: /album/ }).click()
    const panel = page.getByRole('dialog', { name: 'album', exact: true })
    await panel.getByRole('tab', { name: tablePoliciesText.try }).click()
    await panel.getByLabel(/^sub/).fill('00000000-0000-4000-8000-000000000001')
    await panel.getByRole('button', { name: tryText.submit, exact: true }).click()
    await panel.getByText(triedRowsText.passing(1, 2, false, 'SELECT')).waitFor()
    await panel.getByRole('row', { name: /mine/ }).getByRole('cell', { name: 'own', exact: true }).waitFor()
    await panel.getByRole('row', { name: /yours/ }).getByText(verdictText.noPolicy).waitFor()
    await expectAccessible(page)
    // another client changes them during the test
    await run('alter policy own on shop.album rename to theirs')
    await choose(page, 'Command', 'UPDATE')
    await panel.getByLabel(tryText.values).fill('{"owner_id": "00000000-0000-4000-8000-000000000002"}')
    await panel.getByRole('button', { name: tryText.submit, exact: true }).click()
    await panel.getByText(triedRowsText.passing(1, 2, false, 'UPDATE')).waitFor()
    await panel.getByRole('row', { name: /mine/ }).getByRole('cell', { name: 'theirs', exact: true }).waitFor()
    await panel.getByRole('button', { name: /Test writing .*mine/ }).click()
    await panel.getByText('new row violates row-level security policy').waitFor()
    await choose(page, 'Command', 'INSERT')
    await panel.getByLabel(tryText.values).fill('{"id": 3, "owner_id": "00000000-0000-4000-8000-000000000001"}')
    await panel.getByRole('button', { name: tryText.submit, exact: true }).click()
    await panel.getByText(trialText.rolledBack).waitFor()
    expect(await valueOf('select count(*) from shop.album')).toBe('2')
    await run('truncate shop.album; create policy loop on shop.album for select using (exists (select from shop.album))')
    await choose(page, 'Command', 'SELECT')
    await panel.getByRole('button', { name: tryText.submit, exact: true }).click()
    await panel.getByText(/infinite recursion detected.*SECURITY DEFINER/).waitFor()
    await run('drop policy theirs on shop.album; drop policy loop on shop.album; alter table shop.album disable row level security')
  })

  test('fit a phone, in every theme', async () => {
    await run(`create policy "a policy" on shop.label for select to anon using (id > 0);
      create table shop.visit (day date) partition by range (day); alter table shop.visit enable row level security;
      create table shop.visit_rest partition of shop.visit default`)
    const page = await dashboard.open(`/project/${ref}/auth/policies?schema=shop`, { width: 390 })
    await page.getByText(policiesText.openPartitions(policiesText.on, 1)).waitFor()
    await page.getByText('Off · partition of visit').waitFor()
    await page.getByRole('button', { name: /label/ }).click()
    await page.getByRole('dialog', { name: 'label' }).getByText('using (id > 0)').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInAllThemes(page)
  })
})
