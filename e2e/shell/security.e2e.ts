import { sessionText } from '@colonnade/dashboard/testing/messages/features/account'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard, ownerPassword } from '../dashboard.ts'
import { signIn } from '../recovery/installation.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const isIn = async (cookie: string) => (await fetch(`${dashboard.url}/platform/profile`, { headers: { cookie } })).status === 200

test('sessions are listed and ended, the password is changed, and the audit log shows both', async () => {
  const elsewhere = await signIn(dashboard.url, { email: dashboard.email, password: ownerPassword })
  const page = await dashboard.open('/account/security')
  await page.getByText(sessionText.current).waitFor()
  await expectAccessible(page)
  await page
    .getByRole('button', { name: /^Sign out of/ })
    .first()
    .click()
  await expect.poll(() => isIn(elsewhere)).toBe(false)
  await page.getByRole('button', { name: /^Sign out of/ }).waitFor({ state: 'detached' })

  await page.getByLabel('Current password').fill('not-my-password')
  await page.getByLabel('New password').fill('another-horse-battery')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('The password is wrong').waitFor()
  await page.getByLabel('Current password').fill(ownerPassword)
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('link', { name: 'Audit logs' }).click()
  await page.getByRole('button', { name: 'Changed the password' }).waitFor()
  await page.getByRole('button', { name: 'Signed out or ended a session' }).first().waitFor()
  await expectAccessible(page)
})
