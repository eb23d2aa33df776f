import {
  dialogText,
  freshTokenText,
  pageText,
  revokeText,
  rowText,
  scopeChoiceText,
} from '@colonnade/dashboard/testing/messages/features/access-tokens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a new token calls the API within its scopes, shows its last use, and ends when it is revoked', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Quay' } })
  const page = await dashboard.open('/account/tokens')
  await page.getByRole('button', { name: pageText.createFirst }).click()
  const dialog = page.getByRole('dialog', { name: dialogText.title })
  await dialog.getByRole('button', { name: dialogText.submit }).click()
  await dialog.getByText('Enter a name').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Nightly report')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: dialogText.submit }).click()

  const fresh = page.getByRole('region', { name: freshTokenText.label('Nightly report') })
  const token = (await fresh.getByText(/^sbp_\w+$/).textContent())!
  await expectAccessible(page)
  const call = (path: string, init: RequestInit = {}) =>
    fetch(`${dashboard.url}/platform${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'user-agent': 'report/1.0' },
    })
  expect(await (await call('/organizations')).json()).toMatchObject([{ slug, name: 'Quay' }])
  const refused = await call('/organizations', { method: 'POST', body: JSON.stringify({ name: 'Another' }) })
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'access_token_refused' }])
  await fresh.getByRole('button', { name: 'I’ve copied it' }).click()

  await page.reload()
  await expect.poll(() => page.getByText(token).count()).toBe(0)
  const list = page.getByRole('list', { name: 'Access tokens' })
  await list.getByTitle('report/1.0').getByText('127.0.0.1').waitFor()
  await list.getByRole('button', { name: rowText.showPermissions(scopeChoiceText.readOnly, 'Nightly report') }).click()
  await page
    .getByRole('list', { name: rowText.permissions('Nightly report'), exact: true })
    .getByRole('listitem')
    .first()
    .waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await list.getByRole('button', { name: rowText.revokeToken('Nightly report') }).click()
  await page.getByRole('dialog').getByRole('button', { name: revokeText.confirm }).click()
  await page.getByText(pageText.emptyTitle).waitFor()
  // what had the focus is gone, and it did not fall to the top of the page
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY')
  expect((await call('/organizations')).status).toBe(401)
})
