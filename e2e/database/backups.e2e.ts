import { commitListTexts, dialogTexts, restoreTargetTexts } from '@colonnade/dashboard/testing/messages/features/backups'
import { tableCopyProgressText, tableCopyText } from '@colonnade/dashboard/testing/messages/features/table-copies'
import { sql } from '@colonnade/sql'
import { rename } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { inControlPlane } from '../control-plane.ts'
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
  await backup.getByText('Verified', { exact: true }).waitFor()
  await backup.getByText(/no damage in .* tables and .* indexes/).waitFor()
  await expectAccessible(page)
  // of many that look the same each says which it is of
  for (const name of ['Restore', 'Verify again:', 'Remove'])
    await backup.getByRole('button', { name: new RegExp(`^${name} the backup of .+ [AP]M$`) }).waitFor()
  await backup.getByRole('link', { name: /^Download the backup of / }).waitFor()
  await run('drop table album')

  // what would be refused is said before, with the way to it
  await inControlPlane(dashboard, (client) =>
    client.run(
      sql`insert into replicas (identifier, cluster_ref, project_ref, region, compute) values ('rr', ${'r'.repeat(20)}, ${ref}, 'local', 'nano')`,
    ),
  )
  await backup.getByRole('button', { name: 'Restore' }).click()
  await page.getByRole('alert').getByRole('link', { name: 'View read replicas' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Replace the database' }).isDisabled()).toBe(true)
  await expectAccessible(page)
  await inControlPlane(dashboard, (client) => client.run(sql`delete from replicas`))
  await page.getByRole('button', { name: 'Cancel' }).click()

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

test('of a backup whose answer is lost, the page says that it may have been begun, shows what is the case, and keeps the place of the focus', async () => {
  const page = await dashboard.open(`/project/${ref}/database/backups/scheduled`)
  const backUp = page.getByRole('button', { name: 'Back up now' })
  const backups = page.getByRole('listitem', { name: /^Backup of / })
  await backups.first().waitFor()
  const before = await backups.count()
  await page.route('**/backups', async (route) => {
    if (route.request().method() === 'POST') await route.fetch()
    await (route.request().method() === 'POST' ? route.abort() : route.continue())
  })
  await backUp.press('Enter')
  await page.getByText('Colonnade didn’t respond, so the change may be saved. Check before you try again.').waitFor()
  await expect.poll(() => backups.count()).toBe(before + 1)
  const hasFocus = () => backUp.evaluate((button) => button === document.activeElement)
  await expect.poll(hasFocus).toBe(true)
  await backups.first().getByText('Verified', { exact: true }).waitFor()
  await expect.poll(hasFocus).toBe(true)
})

test('turned on, a moment is chosen to the second, and the database is what it was then', async () => {
  const page = await dashboard.open(`/project/${ref}/database/backups/pitr`)
  // what it costs is told before
  await page.getByText(/ a month\. /).waitFor()
  await page.getByRole('button', { name: 'Turn on' }).click()
  const window = page.getByRole('region', { name: 'Recoverable window' })
  await window.waitFor()
  await page.getByText('On', { exact: true }).waitFor()
  await expectAccessible(page)
  // to walk through the choices asks nothing; what is asked gives the focus back
  const days = page.getByRole('radiogroup', { name: 'Window' })
  const change = page.getByRole('button', { name: 'Change window' })
  await days.getByRole('radio', { checked: true }).press('ArrowLeft')
  await expect.poll(() => change.getAttribute('aria-disabled')).toBe('false')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
  await change.press('Enter')
  await page.getByRole('dialog', { name: /^Shorten window to / }).press('Escape')
  await expect.poll(() => change.evaluate((button) => button === document.activeElement)).toBe(true)
  // of a moment that is a whole second, as every thousandth is, no milliseconds are told
  const kept = async () => /up to (.+?)\.(?: Commits|$)/.exec((await page.getByText(/^Restores every commit up to /).textContent())!)?.[1]
  // what is asked for stays that, while the clock goes on
  await window.getByRole('button', { name: 'Restore to this moment' }).click()
  const asked = await page.getByRole('dialog', { name: /^Restore to / }).getAttribute('aria-labelledby')
  const title = page.locator(`[id="${asked}"]`)
  const [titled, behind] = [await title.textContent(), await kept()]
  await expect.poll(kept).not.toBe(behind)
  await expect.poll(() => title.textContent()).toBe(titled)
  await page.keyboard.press('Escape')
  // a second of which it is over, and then something that is regretted
  const { results } = await run(`select to_char(clock_timestamp() at time zone 'UTC' + interval '1 second', 'HH24:MI:SS'), pg_sleep(2)`)
  const time = results[0]!.rows[0]![0]!
  await run('drop table album')
  await window.getByRole('radio', { name: 'UTC' }).click()
  // recent commits are listed at once
  await window.getByRole('region', { name: commitListTexts.recent }).waitFor()
  // what is chosen may be what stands there
  await window.getByLabel('Time', { exact: true }).focus()
  await window.getByRole('region', { name: 'Lost' }).waitFor()
  await window.getByLabel('Time', { exact: true }).fill(time)
  await expect.poll(() => window.getByRole('slider', { name: 'Moment' }).getAttribute('aria-valuetext')).toContain(time.slice(3))
  // a time that can't be recovered stays as it was typed, and is nothing to restore to
  await window.getByLabel('Date', { exact: true }).fill('2001-01-01')
  await window.getByText(/^Outside the recovery window: /).waitFor()
  await expect.poll(() => window.getByRole('button', { name: 'Restore to this moment' }).isDisabled()).toBe(true)
  await expect.poll(() => window.getByLabel('Time', { exact: true }).inputValue()).toBe(time)
  await window.getByLabel('Date', { exact: true }).fill(new Date().toISOString().slice(0, 10))
  // what the moment would undo is told, and is a way to it
  const regretted = window.getByRole('region', { name: 'Lost' }).getByRole('listitem').filter({ hasText: 'album was dropped' })
  const typed = await kept()
  await regretted.getByRole('button', { name: /^Just before/ }).click()
  await expect.poll(kept).not.toBe(typed)
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Just before')
  await window.getByRole('button', { name: 'Restore to this moment' }).click()
  // a branch with the table of that moment, which comes back from there alone
  await page.getByRole('radio', { name: restoreTargetTexts.branch, checked: true }).waitFor()
  await page.getByRole('button', { name: dialogTexts.branch.confirm }).click()
  await page.getByRole('button', { name: tableCopyText.copyBack }).click()
  const copy = page.getByRole('dialog', { name: /^Copy a table back from / })
  await expect.poll(() => copy.getByRole('textbox', { name: tableCopyText.newName }).inputValue()).toBe('album')
  await copy.getByText(tableCopyText.suggested).waitFor()
  await copy.getByRole('button', { name: tableCopyText.copyBack }).press('Enter')
  await copy.getByText(tableCopyProgressText.done('7', false, 'album', 'Chinook')).waitFor()
  await expectAccessible(page)
  await copy.getByRole('button', { name: tableCopyText.close }).first().click()
  expect((await run('select count(*) from album')).results[0]!.rows).toEqual([['7']])
  // the project itself is the other, explicit choice
  await window.getByRole('button', { name: 'Restore to this moment' }).click()
  await page.getByRole('radio', { name: restoreTargetTexts.project }).click()
  await page.getByLabel('Type Chinook to confirm').fill('Chinook')
  await page.getByRole('button', { name: 'Replace the database' }).click()
  const restores = page.getByRole('article', { name: /^Restore: The project/ })
  await expect.poll(() => restores.getByText('Restored', { exact: true }).count()).toBe(2)
  const found = await run('select count(*) from album')
  expect(found.results[0]!.rows).toEqual([['7']])

  await page.setViewportSize({ width: 390, height: 844 })
  await window.waitFor()
  await expectNoSidewaysScroll(page)
})

test('a database whose files are gone is restored from its page, which its home leads to', async () => {
  await expect
    .poll(async () => (await dashboard.api.backups.report({ params: { ref } })).backups.some(({ status }) => status === 'COMPLETED'))
    .toBe(true)
  const { data } = dashboard.installation.paths.cluster(ref)
  const pid = await dashboard.installation.postmaster(ref)
  await rename(data, `${data}-gone`)
  process.kill(pid!, 'SIGKILL')
  const page = await dashboard.open(`/project/${ref}`)
  // not that it was killed, which is over
  await page
    .getByText(/^Its data folder is missing/)
    .first()
    .waitFor()
  await page.getByRole('link', { name: 'restore a backup' }).click()
  const backups = page.getByRole('listitem', { name: /^Backup of / })
  await backups.first().getByRole('button', { name: 'Restore' }).click()
  await expectAccessible(page)
  await page.getByLabel('Type Chinook to confirm').fill('Chinook')
  await page.getByRole('button', { name: 'Replace the database' }).click()
  await expect.poll(async () => (await dashboard.api.projects.retrieve({ params: { ref } })).status).toBe('ACTIVE_HEALTHY')
  const { results } = await run('select count(*) from album')
  expect(results[0]!.rows).toEqual([['7']])
})
