import { transferSettingText } from '@colonnade/dashboard/testing/messages/features/projects/transfer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Shop')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a project goes over to another organization, which has it at the same address', async () => {
  const page = await dashboard.open(`/project/${ref}/settings/general`)
  await page.getByText(transferSettingText.noOtherOrganization).waitFor()
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  await dashboard.api.projects.create({ body: { organization_slug: slug, name: 'Shop' } })
  await page.reload()
  await page.getByRole('button', { name: 'Transfer project' }).click()
  const dialog = page.getByRole('dialog', { name: 'Transfer Shop?' })
  await dialog.getByText('Rename Shop first. Harbour already has a project with that name').waitFor()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await dashboard.api.projects.update({ params: { ref }, body: { name: 'Market' } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.reload()
  await page.getByRole('button', { name: 'Transfer project' }).click()
  const again = page.getByRole('dialog', { name: 'Transfer Market?' })
  await again.getByText('Access for Acme’s webhooks, OAuth apps and access tokens').waitFor()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const confirm = again.getByRole('button', { name: 'Transfer project' })
  await expect.poll(() => confirm.isDisabled()).toBe(true)
  await again.getByRole('textbox').fill('Market')
  await confirm.click()
  await page.getByText('Market transferred to Harbour').waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Delete project' }).waitFor()
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/project/${ref}/settings/general`)
  await expect.poll(() => page.getByRole('link', { name: 'Subscription' }).getAttribute('href')).toBe(`/org/${slug}/billing`)
})
