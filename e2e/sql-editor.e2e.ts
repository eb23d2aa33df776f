import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('SQL')
  await run("create table inventory (id int primary key, label text); insert into inventory values (1, 'lamp')")
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })
const openEditor = async (options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/sql/new`, options)
  await page.getByRole('textbox', { name: 'SQL' }).waitFor()
  return page
}
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
}

describe('running', () => {
  test('several statements give several results', async () => {
    const page = await openEditor()
    await write(page, 'select 1 as one;\nselect label, null as nothing from inventory;\ncreate table made (a int);')
    await page.keyboard.press('ControlOrMeta+Enter')
    await page.getByRole('tab', { name: 'Result 2' }).click()
    await page.getByRole('gridcell', { name: 'lamp' }).waitFor()
    await page.getByRole('gridcell', { name: 'NULL' }).waitFor()
    await expectAccessible(page)
    await page.getByRole('tab', { name: 'Messages' }).click()
    await page.getByText('CREATE TABLE').first().waitFor()
  })

  test('only the selection runs when there is one', async () => {
    const page = await openEditor()
    await write(page, 'select 42 as answer')
    await page.keyboard.press('ControlOrMeta+a')
    await page.getByRole('button', { name: 'Run selection' }).click()
    await page.getByRole('gridcell', { name: '42' }).waitFor()
  })

  test('an error is underlined where it is, counted in characters', async () => {
    const page = await openEditor()
    await write(page, "select '🚀🚀' as rocket,\n  labell from inventory")
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByText('column "labell" does not exist').waitFor()
    await page.getByText('Line 2, column 3').waitFor()
    await expect.poll(() => page.locator('.cm-lintRange-error').allTextContents()).toEqual(['labell'])
    await expectAccessible(page)
  })

  test('a slow query is cancelled for real, and the page lives on', async () => {
    const page = await openEditor()
    await write(page, 'select pg_sleep(100)')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    await page
      .getByText(/cancel/i)
      .first()
      .waitFor()
    const active = await run(
      "select count(*) from pg_stat_activity where query like '%pg_sleep(100)%' and state = 'active' and pid <> pg_backend_pid()",
    )
    expect(active.results[0]!.rows).toEqual([['0']])
    await write(page, 'select 7 as lucky')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page.getByRole('gridcell', { name: '7', exact: true }).waitFor()
  })

  test('five million rows show the first thousand, and say so', async () => {
    const page = await openEditor()
    await write(page, 'select * from generate_series(1, 5000000)')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    await page
      .getByText(/first 1,000/i)
      .first()
      .waitFor()
    await page.getByRole('gridcell', { name: '1', exact: true }).first().waitFor()
  })

  test('a connection that is lost is said in words', async () => {
    const page = await openEditor()
    await write(page, 'select pg_sleep(90)')
    await page.getByRole('button', { name: 'Run', exact: true }).click()
    const find = "select pid from pg_stat_activity where query like '%pg_sleep(90)%' and pid <> pg_backend_pid()"
    await expect.poll(async () => (await run(find)).results[0]!.rows.length).toBe(1)
    await run(`select pg_terminate_backend(pid) from (${find}) as found`)
    await page
      .getByText(/connection/i)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Run', exact: true }).waitFor()
  })
})

describe('writing', () => {
  test('what was written is there after a reload', async () => {
    const page = await openEditor()
    await write(page, '-- a thought worth keeping')
    await page.reload()
    await page.getByText('-- a thought worth keeping').waitFor()
  })

  test('tables and columns are completed', async () => {
    const page = await openEditor()
    await write(page, 'select * from inv')
    await page.keyboard.press('Control+Space')
    await page.getByRole('option', { name: /inventory/ }).waitFor()
  })

  test('fits a phone, dark and light', async () => {
    for (const colorScheme of ['dark', 'light'] as const) {
      const page = await openEditor({ width: 390, colorScheme })
      await expectNoSidewaysScroll(page)
      await expectAccessible(page)
    }
  })
})
