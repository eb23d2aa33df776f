import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('somebody is invited, joins with a new account, gets another role, and is removed', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  const page = await dashboard.open(`/org/${slug}/team`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'E-mail addresses' }).fill('ada@example.com\nowner@example.com')
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog', { name: '1 person was invited' }).waitFor()
  await dialog.getByText('belongs to the organization already').waitFor()
  await expectAccessible(page)
  const link = await dialog.getByTitle(/\/invitation#/).textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Open invitations' }).getByText('ada@example.com').waitFor()

  const theirs = await dashboard.openAsStranger(link!.slice(dashboard.url.length))
  await theirs.getByRole('heading', { name: 'Join Harbour' }).waitFor()
  await expectAccessible(theirs)
  await theirs.getByLabel('Email').fill('ada@example.com')
  await theirs.getByLabel('Name').fill('Ada')
  await theirs.getByRole('textbox', { name: 'Password' }).fill('a-password-of-ada')
  await theirs.getByRole('button', { name: 'Create account and join' }).click()
  await theirs.waitForURL(`${dashboard.url}/org/${slug}`)

  await page.reload()
  await page.getByRole('button', { name: 'Manage Ada' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Read-only' }).click()
  await dialog.getByText('changes nothing').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Ada.*Read-only/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await theirs.goto(`${dashboard.url}/org/${slug}/team`)
  await theirs.getByRole('row', { name: /Ada.*You.*Read-only/ }).waitFor()
  await expect.poll(() => theirs.getByRole('button', { name: 'Invite people' }).count()).toBe(0)

  await page.getByRole('button', { name: 'Manage Ada' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove Ada?' }).getByRole('button', { name: 'Remove Ada' }).click()
  await page.getByText('Nobody else is here yet').waitFor()

  await theirs.reload()
  await theirs.getByText('There is no such organization').waitFor()
  await theirs.goto(link!)
  await theirs.getByText('it can be accepted only once').waitFor()
})
