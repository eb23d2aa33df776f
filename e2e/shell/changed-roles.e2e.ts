import type { MemberRole } from '@colonnade/contracts/foundation/permissions'
import { explainChangeErrorText } from '@colonnade/dashboard/testing/messages/features/table-editor/changes'
import { stagingBarText } from '@colonnade/dashboard/testing/messages/features/table-editor/staging'
import type { Page, Response } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { createAlbums } from '../albums.ts'
import { type Dashboard, openDashboard, ownerPassword } from '../dashboard.ts'
import { insertPerson, openAs } from '../person.ts'
import { connect, signIn } from '../recovery/installation.ts'

let email: string
let slug: string
let dashboard: Dashboard
let ref: string
let id: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await createAlbums(dashboard)
  slug = await dashboard.organization()
  email = dashboard.addressOf('second')
  await insertPerson(dashboard, email)
  const { outcomes } = await dashboard.api.invitations.create({ params: { slug }, body: { emails: [email], role: 'administrator' } })
  const [outcome] = outcomes
  if (outcome?.outcome !== 'invited') throw new Error('They were not invited')
  const theirs = connect(dashboard.url, await signIn(dashboard.url, { email, password: ownerPassword }))
  await theirs.invitationLinks.accept({ body: { token: new URL(outcome.link).hash.slice(1) } })
  await theirs.sessions.updatePreferences({ body: { feature_previews: ['column_privileges'] } })
  id = (await dashboard.api.members.list({ params: { slug } })).find(({ primary_email: address }) => address === email)!.id
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const become = (role: MemberRole) => dashboard.api.members.update({ params: { slug, id }, body: { role } })
const refusal = (who: string) => `Your role, Read-only, does not allow this: ${who} can do it`
const focused = (page: Page) => page.evaluate(() => document.activeElement?.ariaLabel ?? document.activeElement?.textContent)

test('a form that is open when somebody is given a role to read keeps what was typed, and says who can send it', async () => {
  const page = await openAs(dashboard, email, `/project/${ref}/database/roles`)
  await page.getByRole('button', { name: 'New role' }).click()
  const form = page.getByRole('dialog', { name: 'New role' })
  await form.getByRole('textbox', { name: 'Name' }).fill('reporter')
  const table = await page.context().newPage()
  const search = new URLSearchParams({ schema: 'public', open: JSON.stringify({ kind: 'table-new' }) })
  await table.goto(`${dashboard.url}/project/${ref}/editor?${search.toString()}`)
  const tableForm = table.getByRole('dialog', { name: 'New table' })
  await tableForm.getByRole('textbox', { name: 'Name', exact: true }).fill('artist')

  await become('read-only')
  for (const [of, submit] of [
    [form, 'Create role'],
    [tableForm, 'Create table'],
  ] as const) {
    const button = of.getByRole('button', { name: submit })
    await button.focus()
    await button.press('Enter')
    await of.getByText(refusal('owners, administrators and developers')).waitFor()
    // it is known from now on, and said beside the button
    await of.getByText('Owners, administrators and developers can change the database.').waitFor()
    await expect.poll(() => button.getAttribute('aria-disabled')).toBe('true')
    await expect.poll(() => focused(of.page())).toBe(submit)
  }
  await expect.poll(() => form.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('reporter')
  await expect.poll(() => tableForm.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe('artist')
  await expectAccessible(page)

  // given back, it goes on
  await become('administrator')
  const submit = form.getByRole('button', { name: 'Create role' })
  await submit.press('Enter')
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBeNull()
  await become('read-only')
  await submit.press('Enter')
  await expect.poll(() => submit.getAttribute('aria-disabled')).toBe('true')
  await form.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Discard' }).click()
  // what would be refused is not offered any more
  await form.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: 'New role' }).count()).toBe(0)
})

test('edits of rows that are refused stay, and Save keeps the focus and says who can save them', async () => {
  await become('administrator')
  const page = await openAs(dashboard, email, `/project/${ref}/editor?table=album`)
  const edited = page.getByRole('gridcell', { name: /^Facelift/ })
  await page.getByRole('gridcell', { name: 'Big Ones' }).dblclick()
  await page.getByRole('grid').getByRole('textbox').fill('Facelift')
  await page.keyboard.press('Enter')
  const bar = page.getByRole('region', { name: 'Changes' })
  const save = bar.getByRole('button', { name: 'Save' })
  await become('read-only')
  await save.press('Enter')
  await bar.getByText(stagingBarText.failed(explainChangeErrorText.role)).waitFor()
  await page.getByText(refusal('owners, administrators and developers')).waitFor()
  const who = bar.getByText('Owners, administrators and developers can change the database.')
  await who.waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
  await expect.poll(() => focused(page)).toBe('Save')
  await edited.waitFor()
  await expectAccessible(page)

  // given back, it goes on
  await become('administrator')
  await save.press('Enter')
  await who.waitFor({ state: 'detached' })
  await become('read-only')
  await edited.click()
  await page.keyboard.press('ControlOrMeta+s')
  await who.waitFor()
  await bar.getByRole('button', { name: 'Discard' }).press('Enter')
  // what would be refused is not offered any more
  await expect.poll(() => page.getByRole('button', { name: 'Insert row' }).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('settings that are refused keep what was typed, and the focus is where the button was', async () => {
  await become('administrator')
  const page = await openAs(dashboard, email, `/project/${ref}/settings/database`)
  const networks = page.getByRole('region', { name: 'Network restrictions' })
  await networks.getByRole('radio', { name: 'Only from' }).click()
  const text = networks.getByRole('textbox', { name: 'Networks' })
  await text.fill('203.0.113.0/24')
  await become('read-only')
  await networks.getByRole('button', { name: 'Save' }).press('Enter')
  await page.getByText(`Failed to change the network restrictions: ${refusal('owners and administrators')}`).waitFor()
  await networks.getByText('Owners and administrators can change it.').waitFor()
  await expect.poll(() => text.inputValue()).toBe('203.0.113.0/24')
  await expect.poll(() => text.isDisabled()).toBe(true)
  await expect.poll(() => focused(page)).toBe('Network restrictions')

  const branch = await dashboard.api.branches.create({ params: { ref }, body: { name: 'try' } })
  await page.goto(`${dashboard.url}/project/${ref}/branches?merge=${branch.id}`)
  await page.getByText(/^Owners, administrators and developers can rehearse and merge it/).waitFor()
})

test('a password and a transfer that are refused stay open, with what was typed and why', async () => {
  await become('administrator')
  const { name } = await dashboard.api.projects.retrieve({ params: { ref } })
  const theirs = connect(dashboard.url, await signIn(dashboard.url, { email, password: ownerPassword }))
  await theirs.organizations.create({ body: { name: 'Harbour' } })
  const page = await openAs(dashboard, email, `/project/${ref}/settings/database`)
  await page.getByRole('button', { name: 'Reset password' }).click()
  const reset = page.getByRole('dialog', { name: 'Reset database password' })
  const password = reset.getByRole('textbox', { name: 'Database password' })
  await password.fill('Slow-Rivers-31x')
  await become('developer')
  const refused = 'Your role, Developer, does not allow this: owners and administrators can do it'
  await reset.getByRole('button', { name: 'Reset password' }).press('Enter')
  await reset.getByText(refused).waitFor()
  await page.getByText('Owners and administrators can reset it.').waitFor()
  await expect.poll(() => password.inputValue()).toBe('Slow-Rivers-31x')
  await expectAccessible(page)
  await reset.getByRole('button', { name: 'Cancel' }).click()
  await reset.waitFor({ state: 'detached' })

  await become('administrator')
  await page.goto(`${dashboard.url}/project/${ref}/settings/general`)
  await page.getByRole('button', { name: 'Transfer project' }).click()
  const transfer = page.getByRole('dialog', { name: `Transfer ${name}?` })
  await transfer.getByRole('textbox').fill(name)
  await become('developer')
  // what stands in the way is asked for anew, and refused as well: it is said once
  const isPreview = (response: Response) => response.url().includes('/transfer?') && response.status() === 403
  const askedAnew = page.waitForResponse(isPreview)
  await transfer.getByRole('button', { name: 'Transfer project' }).press('Enter')
  await (await askedAnew).finished()
  await transfer.getByRole('alert').filter({ hasText: refused }).waitFor()
  await transfer.getByRole('list', { name: 'Transferred with it' }).waitFor()
  await expect.poll(() => transfer.getByText(refused).count()).toBe(1)
  await page.getByText('Owners and administrators can transfer or delete it.').waitFor()
  await expect.poll(() => transfer.getByRole('textbox').inputValue()).toBe(name)
  await transfer.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Transfer project' }).count()).toBe(0)
})

test('privileges that are collected stay when their run is refused, and are discarded with the focus kept', async () => {
  await become('administrator')
  const page = await openAs(dashboard, email, `/project/${ref}/database/column-privileges?open=album`)
  const changed = page.getByRole('button', { name: /^SELECT on column title for anon: .*changed$/ })
  await page.getByRole('button', { name: /^SELECT on column title for anon/ }).press('Enter')
  await changed.waitFor()
  // they stay when what is shown is asked for anew in vain, too
  const failure = { status: 500, json: { code: 'internal', message: 'The server failed', details: {} } }
  await page.route('**/query', (route) => (route.request().postData()?.includes('a.attacl') === true ? route.fulfill(failure) : route.continue()))
  await expect
    .poll(async () => {
      await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))
      return page.getByRole('button', { name: 'Try again' }).count()
    })
    .toBe(1)
  await changed.waitFor()
  await page.unroute('**/query')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor({ state: 'detached' })
  await changed.waitFor()
  await become('read-only')
  await page.getByRole('button', { name: 'Review changes' }).press('Enter')
  const review = page.getByRole('dialog', { name: 'Privileges on album' })
  await review.getByRole('button', { name: 'Save privileges' }).press('Enter')
  await review.getByText(refusal('owners, administrators and developers')).waitFor()
  await review.getByText('Owners, administrators and developers can change the database.').waitFor()
  await review.getByRole('button', { name: 'Cancel' }).press('Enter')
  await changed.waitFor()
  await page.getByRole('button', { name: 'Discard' }).press('Enter')
  // what would be refused is not offered any more
  await expect.poll(() => page.getByRole('button', { name: 'Review changes' }).count()).toBe(0)
  await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false)
})

test('who may only read is told of extensions who can install them, not that Postgres keeps them to superusers', async () => {
  await become('read-only')
  const page = await openAs(dashboard, email, `/project/${ref}/database/extensions?open=hstore`)
  const panel = page.getByRole('dialog', { name: 'hstore' })
  await panel.getByText('Owners, administrators and developers can install it.').waitFor()
  await expect.poll(() => panel.getByText(/superuser/).count()).toBe(0)
  await expect.poll(() => page.getByText('Superuser only').count()).toBe(0)
})

test('a run that changes something says that the role may only read, at once', async () => {
  await become('developer')
  const page = await openAs(dashboard, email, `/project/${ref}/sql/new`)
  await page.getByRole('textbox', { name: 'SQL' }).click()
  await page.keyboard.type("insert into album values (2, 'Facelift')")
  await page.getByRole('button', { name: 'Explain' }).waitFor()
  await become('read-only')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByText('This query changes data, and your role can only read.').waitFor()
})
