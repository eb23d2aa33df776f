import { dialogText as inviteText } from '@colonnade/dashboard/testing/messages/features/invitations'
import { pageText } from '@colonnade/dashboard/testing/messages/features/members'
import { dialogText as roleText, listText, removeText } from '@colonnade/dashboard/testing/messages/features/organization-roles'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard

beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a person is invited, joins with a new account, gets another role, and is removed', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Harbour' } })
  const ada = dashboard.addressOf('ada')
  const page = await dashboard.open(`/org/${slug}/team`)
  await page.getByRole('button', { name: pageText.invitePeople }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: inviteText.emails }).fill(`${ada}\n${dashboard.email}`)
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByRole('dialog', { name: inviteText.invited(1) }).waitFor()
  await dialog.getByText(inviteText.member).waitFor()
  await expectAccessible(page)
  const link = await dialog.getByTitle(/\/invitation#/).textContent()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Open invitations' }).getByText(ada).waitFor()

  const theirs = await dashboard.openAsStranger(link!.slice(dashboard.url.length))
  await theirs.getByRole('heading', { name: 'Join Harbour' }).waitFor()
  await expectAccessible(theirs)
  await expect.poll(() => theirs.getByLabel('Email').inputValue()).toBe(ada)
  await theirs.getByRole('region', { name: 'Your role' }).getByText('Developer').waitFor()
  await theirs.getByLabel('Name').fill('Ada')
  await theirs.getByRole('textbox', { name: 'Password' }).fill('a-password-of-ada')
  await theirs.getByRole('button', { name: 'Create account and join' }).click()
  await theirs.waitForURL(`${dashboard.url}/org/${slug}`)

  await page.reload()
  await page.getByRole('button', { name: 'Manage Ada' }).click()
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Read-only' }).click()
  await dialog.getByText('Can’t make changes').waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('row', { name: /Ada.*Read-only/ }).waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await theirs.goto(`${dashboard.url}/org/${slug}/team`)
  await theirs.getByRole('row', { name: /Ada.*You.*Read-only/ }).waitFor()
  await expect.poll(() => theirs.getByRole('button', { name: pageText.invitePeople }).count()).toBe(0)

  await page.getByRole('button', { name: 'Manage Ada' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('dialog', { name: 'Remove Ada?' }).getByRole('button', { name: 'Remove Ada' }).click()
  await page.getByText(pageText.aloneTitle).waitFor()

  // the next call that is refused says it, and nothing of the organization is left around
  await theirs.getByRole('link', { name: 'Usage' }).click()
  await theirs.getByText('You’re no longer a member of Harbour').waitFor()
  await expect.poll(() => theirs.getByRole('link', { name: 'Team' }).count()).toBe(0)
  await expectAccessible(theirs)
  await theirs.reload()
  await theirs.getByText('Organization not found').waitFor()
  await theirs.goto(link!)
  await theirs.getByText('This invitation was already accepted.').waitFor()
})

test('a role is created from permissions, explained, given, and replaced when it is deleted', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Lighthouse' } })
  const page = await dashboard.open(`/org/${slug}/team`)
  const dialog = page.getByRole('dialog')
  const roles = page.getByRole('list', { name: 'Roles' })
  await page.getByRole('button', { name: 'New role' }).click()
  await dialog.getByRole('button', { name: roleText.create }).click()
  await dialog.getByText('Enter a name').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('developer')
  await dialog.getByRole('button', { name: roleText.create }).click()
  await dialog.getByText('This name is used by a built-in role').waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Data analysts')
  await dialog.getByRole('checkbox', { name: /Change schemas and data/i }).click()
  await dialog.getByText('Can view schemas and data, and run read-only queries; change schemas and data and run any SQL.').waitFor()
  // what needs it goes with it
  await dialog.getByRole('checkbox', { name: /View schemas and data/i }).click()
  await dialog.getByText('Can’t view schemas and data').waitFor()
  await dialog.getByRole('checkbox', { name: /Read the audit log/i }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: roleText.create }).click()
  await roles.getByText('Data analysts').waitFor()

  await page.getByRole('button', { name: pageText.invitePeople }).click()
  await dialog.getByRole('textbox', { name: inviteText.emails }).fill(dashboard.addressOf('bea'))
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Data analysts' }).click()
  await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Open invitations' }).getByText('Data analysts').waitFor()
  await roles.getByText('1 invited').waitFor()

  await page.getByRole('button', { name: listText.editRole('Data analysts') }).click()
  await dialog.getByText(roleText.heldBy('1 invited')).waitFor()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Auditors')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('list', { name: 'Open invitations' }).getByText('Auditors').waitFor()

  await page.getByRole('button', { name: 'Delete Auditors' }).click()
  await dialog.getByText('1 open invitation uses it').waitFor()
  await dialog.getByRole('combobox', { name: removeText.replacement }).click()
  await page.getByRole('option', { name: 'Read-only' }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Delete role' }).click()
  await page.getByRole('list', { name: 'Open invitations' }).getByText('Read-only').waitFor()
  await expect.poll(() => roles.getByText('Auditors').count()).toBe(0)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
})

test('where only the roles do not come, the members are there, and the roles can be asked for again', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Jetty' } })
  const page = await dashboard.open('/organizations')
  const roles = `${dashboard.url}/platform/organizations/${slug}/roles`
  await page.route(roles, (route) => route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } }))
  await page.goto(`${dashboard.url}/org/${slug}/team`)
  const region = page.getByRole('region', { name: 'Roles' })
  await region.getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('row', { name: /You.*Owner/ }).waitFor()
  await page.unroute(roles)
  await region.getByRole('button', { name: 'Try again' }).click()
  await region.getByText('Developer', { exact: true }).waitFor()
})

test('where the members do not come, the page says so and stays as it is, until they do', async () => {
  const { slug } = await dashboard.api.organizations.create({ body: { name: 'Mole' } })
  const page = await dashboard.open('/organizations')
  const members = `${dashboard.url}/platform/organizations/${slug}/members`
  let asked = 0
  await page.route(members, (route) => {
    asked += 1
    return route.fulfill({ status: 503, json: { code: 'unavailable', message: 'Not now' } })
  })
  await page.goto(`${dashboard.url}/org/${slug}/team`)
  const said = page.getByText('This page is temporarily unavailable')
  await said.waitFor()
  await expectAccessible(page)
  const shown = await said.elementHandle()
  const before = asked
  await page.getByRole('button', { name: 'Try again now' }).click()
  await expect.poll(() => asked).toBeGreaterThanOrEqual(before + 3)
  await expect.poll(() => shown.evaluate((element) => element.isConnected)).toBe(true)
  await page.unroute(members)
  await page.getByRole('row', { name: /You.*Owner/ }).waitFor()
})
