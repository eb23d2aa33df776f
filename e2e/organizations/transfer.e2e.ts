import { transferText } from '@colonnade/dashboard/testing/messages/features/organizations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { insertMember } from '../control-plane.ts'
import { insertPerson, openAs } from '../person.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('an owner offers an organization, the other accepts, and the first has what they chose', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  const ada = dashboard.addressOf('ada')
  await insertPerson(dashboard, ada)
  await insertMember(dashboard, slug, ada, 'developer')
  const page = await dashboard.open(`/org/${slug}/general`)
  await page.getByRole('button', { name: 'Transfer organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer Harbour?' })
  await dialog.getByRole('combobox', { name: transferText.afterwards }).click()
  await page.getByRole('option', { name: transferText.stayAs('Read-only') }).click()
  await dialog.getByRole('textbox').fill(slug)
  await dialog.getByRole('button', { name: transferText.offer }).click()
  await page.getByText(transferText.sentTitle('ada'), { exact: true }).first().waitFor()
  await expectAccessible(page)

  const other = await openAs(dashboard, ada, `/org/${slug}/general`)
  await other.getByRole('heading', { name: /wants to make you the owner/ }).waitFor()
  await other.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(other)
  await other.getByRole('button', { name: 'Accept' }).click()
  await other
    .getByRole('dialog', { name: transferText.acceptTitle('Harbour') })
    .getByRole('button', { name: transferText.acceptConfirm })
    .click()
  await other.getByRole('button', { name: 'Delete organization' }).waitFor()

  await page.reload()
  await page.getByText('Owners and administrators can rename it.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Delete organization' }).count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: 'Transfer organization' }).count()).toBe(0)
})
