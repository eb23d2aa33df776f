import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string
const run = (query: string) => dashboard.api.queries.run({ params: { ref }, body: { query } })

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Chinook')
  await run('create table album as select generate_series(1, 7) as id')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a backup is made and proved, and the database is what it was again after a table was dropped', async () => {
  const page = await dashboard.open(`/project/${ref}/database/backups/scheduled`)
  await page.getByRole('heading', { name: 'No backups yet' }).waitFor()
  await page.getByRole('button', { name: 'Back up now' }).first().click()
  const backup = page.getByRole('listitem', { name: /^Backup of / })
  await backup.getByText('Proved', { exact: true }).waitFor()
  await backup.getByText(/tables and .* indexes are sound/).waitFor()
  await expectAccessible(page)
  await run('drop table album')

  const phone = await dashboard.open(`/project/${ref}/database/backups/scheduled`, { width: 390, colorScheme: 'light' })
  await phone
    .getByRole('listitem', { name: /^Backup of / })
    .getByRole('button', { name: 'Restore' })
    .click()
  const replace = phone.getByRole('button', { name: 'Replace the database' })
  await expect.poll(() => replace.isDisabled()).toBe(true)
  await phone.getByLabel('Type Chinook to confirm').fill('Chinook')
  await replace.click()
  // both pages follow it
  for (const each of [phone, page])
    await each
      .getByRole('article', { name: /^Restore: The project/ })
      .getByText('Restored', { exact: true })
      .waitFor()
  await expectNoSidewaysScroll(phone)
  await expectAccessible(phone)
  const { results } = await run('select count(*) from album')
  expect(results[0]!.rows).toEqual([['7']])
})
