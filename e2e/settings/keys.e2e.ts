import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard, ownerPassword } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Keys')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a key with a role of the project is created, revealed with the password, and deleted', async () => {
  const page = await dashboard.open(`/project/${ref}/settings/api-keys`)
  await page.getByRole('button', { name: 'Create key', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Create API key' })
  await dialog.getByLabel('Name').fill('nightly_jobs')
  await dialog.getByLabel('Role').click()
  await page.getByRole('option', { name: 'authenticated' }).click()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const created = page.getByRole('region', { name: 'New API key' })
  const text = await created.getByText(/^sb_secret_[\w-]{22}_[\w-]{8}$/).innerText()
  await created.getByRole('button', { name: 'I’ve copied it' }).click()
  await page.getByRole('button', { name: 'Reveal secret key nightly_jobs' }).click()
  await page.getByLabel('Your password').fill(ownerPassword)
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await page.getByText(text, { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Delete secret key nightly_jobs' }).click()
  const question = page.getByRole('dialog', { name: 'Delete “nightly_jobs”?' })
  await question.getByLabel(/^Type/).fill('nightly_jobs')
  await question.getByRole('button', { name: 'Delete key' }).click()
  await page.getByText('API key deleted').waitFor()
  await expect.poll(() => page.getByText('nightly_jobs', { exact: true }).count()).toBe(0)
})

test('signing keys are rotated, and the key of before is revoked', async () => {
  const page = await dashboard.open(`/project/${ref}/settings/jwt`)
  const inUse = page.getByRole('region', { name: 'In use' })
  const before = await inUse.getByText(/^[0-9a-f-]{36}$/).innerText()
  await page.getByRole('button', { name: 'Create standby key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('button', { name: /^Rotate to this key/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Rotate anyway' }).click()
  await page.getByRole('region', { name: 'Previously used' }).getByText(before).waitFor()
  await page.getByRole('button', { name: /^Revoke: ES256/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click()
  await page.getByRole('region', { name: 'Revoked' }).getByText(before).waitFor()
})
