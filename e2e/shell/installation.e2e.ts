import { addressText, completeText, signUpText } from '@colonnade/dashboard/testing/messages/features/mailed-links'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openOwnDashboard } from '../dashboard.ts'
import { insertPerson, openAs, signInAs } from '../person.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openOwnDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a person who owns nothing alone is deleted by typing their address, and is out at once', async () => {
  await insertPerson(dashboard, 'grace@example.com')
  const other = await openAs(dashboard, 'grace@example.com', '/organizations')
  const page = await dashboard.open('/installation?tab=people')
  const people = page.getByRole('list', { name: 'people' })
  await page.getByRole('button', { name: 'Delete grace' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete grace?' })
  await dialog.getByText('Ends all sessions, and deletes access tokens, passkeys and linked accounts.').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('textbox').fill('grace@example.com')
  await dialog.getByRole('button', { name: 'Delete person' }).click()
  await people.getByText('grace@example.com').waitFor({ state: 'detached' })
  await expect.poll(() => people.getByRole('button', { name: /^Delete/ }).count()).toBe(0)
  // by itself: the stream that the page follows ends with the session
  await other.waitForURL((url) => url.pathname === '/sign-in')
  await signInAs(other, 'grace@example.com')
  await other.getByText('The email address or password is wrong').waitFor()
})

test('the log is followed and searched, and the machine’s page says what runs and what is installed', async () => {
  const page = await dashboard.open('/installation?tab=log')
  const log = page.getByRole('list', { name: 'Log' })
  await log.getByText('started', { exact: true }).click()
  await log.getByText('"version"').waitFor()
  await expectAccessible(page)
  await page.getByLabel('Search the log').fill('nothing has this in it')
  await page.getByText('No matching lines').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.getByRole('tab', { name: 'Machine' }).click()
  await page.getByRole('region', { name: 'Updates' }).getByText('Installed').waitFor()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
})

test('once anybody may, a stranger makes an account with the link that the owner finds in the inbox', async () => {
  const stranger = await dashboard.openAsStranger('/sign-up')
  await stranger.getByRole('heading', { name: 'By invitation only' }).waitFor()
  await expectAccessible(stranger)

  const page = await dashboard.open('/installation?tab=sign-in')
  const region = page.getByRole('region', { name: 'Accounts' })
  await region.getByRole('radio', { name: 'Anyone' }).click()
  await region.getByText('Anyone who can reach this installation').waitFor()
  await expectAccessible(page)

  await stranger.goto(`${dashboard.url}/sign-in`)
  await stranger.getByRole('link', { name: /account/ }).click()
  await stranger.getByRole('heading', { name: signUpText.title }).waitFor()
  await stranger.getByLabel('Email').fill('joan@example.com')
  await stranger.getByRole('button', { name: signUpText.submit }).click()
  await stranger.getByRole('heading', { name: addressText.sentTitle }).waitFor()

  await page.getByRole('tab', { name: 'Mail' }).click()
  await page.getByRole('button', { name: 'Read “Finish signing up for Colonnade” to joan@example.com' }).click()
  const link = page.getByRole('dialog').locator('code')
  await link.waitFor()
  await expectAccessible(page)
  await stranger.goto((await link.textContent())!)
  await stranger.getByLabel('Name').fill('Joan')
  await stranger.getByRole('textbox', { name: 'Password' }).fill('colonnade 2026')
  await stranger.getByRole('button', { name: completeText.submit }).click()
  await stranger.getByText('This password is too easy to guess').waitFor()
  await stranger.getByRole('textbox', { name: 'Password' }).fill('a few unrelated words')
  await stranger.getByRole('button', { name: completeText.submit }).click()
  await stranger.waitForURL((url) => !url.pathname.startsWith('/sign-up'))

  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'People' }).click()
  await page.getByRole('list', { name: 'people' }).getByText('joan@example.com').waitFor()
})
