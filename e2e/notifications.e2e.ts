import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteNotifications, insertNotifications } from './control-plane.ts'
import { type Dashboard, openDashboard } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const box = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const item = (page: Page, title: string) => box(page).getByRole('listitem').filter({ hasText: title })
const titles = async (status: 'new' | 'seen' | 'archived') =>
  (await dashboard.api.notifications.list({ query: { status: [status], limit: 100 } })).items.map(({ data }) => data.title)
const openBell = async (page: Page) => {
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await box(page).getByRole('tab', { name: 'Inbox' }).waitFor()
}

test('news come to the bell of an open page, which archives them, finds them in the archive, and takes them back as seen', async () => {
  const page = await dashboard.open('/organizations')
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()
  await insertNotifications(dashboard, [{ title: 'Herald is ready' }])
  await page.getByRole('button', { name: 'Notifications, 1 unread' }).waitFor()
  await openBell(page)
  await item(page, 'Herald is ready').getByRole('button', { name: 'Archive', exact: true }).click()
  await page.getByText('All caught up').waitFor()
  await expect.poll(() => titles('archived')).toEqual(['Herald is ready'])
  // the panel of a tab is there before the other one has gone
  await page.getByRole('tab', { name: 'Archived' }).click()
  const archive = page.getByRole('tabpanel', { name: 'Archived' })
  await archive.getByText('Herald is ready', { exact: true }).waitFor()
  await archive.getByRole('button', { name: 'Move to inbox' }).first().click()
  await archive.getByText('No archived notifications').waitFor()
  await expect.poll(() => titles('seen')).toEqual(['Herald is ready'])
  await page.getByRole('tab', { name: 'Inbox' }).click()
  await page.getByRole('tabpanel', { name: 'Inbox' }).getByText('Herald is ready', { exact: true }).waitFor()
})

test('two tabs show the same, and what one of them does is seen in the other', async () => {
  await deleteNotifications(dashboard)
  await insertNotifications(dashboard, [{ title: 'For both' }])
  const one = await dashboard.open('/organizations')
  const two = await one.context().newPage()
  await two.goto(`${dashboard.url}/organizations`)
  await openBell(one)
  await openBell(two)
  await item(two, 'For both').waitFor()
  await item(one, 'For both').getByRole('button', { name: 'Archive', exact: true }).click()
  await box(one).getByText('All caught up').waitFor()
  await box(two).getByText('All caught up').waitFor()
})
