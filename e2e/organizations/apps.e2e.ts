import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHash, randomBytes } from 'node:crypto'
import { consentText, dialogText, ownGrantsText, pageText, rowText } from '@colonnade/dashboard/testing/messages/features/apps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'
import { signInAs } from '../person.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

/** Where the application is that people are sent back to. */
async function openApplication(): Promise<{ readonly port: number; close(): void }> {
  const server = createServer((_request, reply) => reply.setHeader('content-type', 'text/html').end('<title>Back</title><h1>Back at the app</h1>'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, close: () => server.close() }
}

test('an app is registered, authorized in the browser by who signs in for it, calls the API, and is revoked', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  const application = await openApplication()
  const page = await dashboard.open(`/org/${slug}/general`)
  await page.getByRole('link', { name: 'OAuth apps' }).click()
  await page.getByRole('button', { name: pageText.registerFirstOne }).last().click()
  const dialog = page.getByRole('dialog', { name: dialogText.title })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Deployer')
  await dialog.getByRole('textbox', { name: dialogText.redirects }).fill('http://example.com/')
  await dialog.getByRole('button', { name: 'Register app' }).click()
  await dialog.getByText('Use https, except for localhost').waitFor()
  const callback = `http://127.0.0.1:${application.port}/callback`
  await dialog.getByRole('textbox', { name: dialogText.redirects }).fill(callback)
  await dialog.getByRole('button', { name: 'Register app' }).click()
  const credentials = page.getByRole('region', { name: 'Credentials of Deployer' })
  await credentials.waitFor()
  await expectAccessible(page)
  const [clientId, secret] = await Promise.all([/^[0-9a-f-]{36}$/, /^cls_/].map(async (text) => (await credentials.getByText(text).textContent())!))
  await credentials.getByRole('button', { name: 'I’ve copied it' }).click()
  await page.getByText('No member has authorized an app here.').waitFor()

  const verifier = randomBytes(32).toString('base64url')
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: clientId!,
    redirect_uri: callback,
    scope: 'organization:read projects:read',
    state: '12345',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const person = await dashboard.openAsStranger(`/platform/oauth/authorize?${query.toString()}`)
  await signInAs(person, dashboard.email)
  await person.getByRole('heading', { name: consentText.title('Deployer') }).waitFor()
  await person.getByText('see projects, their status and their settings').waitFor()
  await expectAccessible(person)
  await person.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(person)
  await person.getByRole('button', { name: consentText.authorize }).click()
  await person.getByRole('heading', { name: 'Back at the app' }).waitFor()
  const told = new URL(person.url()).searchParams
  expect([told.get('state'), told.get('iss')]).toEqual(['12345', dashboard.url])

  const reply = await fetch(`${dashboard.url}/platform/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: told.get('code')!,
      redirect_uri: callback,
      code_verifier: verifier,
      client_id: clientId!,
      client_secret: secret!,
    }),
  })
  const { access_token: token } = (await reply.json()) as { access_token: string }
  const call = async () => (await fetch(`${dashboard.url}/platform/organizations`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await call()).toBe(200)

  await page.reload()
  await page.getByRole('list', { name: 'Authorized apps' }).getByText(dashboard.email).waitFor()
  await page.goto(`${dashboard.url}/account/tokens`)
  await page.getByRole('button', { name: 'Revoke Deployer' }).click()
  await page.getByRole('dialog', { name: 'Revoke Deployer?' }).getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(ownGrantsText.empty).waitFor()
  await expectAccessible(page)
  expect(await call()).toBe(401)

  await page.goto(`${dashboard.url}/org/${slug}/apps`)
  await page.getByRole('button', { name: rowText.actionsFor('Deployer') }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  const removal = page.getByRole('dialog', { name: 'Delete Deployer?' })
  await removal.getByRole('textbox').fill('Deployer')
  await removal.getByRole('button', { name: 'Delete app' }).click()
  await page.getByText(pageText.emptyTitle).waitFor()
  await page.goto(`${dashboard.url}/platform/oauth/authorize?${query.toString()}`)
  await page.getByText('This application isn’t registered here.').waitFor()
  application.close()
})
