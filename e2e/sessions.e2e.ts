import { addressText, forgotText, newPasswordText } from '@colonnade/dashboard/testing/messages/features/mailed-links'
import { ownerFormText } from '@colonnade/dashboard/testing/messages/features/sessions'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible } from './accessibility.ts'
import { type Dashboard, openOwnDashboard, ownerEmail, ownerPassword } from './dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  // no owner from the environment: the first start prints a link
  dashboard = await openOwnDashboard({ COLONNADE_OWNER_EMAIL: '', COLONNADE_OWNER_PASSWORD: '' })
})
afterAll(() => dashboard[Symbol.asyncDispose]())

describe('the first start', () => {
  test('without the link says where it was printed', async () => {
    const page = await dashboard.openAsStranger('/')
    await page.getByRole('heading', { name: 'Almost there' }).waitFor()
    await expectAccessible(page)
  })

  test('prints a link that creates the owner and signs in', async () => {
    const link = /\/sign-in\?setup=\w+/.exec(dashboard.server.output())![0]
    const page = await dashboard.openAsStranger(link)
    await page.getByRole('heading', { name: ownerFormText.createOwner }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(ownerEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill('short')
    await page.getByRole('button', { name: ownerFormText.createOwner }).click()
    await page.getByText('Use at least 10 characters').waitFor()
    await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await page.getByRole('button', { name: ownerFormText.createOwner }).click()
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
  })

  test('takes the link only once', async () => {
    const link = /\/sign-in\?setup=\w+/.exec(dashboard.server.output())![0]
    const page = await dashboard.openAsStranger(link)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

describe('signing in', () => {
  test('refuses a wrong password without saying what was wrong, and keeps what was typed', async () => {
    const page = await dashboard.openAsStranger('/sign-in')
    await page.getByLabel('Email').fill(ownerEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill('not the password')
    await page.keyboard.press('Enter')
    await page.getByText('The email address or password is wrong').waitFor()
    await expect.poll(() => page.getByLabel('Email').inputValue()).toBe(ownerEmail)
  })

  test('goes to the page that was asked for, and signing out ends it', async () => {
    const page = await dashboard.openAsStranger('/new')
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expectAccessible(page)
    await page.getByLabel('Email').fill(ownerEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'New organization' }).waitFor()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: /log out/i }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await page.goto(`${dashboard.url}/organizations`)
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })

  test('a session that ended elsewhere sends to the sign-in page at the next click', async () => {
    const page = await dashboard.openAsStranger('/sign-in')
    await page.getByLabel('Email').fill(ownerEmail)
    await page.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Organizations' }).waitFor()
    await page.context().clearCookies()
    await page.reload()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  })
})

describe('a forgotten password', () => {
  test('is replaced with the link that the owner finds in the inbox', async () => {
    const stranger = await dashboard.openAsStranger('/sign-in')
    await stranger.getByRole('link', { name: 'Forgot your password?' }).click()
    await stranger.getByRole('heading', { name: 'Forgot your password?' }).waitFor()
    await expectAccessible(stranger)
    await stranger.getByLabel('Email').fill(ownerEmail)
    await stranger.getByRole('button', { name: forgotText.submit }).click()
    await stranger.getByRole('heading', { name: addressText.sentTitle }).waitFor()

    const owner = await dashboard.openAsStranger('/sign-in?returnTo=/installation?tab=mail')
    await owner.getByLabel('Email').fill(ownerEmail)
    await owner.getByRole('textbox', { name: 'Password' }).fill(ownerPassword)
    await owner.keyboard.press('Enter')
    await owner.getByRole('heading', { name: 'Installation' }).waitFor()
    await owner.getByRole('button', { name: /^Read “Reset your Colonnade password/ }).click()
    const link = owner.getByRole('dialog').locator('code')
    await link.waitFor()
    await expectAccessible(owner)
    const address = await link.textContent()

    await stranger.goto(address!)
    await stranger.getByRole('textbox', { name: 'New password' }).fill('another-long-password')
    await stranger.getByRole('button', { name: newPasswordText.submit }).click()
    await stranger.getByRole('heading', { name: newPasswordText.doneTitle }).waitFor()
    await stranger.getByRole('link', { name: 'Sign in' }).click()
    await stranger.getByLabel('Email').fill(ownerEmail)
    await stranger.getByRole('textbox', { name: 'Password' }).fill('another-long-password')
    await stranger.keyboard.press('Enter')
    await stranger.getByRole('heading', { name: 'Organizations' }).waitFor()
  })
})
