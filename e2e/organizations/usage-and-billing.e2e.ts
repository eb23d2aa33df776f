import { capText, detailsText, monthText, planText } from '@colonnade/dashboard/testing/messages/features/billing'
import { sql } from '@colonnade/sql'
import type { Locator } from 'playwright'
import { pageText, rangeText } from '@colonnade/dashboard/testing/messages/features/usage'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { inControlPlane, insertProjects } from '../control-plane.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let slug: string

/** The project "Ship 1" of this file's organization, as a condition. */
const isFirstShip = () => sql`name = 'Ship 1' and organization_id = (select id from organizations where slug = ${slug})`

beforeAll(async () => {
  dashboard = await openDashboard()
  ;({ slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } }))
  await insertProjects(dashboard, slug, 2)
  await inControlPlane(dashboard, (client) =>
    client.run(sql`
      insert into usage_events (source_ref, metric, starts_at, ends_at, project_ref, organization_id, quantity)
      select p.ref, 'egress', hour.at, hour.at + interval '1 hour', p.ref, p.organization_id, case p.name when 'Ship 1' then 6 else 1 end * 1024::bigint ^ 3
      from projects p join organizations o on o.id = p.organization_id,
        greatest(date_trunc('month', now(), 'UTC'), date_trunc('hour', now()) - interval '1 hour') as hour (at)
      where o.slug = ${slug}`),
  )
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('what projects use is seen in sum, by project and by day, also on a phone', async () => {
  const page = await dashboard.open(`/org/${slug}/usage?range=30`)
  const egress = page.getByRole('region', { name: 'Database egress' })
  await egress.getByText('7.00 GB').waitFor()
  await page.getByRole('region', { name: 'Exceeding usage limits' }).getByText('7.00 GB of 5.00 GB').waitFor()
  await egress.getByRole('button', { name: 'Table of Database egress' }).click()
  await egress.getByRole('columnheader', { name: 'Ship 1' }).waitFor()
  await expectAccessible(page)
  await page.getByRole('combobox', { name: 'Project' }).click()
  await page.getByRole('option', { name: 'Ship 2' }).click()
  await egress.getByText('1.00 GB').first().waitFor()

  await page.getByRole('combobox', { name: pageText.period }).click()
  await page.getByRole('option', { name: rangeText.custom }).click()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  // side by side, and the days below them
  const box = async (place: Locator) => (await place.boundingBox()) ?? { y: 0, width: 0 }
  const [project, first] = [page.getByRole('combobox', { name: 'Project' }), page.getByLabel('First day')]
  await expect.poll(async () => (await box(project)).width).toBeGreaterThan(150)
  await expect.poll(async () => (await box(first)).y - (await box(project)).y).toBeGreaterThan(32)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(`${slug}_usage_`)
})

test('a page left open overnight shows the days until today', async () => {
  const page = await dashboard.open(`/org/${slug}/usage?range=30`, { hasOwnClock: true })
  const days = page.getByRole('search', { name: pageText.filters }).getByText(/20\d\d to /)
  const last = async () => / to (\w+ \d+, 20\d\d)/.exec((await days.textContent())!)?.[1]
  await expect.poll(last).toBeDefined()
  const before = await last()
  await page.clock.fastForward(86_400_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect.poll(last).not.toBe(before)
})

test('a plan is chosen, and what is beyond it is billed or not', async () => {
  await inControlPlane(dashboard, (client) => client.run(sql`update projects set compute = 'small' where ${isFirstShip()}`))
  const page = await dashboard.open(`/org/${slug}/billing`)
  const dialog = page.getByRole('dialog')
  const plans = page.getByRole('region', { name: 'Plan', exact: true })
  const cap = page.getByRole('region', { name: 'Spend cap' })
  await cap.getByText(capText.free).waitFor()
  const month = page.getByRole('region', { name: monthText.title })
  await month.getByText(monthText.noInvoice, { exact: true }).waitFor()
  await month.getByText('7.00 GB of 5.00 GB').waitFor()
  const addons = page.getByRole('region', { name: 'Add-ons', exact: true })
  await addons.getByText('Compute: Small').waitFor()
  const note = addons.getByText('These are paid plan prices. The Free plan isn’t billed.')
  await note.waitFor()
  await plans.getByRole('button', { name: 'Change to Pro' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Change to Pro' }).click()
  await plans.getByRole('columnheader', { name: /Pro\s*Current/ }).waitFor()
  await note.waitFor({ state: 'detached' })

  await inControlPlane(dashboard, (client) =>
    client.run(sql`insert into recovery_windows (project_ref, days) select ref, 7 from projects where ${isFirstShip()}`),
  )
  await page.reload()
  await plans.getByRole('button', { name: 'Change to Free' }).click()
  await dialog.getByRole('list', { name: planText.losses }).getByText('Daily backups').waitFor()
  await dialog.getByRole('list', { name: planText.kept }).getByText('Ship 1 (Small)').waitFor()
  await expect.poll(() => dialog.getByRole('link', { name: /recovery for Ship 1/ }).getAttribute('href')).toMatch(/\/settings\/addons\?panel=pitr$/)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await inControlPlane(dashboard, (client) =>
    client.run(sql`delete from recovery_windows using projects where ref = project_ref and ${isFirstShip()}`),
  )

  await cap.getByRole('switch', { name: 'Spend cap' }).click()
  await dialog.getByRole('button', { name: capText.turnOff }).click()
  await cap.getByText(capText.off).waitFor()

  const details = page.getByRole('region', { name: 'Billing details' })
  await details.getByRole('textbox', { name: detailsText.emails }).fill('no address')
  await details.getByRole('button', { name: 'Save' }).click()
  await details.getByText('Enter a valid email address').waitFor()
  await details.getByRole('textbox', { name: detailsText.emails }).fill('money@example.com')
  await details.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved').waitFor()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})
