import { sql } from '@colonnade/sql'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright'
import { addText } from '@colonnade/dashboard/testing/messages/features/passkeys'
import { codesText, enrolText } from '@colonnade/dashboard/testing/messages/features/second-factors'
import { passkeyButtonText, secondStepText } from '@colonnade/dashboard/testing/messages/features/sessions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { inControlPlane } from '../control-plane.ts'
import { type Dashboard, openDashboard, ownerPassword } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** A stranger who has given the password, and is asked for more. */
async function showPassword(): Promise<Page> {
  const page = await dashboard.openAsStranger('/sign-in')
  await page.getByLabel('Email').fill(dashboard.email)
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: secondStepText.title }).waitFor()
  return page
}

test('an authenticator app is set up with a look at its QR code, and signing in then takes a second step', async () => {
  const page = await dashboard.open('/account/security')
  const panel = page.getByRole('region', { name: 'Two-step sign-in' })
  await panel.getByRole('button', { name: enrolText.title }).click()
  const dialog = page.getByRole('dialog', { name: enrolText.title })
  await dialog.getByLabel('Your password').fill(ownerPassword)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'QR code' }).waitFor()
  await expectAccessible(page)
  const secret = (await dialog.getByRole('region', { name: 'secret' }).textContent())!.replaceAll(' ', '')
  const at = Date.now()
  // no code is taken twice; the one after this one is taken early
  const code = (ahead: number) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at + ahead * 30_000 })
  await dialog.getByRole('textbox', { name: 'Code' }).fill(code(0))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const [recovery] = await codes.allTextContents()
  // they are not shown again
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: codesText.done }).click()
  await panel.getByText('10 left').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)

  const other = await showPassword()
  await expectAccessible(other)
  await other.getByRole('textbox', { name: 'Code' }).fill('000000')
  await other.keyboard.press('Enter')
  await other.getByText('The code is wrong or was already used').waitFor()
  await other.getByRole('textbox', { name: 'Code' }).fill(code(1))
  await other.keyboard.press('Enter')
  await other.waitForURL((url) => url.pathname !== '/sign-in')

  const third = await showPassword()
  await third.getByRole('button', { name: secondStepText.withRecoveryCode }).click()
  await third.getByLabel('Recovery code').fill(recovery!)
  await third.keyboard.press('Enter')
  await third.waitForURL((url) => url.pathname !== '/sign-in')
  await expect.poll(async () => (await dashboard.api.secondFactors.retrieve()).recovery_codes_left).toBe(9)
})

test('a passkey is created with the password, signs in without it and without a second step, and is two factors where an organization asks for them', async () => {
  const page = await dashboard.open('/account/security')
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true, isUserVerified: true } as const
  await devices.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, automaticPresenceSimulation: true } })
  await page.getByRole('button', { name: addText.title }).click()
  const dialog = page.getByRole('dialog', { name: addText.title })
  await dialog.getByLabel('Name').fill(' ')
  await dialog.getByLabel('Your password').fill(ownerPassword)
  await page.keyboard.press('Enter')
  await dialog.getByText('Enter a name').waitFor()
  await expect.poll(() => dialog.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
  await dialog.getByLabel('Name').fill('Laptop')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('list', { name: 'Passkeys' }).getByText('Laptop').waitFor()
  await dialog.waitFor({ state: 'detached' })

  await page.context().clearCookies()
  await page.goto(`${dashboard.url}/sign-in`)
  await page.getByRole('button', { name: passkeyButtonText.withPasskey }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await expect.poll(async () => (await dashboard.api.passkeys.list()).passkeys[0]?.last_used_at).toEqual(expect.any(String))

  // without the app the password is one factor, and the passkey two
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Guarded' } })
  await inControlPlane(dashboard, async (client) => {
    await client.run(sql`delete from authenticators using users where users.id = user_id and users.email = ${dashboard.email}`)
    await client.run(sql`update organizations set requires_two_factor = true where slug = ${slug}`)
  })
  const team = page.getByRole('heading', { name: 'Team', exact: true })
  await page.goto(`${dashboard.url}/org/${slug}/team`)
  await team.waitFor()
  await page.context().clearCookies()
  await page.goto(`${dashboard.url}/sign-in`)
  await page.getByLabel('Email').fill(dashboard.email)
  await page.getByLabel('Password', { exact: true }).fill(ownerPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await page.goto(`${dashboard.url}/org/${slug}/team`)
  await page.getByText('You signed in with your password only').waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Sign in with your passkey' }).click()
  await page.getByRole('button', { name: passkeyButtonText.withPasskey }).click()
  await page.waitForURL((url) => url.pathname !== '/sign-in')
  await page.goto(`${dashboard.url}/org/${slug}/team`)
  await team.waitFor()
})
