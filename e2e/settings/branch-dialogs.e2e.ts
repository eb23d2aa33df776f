import type { MemberRole } from '@colonnade/contracts/foundation/permissions'
import type { Page } from 'playwright'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openDashboard, ownerPassword } from '../dashboard.ts'
import { insertPerson, openAs } from '../person.ts'
import { connect, signIn } from '../recovery/installation.ts'

let dashboard: Dashboard
let email: string
let slug: string
let ref: string
let member: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Chinook')
  slug = await dashboard.organization()
  email = dashboard.addressOf('second')
  await insertPerson(dashboard, email)
  const { outcomes } = await dashboard.api.invitations.create({ params: { slug }, body: { emails: [email], role: 'developer' } })
  const [outcome] = outcomes
  if (outcome?.outcome !== 'invited') throw new Error('They were not invited')
  const theirs = connect(dashboard.url, await signIn(dashboard.url, { email, password: ownerPassword }))
  await theirs.invitationLinks.accept({ body: { token: new URL(outcome.link).hash.slice(1) } })
  member = (await dashboard.api.members.list({ params: { slug } })).find(({ primary_email: address }) => address === email)!.id
})
afterAll(() => dashboard[Symbol.asyncDispose]())

const become = (role: MemberRole) => dashboard.api.members.update({ params: { slug, id: member }, body: { role } })

async function makeBranch(name: string): Promise<string> {
  const { id, project_ref: branch } = await dashboard.api.branches.create({ params: { ref }, body: { name } })
  await expect.poll(async () => (await dashboard.api.projects.retrieve({ params: { ref: branch } })).status).toBe('ACTIVE_HEALTHY')
  return id
}

async function ask(page: Page, name: string, item: string, typed: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill(typed)
  return dialog
}

const asked = [
  { item: 'Edit', submit: 'Save', typed: 'other' },
  { item: 'Reset', submit: 'Reset branch', typed: 'try' },
  { item: 'Delete branch', submit: 'Delete branch', typed: 'try' },
] as const

test('what is asked about a branch stays when a role does not allow it any more, and says who can do it', async () => {
  await makeBranch('try')
  for (const { item, submit, typed } of asked) {
    await become('developer')
    const page = await openAs(dashboard, email, `/project/${ref}/branches`)
    const dialog = await ask(page, 'try', item, typed)
    await become('read-only')
    await dialog.getByRole('button', { name: submit }).click()
    await dialog.getByText('Your role, Read-only, does not allow this: owners, administrators and developers can do it').waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Actions for try' }).count()).toBe(0)
    await dialog.waitFor()
    await page.close()
  }
})

test('what is asked about a branch that somebody else deletes says that it is gone', async () => {
  for (const { item, submit, typed } of asked) {
    const name = 'try of mine'
    const id = await makeBranch(name)
    const page = await dashboard.open(`/project/${ref}/branches`)
    const dialog = await ask(page, name, item, typed === 'try' ? name : typed)
    await dashboard.api.branches.remove({ params: { ref, branch: id } })
    await dialog.getByRole('alert').getByText('This branch no longer exists').waitFor()
    await page.getByRole('listitem', { name, includeHidden: true }).waitFor({ state: 'detached' })
    await expect.poll(() => dialog.getByRole('button', { name: submit }).isDisabled()).toBe(true)
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'detached' })
  }
})
