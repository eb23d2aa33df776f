import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Herald')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

describe('the bell', () => {
  test('counts what is new, shows it, and marks it seen when it closes', async () => {
    const page = await dashboard.open(`/project/${ref}`)
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
    await page.getByText('Herald is ready').waitFor()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
    await expect.poll(async () => (await dashboard.api.notifications.summary()).unread_count).toBe(0)
  })

  test('archives one, finds it in the archive, and takes it back', async () => {
    const page = await dashboard.open('/organizations')
    await page.getByRole('button', { name: 'Notifications', exact: true }).click()
    await page.getByRole('button', { name: 'Archive', exact: true }).first().click()
    await page.getByText('All caught up').waitFor()
    await page.getByRole('tab', { name: 'Archived' }).click()
    await page.getByText('Herald is ready').waitFor()
    await page.getByRole('button', { name: 'Move to inbox' }).click()
    await page.getByText('No archived notifications').waitFor()
  })
})
