import { openTestOpenId, type TestOpenId } from '@colonnade/testing/sign-in-providers/openid'
import { addText as providerText, rowText } from '@colonnade/dashboard/testing/messages/features/identity-providers'
import { confirmLinkText, returnText } from '@colonnade/dashboard/testing/messages/features/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openOwnDashboard, ownerEmail, ownerPassword } from '../dashboard.ts'

let dashboard: Dashboard
let openId: TestOpenId

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  openId = await openTestOpenId([`${dashboard.url}/sign-in/with/acme-id`])
})
afterAll(async () => {
  await openId[Symbol.asyncDispose]()
  await dashboard[Symbol.asyncDispose]()
})

test('a provider is configured, tested and turned on; it signs in once the account’s password was shown, and is unlinked again', async () => {
  const page = await dashboard.open('/installation?tab=sign-in')
  await page.getByRole('button', { name: providerText.title }).click()
  await page.getByLabel('Name', { exact: true }).fill('Acme ID')
  await page.getByLabel('Issuer').fill(openId.issuer)
  await page.getByText(`${dashboard.url}/sign-in/with/acme-id`).waitFor()
  await page.getByLabel('Client ID').fill(openId.clientId)
  await page.getByLabel('Client secret').fill('wrong')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: providerText.save }).click()
  await page.getByRole('button', { name: 'Test Acme ID' }).click()
  await page.getByText('doesn’t accept the client ID or the secret').waitFor()
  await page.getByRole('button', { name: 'Edit Acme ID' }).click()
  await page.getByLabel('New client secret').fill(openId.clientSecret)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Test Acme ID' }).click()
  await page.getByText(rowText.works('Acme ID')).waitFor()
  await page.getByRole('switch', { name: 'Acme ID' }).click()
  await page.getByRole('switch', { name: 'Acme ID', checked: true }).waitFor()
  await expectAccessible(page)

  const other = await dashboard.openAsStranger('/sign-in?returnTo=%2Faccount%2Fsecurity')
  await other.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await other.getByRole('heading', { name: returnText.notSignedIn }).waitFor()
  expect(other.url()).toBe(`${dashboard.url}/sign-in/with/acme-id`)
  await other.getByRole('link', { name: returnText.backToSignIn }).click()
  openId.accounts.set('olive', { email: ownerEmail, email_verified: true })
  openId.doing = { as: 'olive' }
  await other.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await other.getByRole('heading', { name: confirmLinkText.title }).waitFor()
  await other.getByLabel('Password', { exact: true }).fill('not-the-password')
  await other.keyboard.press('Enter')
  await other.getByText(`The password of ${ownerEmail} is wrong`).waitFor()
  await expectAccessible(other)
  await other.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await other.keyboard.press('Enter')
  await other.waitForURL((url) => url.pathname === '/account/security')
  await other.getByRole('list', { name: 'Linked accounts' }).getByText('Acme ID').waitFor()
  await expectAccessible(other)

  const again = await dashboard.openAsStranger('/sign-in')
  await again.getByRole('button', { name: 'Continue with Acme ID' }).click()
  await again.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
  await again.goto(`${dashboard.url}/account/security`)
  await again.getByRole('button', { name: 'Unlink Acme ID' }).click()
  await again.getByLabel('Your password').fill(ownerPassword)
  await again.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click()
  await again.getByRole('button', { name: 'Link Acme ID' }).waitFor()
  await again.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(again)
})
