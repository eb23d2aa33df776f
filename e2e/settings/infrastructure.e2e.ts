import { infrastructurePageText, replicaCardText, replicaLooksText, versionText } from '@colonnade/dashboard/testing/messages/features/replicas'
import { promoteDialogText, promotionCardText, promotionText } from '@colonnade/dashboard/testing/messages/features/replicas/promotion'
import { upgradeOutcomeText, upgradeSectionText, upgradeText } from '@colonnade/dashboard/testing/messages/features/upgrades'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { createAlbums } from '../albums.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await createAlbums(dashboard)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('rehearse an upgrade, cancel, rehearse again, and upgrade', async () => {
  const body = { organization_slug: await dashboard.organization(), name: 'Older', postgres_version: '17' }
  const { ref: older } = await dashboard.api.projects.create({ body })
  for await (const { status } of dashboard.api.projects.events({ params: { ref: older } })) if (status === 'ACTIVE_HEALTHY') break
  const query = "create table album (id int primary key, title text check (title <> '')); insert into album values (1, 'Big Ones')"
  await dashboard.api.queries.run({ params: { ref: older }, body: { query } })
  const page = await dashboard.open(`/project/${older}/settings/infrastructure`)
  await page.getByText(/^Postgres 18\.\d+ is available$/).waitFor()
  const section = page.getByRole('region', { name: upgradeSectionText.title })
  await section.getByRole('button', { name: upgradeSectionText.rehearseUpgrade }).click()
  await section.getByRole('button', { name: upgradeSectionText.cancel.rehearsal }).click()
  await section.getByText(upgradeText.rehearsalCancelledHint('project')).waitFor()
  await section.getByRole('button', { name: upgradeSectionText.rehearseAgain }).click()
  // copies, and two servers that start: longer than a page takes
  await section.getByText(/^Rehearsal for Postgres 18[.\d]* succeeded$/).waitFor({ timeout: 90_000 })
  await section.getByRole('list', { name: upgradeOutcomeText.changed }).getByText('extension pgcrypto').waitFor()
  await expectAccessible(page)

  // the rehearsal succeeded: upgrade the project itself
  await section.getByRole('button', { name: /^Upgrade to 18/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Upgrade Older to Postgres 18/ })
  await dialog.getByText(/^Offline for about/).waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('Older')
  await dialog.getByRole('button', { name: 'Upgrade project' }).click()
  await section.getByText(/^The project was upgraded to Postgres 18/).waitFor({ timeout: 90_000 })
  await page.getByText(versionText.latest, { exact: true }).waitFor()
  await section
    .getByRole('button')
    .filter({ hasText: /^(Upgrade to|Rehearse)/ })
    .waitFor({ state: 'detached' })
  const { results: rows } = await dashboard.api.queries.run({ params: { ref: older }, body: { query: 'select title from album' } })
  expect(rows[0]!.rows).toEqual([['Big Ones']])
  // a backup from before the upgrade restores the older version
  const backups = await dashboard.open(`/project/${older}/database/backups/scheduled`)
  const before = backups.getByRole('listitem').filter({ hasText: /Postgres 17\.\d+/ })
  await before.first().getByRole('button', { name: 'Restore' }).click()
  await backups.getByText(/^The project goes back to Postgres 17, its version at that moment\. It’s on 18\.\d+ now\.$/).waitFor()
  await expectAccessible(backups)
  const newest = await dashboard.open(`/project/${ref}/settings/infrastructure`)
  await newest.getByText(versionText.latest, { exact: true }).waitFor()
  await expect.poll(() => newest.getByRole('region', { name: upgradeSectionText.title }).count()).toBe(0)
})

test('the page shows no count and no map markers before the replicas load', async () => {
  const page = await dashboard.open('/organizations')
  const isOurs = ({ pathname }: URL) => /\/replicas(\/events)?$/.test(pathname)
  await page.route(isOurs, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'The server failed', details: {} } }))
  await page.goto(`${dashboard.url}/project/${ref}/settings/infrastructure`)
  const section = page.getByRole('region', { name: infrastructurePageText.readReplicas })
  // everything runs on this machine
  await section.getByRole('radio', { name: 'List', checked: true }).waitFor()
  await section.getByRole('radio', { name: 'Map' }).click()
  const again = section.getByRole('button', { name: 'Try again' })
  await again.waitFor()
  await expect.poll(() => section.getByText('0 of 3').count()).toBe(0)
  await expect.poll(() => section.getByRole('list', { name: 'Regions' }).getByRole('button').count()).toBe(0)
  await page.unroute(isOurs)
  await again.press('Enter')
  await section.getByText('0 of 3').waitFor()
  // the button went with what it was for
  await expect.poll(() => section.evaluate((part) => part === document.activeElement)).toBe(true)
  await expect.poll(() => section.getByRole('list', { name: 'Regions' }).getByRole('button').count()).toBe(16)
})

test('create a replica on the map, promote it, read from it in the editors, and delete it', async () => {
  const page = await dashboard.open(`/project/${ref}/settings/infrastructure`)
  await page.getByRole('heading', { name: infrastructurePageText.noReadReplicas }).waitFor()
  await page.getByRole('radio', { name: 'Map' }).click()
  await page.getByRole('button', { name: /^West EU \(Ireland\): no database/ }).click()
  await page.getByRole('button', { name: 'Create replica' }).click()
  const replica = page.getByRole('listitem', { name: /^West EU \(Ireland\) [a-z]{5}$/ })
  await replica.getByText(replicaLooksText.streaming, { exact: true }).waitFor()
  await page.getByRole('button', { name: /^West EU \(Ireland\): read replica, streaming/ }).waitFor()
  await replica.getByText(/^(Up to date|.* behind)/).waitFor()
  await expectAccessible(page)

  // it changes places with the primary, which was nowhere on the map
  await replica.getByRole('button', { name: 'Promote' }).click()
  await page.getByText(promotionText.planned.lastWrites).waitFor()
  await page.getByRole('dialog').locator(':focus').waitFor()
  await page.evaluate(() => {
    const look = () => {
      if (document.activeElement === document.body) document.body.dataset['hadFocus'] = ''
      requestAnimationFrame(look)
    }
    look()
  })
  await page.getByRole('button', { name: promoteDialogText.promoteReplica }).click()
  await page.getByRole('region', { name: promotionCardText.lastPromotion }).getByText(promotionText.noDataLost).waitFor()
  // the button that opened the dialog was removed, and the focus never fell to the top of the page
  await page.locator('section[aria-label="Read replicas"]:focus').waitFor()
  await expect.poll(() => page.evaluate(() => document.body.dataset['hadFocus'])).toBeUndefined()
  const former = page.getByRole('listitem', { name: /^This machine [a-z]{5}$/ })
  await former.getByText(replicaLooksText.streaming, { exact: true }).waitFor()
  await page.getByRole('button', { name: /^West EU \(Ireland\): primary database/ }).waitFor()

  const editor = await dashboard.open(`/project/${ref}/editor?table=album`)
  await editor.getByRole('gridcell', { name: 'Big Ones', exact: true }).waitFor()
  await editor.getByRole('button', { name: 'Source Primary database' }).click()
  await editor.getByRole('button', { name: /^Read replica, This machine/ }).click()
  // the source and the table
  await expect.poll(() => editor.getByRole('button', { name: 'Read-only' }).count()).toBe(2)
  await editor.getByRole('gridcell', { name: 'Big Ones', exact: true }).waitFor()

  const sql = await dashboard.open(`/project/${ref}/sql/new`)
  await sql.getByRole('button', { name: 'Source Primary database' }).click()
  await sql.getByRole('button', { name: /^Read replica, This machine/ }).click()
  await sql.getByText('Read-only', { exact: true }).waitFor()
  await sql.getByRole('textbox', { name: 'SQL' }).click()
  await sql.keyboard.insertText('select pg_is_in_recovery()')
  await sql.keyboard.press('ControlOrMeta+Enter')
  await sql.getByRole('gridcell', { name: 'true', exact: true }).waitFor()
  await sql.context().close()

  const phone = await dashboard.open(`/project/${ref}/settings/infrastructure`, { width: 390, colorScheme: 'light' })
  const there = phone.getByRole('listitem', { name: /^This machine [a-z]{5}$/ })
  await there.getByRole('button', { name: replicaCardText.delete }).click()
  await phone.getByRole('button', { name: replicaCardText.deleteReplica }).click()
  // both pages follow it
  await phone.getByRole('heading', { name: infrastructurePageText.noReadReplicas }).waitFor()
  await page.getByRole('heading', { name: infrastructurePageText.noReadReplicas }).waitFor()
  await expectNoSidewaysScroll(phone)
  // whoever reads from it goes back to the primary
  await editor.getByRole('button', { name: 'Refresh' }).click()
  await editor.getByText(/^Replica [a-z]{5} no longer exists\. Switched to the primary database/).waitFor()
  await expect.poll(() => editor.getByText('Read-only', { exact: true }).count()).toBe(0)
  await editor.getByRole('button', { name: 'Insert' }).waitFor()
  await editor.getByRole('gridcell', { name: 'Big Ones', exact: true }).waitFor()
  const { results } = await dashboard.api.queries.run({ params: { ref }, body: { query: 'select count(*) from pg_replication_slots' } })
  expect(results[0]!.rows).toEqual([['0']])
})
