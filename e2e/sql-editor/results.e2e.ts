import { chartDataText, chartOptionsText, chartPaneText } from '@colonnade/dashboard/testing/messages/features/sql-editor/charts'
import { outputViewText, setFooterText } from '@colonnade/dashboard/testing/messages/features/sql-editor/results'
import { readFile } from 'node:fs/promises'
import type { Download, Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Results')
  const query = `
    create table "select" (id bigint, "The Name" text);
    insert into "select" values (9007199254740993, 'tab	and "quote"'), (9007199254740992, ''), (10, null), (9, 'nine')`
  await dashboard.api.queries.run({ params: { ref }, body: { query } })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const openEditor = async (options: Parameters<Dashboard['open']>[1] = {}): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/sql/new`, options)
  await page.getByRole('textbox', { name: 'SQL' }).waitFor()
  return page
}
const run = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('ControlOrMeta+Enter')
}
const cells = (page: Page, column: number) => page.locator(`[role=gridcell][aria-colindex="${column + 1}"]`).allTextContents()
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText())
const saved = async (page: Page, choose: () => Promise<void>) => {
  const download = page.waitForEvent('download')
  await choose()
  return (await readFile(await ((await download) satisfies Download).path())).toString()
}

test('rows are sorted to the last digit, summed, copied and saved without losing anything', async () => {
  const page = await openEditor()
  await run(page, 'select id, "The Name", id as id from "select"')
  await expect.poll(() => cells(page, 1)).toEqual(['9007199254740993', '9007199254740992', '10', '9'])
  // while more may come, nothing is sorted
  await page.getByText('SELECT · 4 rows').first().waitFor()
  await page.getByRole('columnheader').nth(1).click()
  await expect.poll(() => cells(page, 1)).toEqual(['9', '10', '9007199254740992', '9007199254740993'])
  await page.getByText(setFooterText.sortedLocally).waitFor()

  await page.locator('[role=gridcell][aria-colindex="2"]').first().click()
  await page.keyboard.press('ControlOrMeta+Shift+ArrowDown')
  await expect.poll(() => page.getByRole('status', { name: 'Selected cells' }).textContent()).toContain('Sum 18014398509482004')
  await page.keyboard.press('Shift+ArrowRight')
  await page.keyboard.press('ControlOrMeta+c')
  await expect.poll(() => clipboard(page)).toBe('9\tnine\n10\t\n9007199254740992\t\n9007199254740993\t"tab\tand ""quote"""')

  // all of the grid is one stop of the tab key, wherever one is in it
  await page.keyboard.press('Tab')
  await page.locator('footer :focus').waitFor()
  await page.keyboard.press('Shift+Tab')
  await page.locator('[role=gridcell]:focus').waitFor()
  await page.keyboard.press('Shift+Tab')
  await expect.poll(() => page.locator('[role=grid] :focus').count()).toBe(0)

  // all columns are of one table, whatever it is called
  await page.getByRole('button', { name: 'Copy all rows' }).click()
  await page.getByRole('menuitem', { name: 'Copy as SQL INSERT' }).click()
  await expect.poll(() => clipboard(page)).toContain(`insert into public."select" (id, "The Name", id_2) values\n  ('9', 'nine', '9')`)

  const csv = await saved(page, async () => {
    await page.getByRole('button', { name: 'Download' }).click()
    await page.getByRole('menuitem', { name: /^CSV/ }).click()
  })
  expect(csv).toBe(
    'id,The Name,id\r\n9,nine,9\r\n10,,10\r\n9007199254740992,"",9007199254740992\r\n9007199254740993,"tab\tand ""quote""",9007199254740993',
  )
  await page.getByRole('button', { name: setFooterText.findResults }).click()
  await page.getByRole('searchbox', { name: 'Find in the loaded rows' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.type('QUOTE')
  await page.getByText(/1 in 4 loaded rows/).waitFor()
  await expectAccessible(page)

  // nothing of that is taken to the next run
  await run(page, 'select id, "The Name", id as id from "select"')
  await expect.poll(() => cells(page, 1)).toEqual(['9007199254740993', '9007199254740992', '10', '9'])
  const left = page.getByText(/Sorted here|loaded rows|Sum 18014398509482004/)
  await expect.poll(() => left.count()).toBe(0)
})

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('a value stands whole beside the rows; results stand below each other, those of a failed run too', async () => {
  const page = await openEditor()
  const documents = `select '{"deep": [1, {"k": null}]}'::jsonb as doc, array['a b', null, ''] as list, decode('${png}', 'base64') as picture, 'infinity'::date as forever`
  await run(page, documents)
  await page.getByText('SELECT · 1 row').first().waitFor()
  const value = page.getByRole('complementary', { name: 'Value' })
  await page.locator('[role=gridcell][aria-colindex="2"]').click()
  await page.keyboard.press('Enter')
  await value.getByRole('button', { name: 'Copy the path $.deep[1]', exact: true }).waitFor()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => value.getByRole('listitem').allTextContents()).toEqual(['1a b', '2NULL', '3empty text'])
  await page.keyboard.press('ArrowRight')
  await value.getByText('1 × 1 px').waitFor()
  await page.keyboard.press('ArrowRight')
  await value.getByText('infinity').waitFor()
  await expectAccessible(page)

  await run(page, 'select 1 as one;\nselect from generate_series(1, 3);\nselect n, 1 / (3 - n) from generate_series(1, 3) as n')
  await page.getByText('division by zero').first().waitFor()
  await page.getByRole('button', { name: outputViewText.stacked }).click()
  await page.getByRole('article', { name: 'Result 1' }).getByText('select 1 as one').waitFor()
  await page.getByRole('article', { name: 'Result 1' }).getByRole('gridcell', { name: '1', exact: true }).first().waitFor()
  await page.getByText(/The last result is incomplete/).waitFor()
  await page.getByRole('tab', { name: /Messages/ }).click()
  await page.getByRole('list', { name: 'Notices and statements' }).getByText('SELECT · 1 row').waitFor()
  // rows without columns are told, as there is nothing of them to show
  await page.getByRole('list', { name: 'Notices and statements' }).getByText('SELECT · 3 rows').waitFor()
  await expectAccessible(page)
})

test('a result is drawn as it asks for, read by keys and saved as a drawing of its own', async () => {
  const page = await openEditor({ colorScheme: 'light' })
  await run(page, `select 'Region ' || n as region, n * 10 as total, n as other from generate_series(1, 9) as n`)
  await page.getByText('SELECT · 9 rows').first().waitFor()
  await page.getByRole('radio', { name: 'Chart' }).click()
  const chart = page.getByRole('slider', { name: 'Chart of Result, value by value' })
  await chart.focus()
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toBe('Region 9: total 90')
  await page.getByRole('checkbox', { name: 'other' }).click()
  await page.getByRole('radio', { name: 'Area' }).click()
  await chart.focus()
  await page.keyboard.press('Home')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toBe('Region 1: total 10, other 1')
  await expectAccessible(page)
  const svg = await saved(page, async () => {
    await page.getByRole('button', { name: chartPaneText.download }).click()
    await page.getByRole('menuitem', { name: chartPaneText.svgImage }).click()
  })
  expect(svg).toMatch(/^<svg [^>]*xmlns=/)
  expect(svg).not.toMatch(/var\(|color-mix|NaN/)
  await run(
    page,
    `select y as year, c as country, y * 10 + length(c) as sold from generate_series(2024, 2026) as y, unnest('{Peru,Iran,Chad}'::text[]) as c`,
  )
  await page.getByRole('columnheader', { name: /^country/ }).waitFor()
  await page.getByText('SELECT · 9 rows').first().waitFor()
  await page.getByRole('radio', { name: 'Chart' }).click()
  await page.getByRole('radio', { name: 'Line' }).click()
  await chart.focus()
  await page.keyboard.press('End')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toBe('2026: Peru 20,264, Iran 20,264, Chad 20,264')
  await page.getByRole('combobox', { name: 'Split by' }).click()
  await page.getByRole('option', { name: chartOptionsText.none }).click()
  await page.getByText(chartDataText.summed('year')).waitFor()
  await chart.focus()
  await page.keyboard.press('End')
  await expect.poll(() => chart.getAttribute('aria-valuetext')).toBe('2026: sold 60,792')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Chart' }).click()
  await chart.waitFor()
  await expectNoSidewaysScroll(page)
})
