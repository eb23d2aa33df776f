import { runPanelText } from '@colonnade/dashboard/testing/messages/features/database/functions'
import { objectText } from '@colonnade/dashboard/testing/messages/features/database/objects'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Functions')
  await run(`
    create schema shop;
    create table shop.visit (at int);
    create function shop.note(at int, times int default 1) returns int language sql as 'insert into shop.visit select at from generate_series(1, times); select times';
    create function shop.note(at text) returns text language sql as 'select at';
    create view shop.noted as select shop.note('x'::text) as word`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results
const valueOf = async (query: string) => (await run(query))[0]!.rows[0]![0]
const address = '/database/functions?schema=shop'

describe('functions', () => {
  test('are made, changed, duplicated and deleted, each recorded as a migration', async () => {
    const page = await dashboard.open(`/project/${ref}${address}`)
    await page.getByText('2 functions').waitFor()
    await page.getByRole('button', { name: 'New function' }).click()
    const form = page.getByRole('dialog', { name: 'New function' })
    await form.getByLabel('Name', { exact: true }).and(page.locator(':focus')).fill('add up')
    await form.getByRole('button', { name: 'Add argument' }).click()
    await form.getByLabel('Name of argument 1').fill('a')
    await form.getByLabel('Type of argument 1').fill('integer')
    await form.getByLabel('Returns').fill('integer')
    await form.getByLabel('Definition').fill('select a + ')
    await form.getByRole('button', { name: 'Create function' }).click()
    await form
      .getByText(/syntax error/)
      .first()
      .waitFor()
    await form.getByLabel('Definition').fill('select a + 1')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create function' }).click()
    await page.getByText('3 functions').waitFor()
    expect(await valueOf('select shop."add up"(2)')).toBe('3')

    await page.getByRole('button', { name: 'add up' }).click()
    const panel = page.getByRole('dialog', { name: 'add up', exact: true })
    await panel.getByText('CREATE OR REPLACE FUNCTION shop."add up"').waitFor()
    await expectAccessible(page)
    // by keyboard: the word that the last step is done may still lie over the foot of the panel
    await panel.getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    const edit = page.getByRole('dialog', { name: 'Edit add up' })
    await edit.getByLabel('Name', { exact: true }).fill('sum')
    await edit.getByLabel('Definition').fill('select a + 10')
    await edit.getByRole('button', { name: 'Save function' }).press('Enter')
    await page.getByRole('dialog', { name: 'sum', exact: true }).getByRole('button', { name: 'Duplicate' }).press('Enter')
    const copy = page.getByRole('dialog', { name: 'Duplicate sum' })
    await copy.getByRole('button', { name: 'Create function' }).press('Enter')
    await page.getByText('4 functions').waitFor()
    expect(await valueOf('select shop.sum(2) + shop.sum_copy(3)')).toBe('25')

    await page.getByRole('button', { name: 'sum_copy' }).click()
    await page.getByRole('dialog', { name: 'sum_copy' }).getByRole('button', { name: 'Delete function' }).click()
    const drop = page.getByRole('dialog', { name: 'Delete function sum_copy?' })
    await drop.getByText('Nothing else depends on it').waitFor()
    await drop.getByRole('button', { name: 'Delete function' }).click()
    await page.getByText('3 functions').waitFor()
    expect(await valueOf("select to_regproc('shop.sum_copy')")).toBeNull()
    const migrations = (await run('select name from supabase_migrations.schema_migrations order by version'))[0]!.rows.flat()
    expect(migrations).toEqual(['Create function add up', 'Edit function add up', 'Create function sum_copy', 'Delete function sum_copy'])
  })

  test('run with arguments, and what they change stays only when asked; overloads are apart', async () => {
    const page = await dashboard.open(`/project/${ref}${address}`)
    await page.getByRole('button', { name: 'note (at integer' }).click()
    await page.getByRole('dialog', { name: 'note' }).getByRole('button', { name: 'Run' }).click()
    const panel = page.getByRole('dialog', { name: 'Run note' })
    await panel.getByLabel('at integer').fill('seven')
    await panel.getByRole('button', { name: 'Run' }).click()
    await panel.getByText(/invalid input syntax for type integer/).waitFor()
    await panel.getByLabel('at integer').fill('7')
    await panel.getByRole('button', { name: 'Run' }).click()
    await panel.getByText(runPanelText.rolledBack, { exact: true }).waitFor()
    await panel.getByRole('table', { name: 'Result' }).getByRole('cell', { name: '1' }).waitFor()
    await expectAccessible(page)
    expect(await valueOf('select count(*) from shop.visit')).toBe('0')
    await panel.getByRole('checkbox', { name: runPanelText.commit }).click()
    await panel.getByRole('button', { name: 'Run' }).click()
    await panel.getByText(runPanelText.committed, { exact: true }).waitFor()
    expect(await valueOf('select count(*) from shop.visit')).toBe('1')

    await page.goto(`${dashboard.url}/project/${ref}${address}&q=at%20text`)
    await page.getByRole('button', { name: 'note (at text' }).click()
    const overload = page.getByRole('dialog', { name: 'note' })
    await overload.getByRole('tab', { name: 'Dependents' }).click()
    await overload.getByRole('list', { name: objectText.dependents }).getByText('noted').waitFor()
  })

  test('a form goes on when somebody else deletes the function, and saving says what is in the way', async () => {
    await run('create function shop.passing(at int) returns int language sql return at')
    const page = await dashboard.open(`/project/${ref}${address}`)
    await page.getByRole('button', { name: 'passing' }).click()
    await page.getByRole('dialog', { name: 'passing', exact: true }).getByRole('button', { name: 'Edit', exact: true }).press('Enter')
    const edit = page.getByRole('dialog', { name: 'Edit passing' })
    await edit.getByLabel('Name', { exact: true }).fill('staying')
    await run('drop function shop.passing(int)')
    await expect
      .poll(async () => {
        await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
        return page.locator('main').getByRole('button', { name: 'passing', includeHidden: true }).count()
      })
      .toBe(0)
    await expect.poll(() => edit.getByLabel('Name', { exact: true }).inputValue()).toBe('staying')
    await edit.getByRole('button', { name: 'Save function' }).press('Enter')
    await edit.getByRole('alert').getByText('does not exist').waitFor()
    await expect.poll(() => edit.getByLabel('Name', { exact: true }).inputValue()).toBe('staying')
  })

  test('fit a phone, in every theme', async () => {
    const page = await dashboard.open(`/project/${ref}${address}`, { width: 390 })
    await page.getByRole('button', { name: 'note (at integer' }).click()
    const panel = page.getByRole('dialog', { name: 'note' })
    await panel.getByText('CREATE OR REPLACE FUNCTION').waitFor()
    await panel.getByRole('button', { name: 'Duplicate' }).click()
    await page.getByRole('dialog', { name: 'Duplicate note' }).getByLabel('Type of argument 2').waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessibleInAllThemes(page)
  })
})
