import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { insertMember } from '../control-plane.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { insertPerson, openAs } from '../person.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a paused project is restored where it was paused, and what can not be done meanwhile says why', async () => {
  const ref = await dashboard.project('Shop')
  await dashboard.api.projects.pause({ params: { ref } })
  const page = await dashboard.open(`/project/${ref}/settings/database`)
  await expect.poll(() => page.getByRole('button', { name: 'Reset password' }).isDisabled()).toBe(true)
  await page.getByText('You can reset it when the project is active.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${dashboard.url}/project/${ref}/settings/general`)
  await page.getByRole('heading', { name: 'Paused' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Restart project' }).isDisabled()).toBe(true)
  await page.getByText('You can restart the project when it’s active.').waitFor()
  await page.getByText('You can suspend the project when it’s active.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Restore project' }).dblclick()
  await expect.poll(() => page.getByRole('button', { name: 'Pause project' }).isEnabled()).toBe(true)
  await expect.poll(() => page.getByText(/while the project is active/).count()).toBe(0)
  await expect.poll(() => page.getByText(/^Failed/).count()).toBe(0)
})

test('a name is asked for as it is written, with all of its spaces', async () => {
  const ref = await dashboard.project('Walk  D')
  const page = await dashboard.open(`/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete this project?' })
  await expect.poll(() => dialog.locator('label').innerText()).toBe('Type Walk  D to confirm')
  await dialog.getByRole('textbox').fill('Walk  D')
  await expect.poll(() => dialog.getByRole('button', { name: 'Delete project' }).isEnabled()).toBe(true)
})

test('who may only look is told on every page of the settings, and at the backups, who can do what', async () => {
  const ref = await dashboard.project('Library')
  const { organization_slug: slug } = await dashboard.api.projects.retrieve({ params: { ref } })
  const email = dashboard.addressOf('reader')
  await insertPerson(dashboard, email)
  await insertMember(dashboard, slug, email, 'read-only')
  const page = await openAs(dashboard, email, `/project/${ref}/settings/general`)
  const open = (name: string) => page.goto(`${dashboard.url}/project/${ref}/settings/${name}`)
  await page.getByText('Owners, administrators and developers can rename it.').waitFor()
  await page.getByText('Owners and administrators can transfer or delete it.').waitFor()
  await expectAccessible(page)
  await open('database')
  for (const name of ['Database password', 'TLS', 'Network restrictions', 'Connection limits', 'Timeouts']) {
    await page
      .getByRole('region', { name })
      .getByText(/^Owners and administrators can (change|reset) (it|them)\.$/)
      .waitFor()
  }
  await expectAccessible(page)
  await open('compute-and-disk')
  await page.getByRole('region', { name: 'Compute size' }).getByText('Owners and administrators can change it.').waitFor()
  await open('infrastructure')
  await page.getByText('Owners and administrators can create, promote and delete replicas.').waitFor()
  await page.goto(`${dashboard.url}/project/${ref}/database/backups/scheduled`)
  await page.getByText('Owners and administrators can create, restore, download and remove backups.').waitFor()
  await dashboard.api.backups.changePitr({ params: { ref }, body: { days: 3 } })
  await page.goto(`${dashboard.url}/project/${ref}/database/backups/pitr`)
  await page.getByText('Owners and administrators can restore the database to a moment.').waitFor()
  await expectAccessible(page)
})
