import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

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
  await page.getByText('It can be reset while the project is active.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${dashboard.url}/project/${ref}/settings/general`)
  await page.getByRole('heading', { name: 'Paused' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Restart project' }).isDisabled()).toBe(true)
  await page.getByText('It can be restarted while the project is active.').waitFor()
  await page.getByText('It can be put to sleep while the project is active.').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: 'Restore project' }).dblclick()
  await expect.poll(() => page.getByRole('button', { name: 'Pause project' }).isEnabled()).toBe(true)
  await expect.poll(() => page.getByText(/while the project is active/).count()).toBe(0)
  await expect.poll(() => page.getByText(/^Failed/).count()).toBe(0)
})
