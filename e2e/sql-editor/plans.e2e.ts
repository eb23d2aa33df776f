import { findingsText } from '@colonnade/dashboard/testing/messages/features/sql-editor/plan/model'
import { planComparisonText, planFindingsText, planViewText } from '@colonnade/dashboard/testing/messages/features/sql-editor/plan/view'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Plans')
  // code follows from region, which statistics of single columns can't know
  await run(`create table customers (id int primary key, city text);
    insert into customers select i, 'City ' || i % 50 from generate_series(1, 2000) i;
    create table orders (id int primary key, customer_id int, region text, code text) with (autovacuum_enabled = false);
    insert into orders select i, i % 2000 + 1, 'r' || i % 500, 'c' || i % 500 from generate_series(1, 100000) i;
    analyze`)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const run = async (query: string) => (await dashboard.api.queries.run({ params: { ref }, body: { query } })).results.at(-1)?.rows
const openEditor = async (): Promise<Page> => {
  const page = await dashboard.open(`/project/${ref}/sql/new`)
  await page.getByRole('textbox', { name: 'SQL' }).waitFor()
  return page
}
const write = async (page: Page, text: string) => {
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.insertText(text)
  await page.keyboard.press('ControlOrMeta+Home')
}
const explain = async (page: Page, how: string) => {
  await page.getByRole('button', { name: 'Explain', exact: true }).click()
  await page.getByRole('menuitem', { name: how, exact: true }).click()
}
const saveAs = async (page: Page, what: RegExp, name: string) => {
  await page.getByRole('button', { name: 'Save as' }).click()
  await page.getByRole('menuitem', { name: what }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
}

test('a plan tells what the planner got wrong and which index is missing; with the index, it is compared with the one before', async () => {
  const page = await openEditor()
  await write(page, "select c.city, o.id from orders o join customers c on c.id = o.customer_id where o.region = 'r7' and o.code = 'c7'")
  await explain(page, 'Explain analyze runs it')
  const findings = page.getByRole('region', { name: 'Findings' })
  await findings.getByText(findingsText.fullScan('orders', '200 rows', '100,000')).waitFor()
  await findings.getByText(findingsText.misestimate('orders o', '1 row', '200', '200', true)).waitFor()
  const tree = page.getByRole('tree', { name: planViewText.planTree })
  await tree.getByRole('treeitem', { name: /^Seq Scan on orders o, .*×200 more than expected/ }).waitFor()
  await tree.getByRole('treeitem').first().focus()
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => tree.getByRole('treeitem', { selected: true }).getAttribute('aria-level')).toBe('2')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Pin to compare' }).click()
  await findings.getByRole('button', { name: planFindingsText.addToQuery }).first().click()
  await page.getByRole('button', { name: 'Run selection' }).click()
  await expect.poll(() => run("select indexdef from pg_indexes where tablename = 'orders' and indexdef like '%(region, code)'")).toHaveLength(1)
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.press('ControlOrMeta+Home')
  await explain(page, 'Explain analyze runs it')
  const both = page.getByRole('table', { name: 'Nodes of both plans' })
  await both.getByText('orders_region_code_idx').first().waitFor()
  await both
    .getByRole('row')
    .filter({ hasText: 'Seq Scan orders o' })
    .filter({ hasText: /Heap Scan|Index Scan/ })
    .waitFor()
  await expectAccessible(page)

  // a plan that was not run has no rows and no reads to compare
  await explain(page, 'Explain plan only')
  await both.getByRole('columnheader', { name: planComparisonText.expectedRows }).waitFor()
  await expect.poll(() => page.getByText('Read', { exact: true }).count()).toBe(0)
  await page.getByRole('region', { name: 'Pinned' }).getByRole('button', { name: 'Unpin' }).click()
  await both.waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Plan')
})

test('what changes something is explained and undone; what is written becomes a view, and a migration that tools can read', async () => {
  const page = await openEditor()
  await write(page, 'delete from customers where id > 0')
  await explain(page, 'Explain analyze runs it')
  await page.getByRole('button', { name: 'Run and roll back' }).click()
  await page.getByRole('treeitem', { name: /^Delete on customers/ }).waitFor()
  expect(await run('select count(*) from customers')).toEqual([['2000']])

  await write(page, "select city, count(*) as people from customers group by city;\ncreate table made (note text default ';')")
  await saveAs(page, /^View/, 'Odd "cities"')
  await page.getByText('with (security_invoker = true)').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create view' }).click()
  await page.getByText('View created').waitFor()
  expect(await run('select count(*) from "Odd ""cities"""')).toEqual([['50']])
  await saveAs(page, /^View/, 'Odd "cities"')
  await page.getByRole('button', { name: 'Create view' }).click()
  await page.getByText('relation "Odd "cities"" already exists').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  await write(page, "create table made (note text default ';');\ninsert into made values ('x');")
  await saveAs(page, /^Migration/, 'make_made')
  await page.getByRole('button', { name: 'Run and record' }).click()
  const question = page.getByRole('dialog', { name: 'Run this query?' })
  await question.getByText('Creates table made without row-level security').waitFor()
  expect(await run("select to_regclass('made')")).toEqual([[null]])
  await question.getByRole('button', { name: 'Run and enable RLS' }).click()
  await page.getByText('Migration run and recorded').waitFor()
  expect(await run('select name from supabase_migrations.schema_migrations order by version')).toEqual([['Create view Odd "cities"'], ['make_made']])
  expect(await run("select created_by, to_json(statements) from supabase_migrations.schema_migrations where name = 'make_made'")).toEqual([
    [dashboard.email, `["create table made (note text default ';')","alter table made enable row level security","insert into made values ('x')"]`],
  ])
  expect(await run('select note from made')).toEqual([['x']])

  await write(page, "create type odd_size as enum ('s'); select 1 as one")
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await page.getByRole('button', { name: 'Record as migration' }).click()
  const recording = page.getByRole('dialog', { name: 'Record as migration' })
  await recording.getByRole('textbox', { name: 'Name' }).fill('add_odd_size')
  await expectAccessible(page)
  await recording.getByRole('button', { name: 'Record as migration' }).click()
  await page.getByRole('region', { name: 'Results' }).getByText('Migration recorded').waitFor()
  expect(await run("select to_json(statements) from supabase_migrations.schema_migrations where name = 'add_odd_size'")).toEqual([
    [`["create type odd_size as enum ('s')"]`],
  ])
})

test('the editor panel keeps its text over pages and a reload, closes without losing it, and moves into the editor', async () => {
  const page = await dashboard.open(`/project/${ref}`)
  const button = page.getByRole('button', { name: /^Editor panel/ })
  const panel = page.getByRole('dialog', { name: 'Editor panel' })
  const code = panel.getByRole('textbox', { name: 'SQL' })
  await button.click()
  await code.click()
  await page.keyboard.insertText("select 'kept' as word")
  await page.keyboard.press('ControlOrMeta+Enter')
  await panel.getByRole('gridcell', { name: 'kept' }).waitFor()
  // Escape cancels what runs, and closes only then
  await expect.poll(() => panel.getByRole('button', { name: 'Run', exact: true }).isEnabled()).toBe(true)
  await code.click()
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'hidden' })
  await expect.poll(() => button.evaluate((element) => element === element.ownerDocument.activeElement)).toBe(true)
  await page.goto(`${dashboard.url}/project/${ref}/editor`)
  await button.waitFor()
  await page.keyboard.press('ControlOrMeta+\\')
  await panel.getByText("select 'kept' as word").waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSidewaysScroll(page)
  await panel.getByRole('button', { name: 'Open in SQL editor' }).click()
  await page.waitForURL(/\/sql\/[0-9a-f-]{36}$/)
  await page.getByText("select 'kept' as word").first().waitFor()
  await page.keyboard.press('ControlOrMeta+\\')
  await code.waitFor()
  await expect.poll(() => code.textContent()).not.toContain('kept')
})
