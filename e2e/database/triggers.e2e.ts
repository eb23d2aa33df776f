import {
  firingPictureText,
  modeText,
  triggerDraftText,
  triggerPanelText,
  triggersPageText,
} from '@colonnade/dashboard/testing/messages/features/database/triggers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Triggers')
  await run(`
    create schema shop;
    create table shop."visit log" (id int primary key, who text);
    create table shop.noted (what text);
    create function shop.note() returns trigger language plpgsql as
      'begin insert into shop.noted values (tg_op || '' '' || coalesce(tg_argv[0], '''')); return null; end';
    create trigger a_first after insert or delete on shop."visit log" for each row execute function shop.note('first');
    create trigger b_off before update on shop."visit log" execute function shop.note();
    alter table shop."visit log" disable trigger b_off`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const rowsOf = async (query: string) => (await run(query))[0]!.rows.flat()
const address = '/database/triggers?schema=shop'

test('triggers are made, pictured among the others, switched, made anew, duplicated and deleted, each recorded as a migration', async () => {
  const page = await dashboard.open(`/project/${ref}${address}`)
  await page.getByText('2 triggers').waitFor()
  await page.getByRole('button', { name: 'b_off disabled' }).waitFor()
  await page.getByRole('button', { name: 'New trigger' }).click()
  const form = page.getByRole('dialog', { name: 'New trigger' })
  await form.getByLabel('Name', { exact: true }).fill('tell "it"')
  await form.getByRole('combobox', { name: 'On', exact: true }).click()
  await page.getByRole('option', { name: 'visit log' }).click()
  await form.getByRole('combobox', { name: 'Function' }).click()
  await page.getByRole('option', { name: /^shop.note/ }).click()
  await form.getByLabel('Arguments').fill("it's")
  await form.getByRole('button', { name: 'Create trigger' }).click()
  await form.getByText(triggerDraftText.noEvents).waitFor()
  await form.getByRole('checkbox', { name: 'INSERT' }).click()
  await form.getByLabel('Condition').fill('new.id > 1')
  // where it will fire, before it is made
  const preview = form.getByRole('list', { name: firingPictureText.stepsOf('INSERT') })
  await preview.getByText('tell "it"').waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Create trigger' }).press('Enter')
  await page.getByText('3 triggers').waitFor()
  await run(`insert into shop."visit log" values (1), (2)`)
  expect(await rowsOf('select what from shop.noted')).toEqual(['INSERT first', 'INSERT first', "INSERT it's"])

  await page.getByRole('button', { name: 'tell "it"' }).click()
  const panel = page.getByRole('dialog', { name: 'tell "it"' })
  await panel.getByText('CREATE TRIGGER "tell ""it"""').waitFor()
  const fired = panel.getByRole('list', { name: firingPictureText.stepsOf('INSERT') }).locator('ol li')
  await expect.poll(() => fired.allInnerTexts()).toEqual(['a_first', expect.stringContaining('tell "it"')])
  await expectAccessible(page)
  await panel.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const edit = page.getByRole('dialog', { name: 'Edit tell "it"' })
  await edit.getByLabel('Name', { exact: true }).fill('told')
  await edit.getByRole('combobox', { name: 'Mode' }).click()
  await page.getByRole('option', { name: /^Always/ }).click()
  await edit.getByRole('button', { name: 'Save trigger' }).press('Enter')
  await page.getByRole('button', { name: 'told always' }).click()
  await page.getByRole('dialog', { name: 'told' }).getByRole('button', { name: 'Edit', exact: true }).press('Enter')
  const again = page.getByRole('dialog', { name: 'Edit told' })
  await again.getByRole('checkbox', { name: 'DELETE' }).click()
  await again.getByLabel('Condition').fill('')
  await again.getByText('drops and re-creates it in one transaction').waitFor()
  await again.getByRole('button', { name: 'Save trigger' }).press('Enter')
  await expect.poll(() => rowsOf(`select tgenabled::text || ' ' || tgtype from pg_trigger where tgname = 'told'`)).toEqual(['A 13'])

  await page.goto(`${dashboard.url}/project/${ref}${address}`)
  await page.getByRole('button', { name: 'told always' }).click()
  await page.getByRole('dialog', { name: 'told' }).getByRole('button', { name: 'Duplicate' }).press('Enter')
  await page.getByRole('dialog', { name: 'Duplicate told' }).getByRole('button', { name: 'Create trigger' }).press('Enter')
  await page.getByText('4 triggers').waitFor()
  await page.getByRole('button', { name: 'told_copy always' }).click()
  await page.getByRole('dialog', { name: 'told_copy' }).getByRole('button', { name: 'Delete trigger' }).press('Enter')
  const drop = page.getByRole('dialog', { name: 'Delete trigger told_copy?' })
  await drop.getByText('Nothing else depends on it').waitFor()
  await drop.getByRole('button', { name: 'Delete trigger' }).press('Enter')
  await page.getByText('3 triggers').waitFor()
  expect(await rowsOf('select name from supabase_migrations.schema_migrations order by version')).toEqual([
    'Create trigger tell "it" on visit log',
    triggerDraftText.edit('tell "it"', 'visit log'),
    triggerDraftText.edit('told', 'visit log'),
    'Create trigger told_copy on visit log',
    'Delete trigger told_copy',
  ])

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'b_off disabled' }).click()
  await page.getByRole('dialog', { name: 'b_off' }).getByText(triggerPanelText.mode(modeText.names.DISABLED, modeText.hints.DISABLED)).waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessibleInAllThemes(page)
  await page.goto(`${dashboard.url}/project/${ref}/database/triggers?of=events`)
  await page.getByText(triggersPageText.eventDescription).waitFor()
  await page.getByRole('button', { name: 'colonnade_schema_change always' }).click()
  await page.getByRole('dialog', { name: 'colonnade_schema_change' }).getByText('Notes what changes the schema').waitFor()
  await expectNoSidewaysScroll(page)
})
