import { usersPageText } from '@colonnade/dashboard/testing/messages/features/auth-users'
import { importPanelText } from '@colonnade/dashboard/testing/messages/features/auth-users/import'
import { userExports } from '@colonnade/contracts/auth/user-exports'
import { userImports } from '@colonnade/contracts/auth/user-imports'
import { authUsers } from '@colonnade/contracts/auth/users'
import { secondFactors } from '@colonnade/contracts/people/second-factors'
import { AppError } from '@colonnade/core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../../accessibility.ts'
import { type OpenStage, setStage } from '../stage/set-stage.ts'

type Line = { readonly line: number; readonly email?: string; readonly password_hash?: string }
/** An octet stream comes as its chunks. */
async function linesOf(body: unknown): Promise<Line[]> {
  const text = Buffer.concat(await Array.fromAsync(body as AsyncIterable<Uint8Array>)).toString()
  return text.split('\n').map((line) => JSON.parse(line) as Line)
}

function stageOf(): OpenStage {
  const stage = setStage()
  stage.answers(authUsers.list, { items: [], next_after: null, is_cut: false, total: 0, is_estimate: false })
  const outcome = (lines: readonly Line[]) => {
    const refused = lines
      .filter(({ email }) => email === 'broken')
      .map(({ line, email }) => ({ line, field: 'email', value: email!, reason: 'Unable to validate email address: invalid format' }))
    return { created: lines.length - refused.length, updated: 0, skipped: 0, without_password: 0, refused }
  }
  stage.answers(userImports.check, async ({ body }) => outcome(await linesOf(body)))
  stage.answers(userImports.create, async ({ body }) => outcome(await linesOf(body)))
  return stage
}
const open = (stage: OpenStage) => stage.open(`/project/${stage.world.projects[0]!.ref}/auth/users`)
type Page = Awaited<ReturnType<typeof open>>
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Import users' })

async function choose(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add user' }).click()
  await page.getByRole('menuitem', { name: usersPageText.importFile }).click()
  await panelOf(page)
    .getByLabel('File with users')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
}

const csv = 'Email;Plan;Joined\nada@example.com;pro;2024-01-01\nbroken;free;\nADA@example.com;pro;\ngrace@example.com;;\n'

describe('an import of users', () => {
  test('is checked first, shows and saves the rows that can’t come, and then brings the others', async () => {
    const stage = stageOf()
    const page = await open(stage)
    await choose(page, 'users.csv', csv)
    const panel = panelOf(page)
    await expect.poll(() => panel.getByRole('combobox', { name: 'Field for Email' }).textContent()).toBe('Email address')
    await expect.poll(() => panel.getByRole('combobox', { name: 'Field for Plan' }).textContent()).toContain('User metadata')
    await expectAccessibleInAllThemes(page)
    await panel.getByRole('button', { name: 'Check file' }).click()
    await panel.getByText(importPanelText.unchanged).waitFor()
    await panel.getByText('2 rows can’t be imported').waitFor()
    const table = panel.getByRole('table', { name: 'Refused rows' })
    await table.getByText('Unable to validate email address: invalid format').waitFor()
    await table.getByText('Line 2 has the same email address').waitFor()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Download refused rows' }).click()
    expect((await download).suggestedFilename()).toBe('refused-users.csv')
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'all but colours')
    await expectNoSidewaysScroll(page)
    await panel.getByRole('button', { name: 'Import 2 users' }).click()
    await panel.getByText('2 users imported').waitFor()
    await panel.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => panel.count()).toBe(0)
  })

  test('of Firebase asks how passwords were hashed, in the form that the console shows', async () => {
    const stage = stageOf()
    const seen: Line[] = []
    stage.answers(userImports.check, async ({ body }) => {
      seen.push(...(await linesOf(body)))
      return { created: 1, updated: 0, skipped: 0, without_password: 0, refused: [] }
    })
    const page = await open(stage)
    await choose(
      page,
      'users.json',
      JSON.stringify({ users: [{ localId: 'x', email: 'ada@example.com', passwordHash: 'aGFzaA==', salt: 'c2FsdA==' }] }),
    )
    const panel = panelOf(page)
    await panel.getByText('Add the hash parameters, or import users without passwords.').waitFor()
    await expect.poll(() => panel.getByRole('button', { name: 'Check file' }).isDisabled()).toBe(true)
    await panel.getByLabel('Signer key').fill('c2lnbmVy')
    await panel.getByLabel('Memory cost').fill('12')
    await panel.getByRole('button', { name: 'Check file' }).click()
    await panel.getByRole('button', { name: 'Import 1 user' }).waitFor()
    expect(seen).toMatchObject([{ password_hash: '$fbscrypt$v=1,n=12,r=8,p=1,ss=Bw==,sk=c2lnbmVy$c2FsdA==$aGFzaA==' }])
  })

  test('that fails says why, and goes on from there', async () => {
    const stage = stageOf()
    stage.refuses(userImports.create, 'invalid_input')
    const page = await open(stage)
    await choose(page, 'users.csv', 'email\nada@example.com\n')
    const panel = panelOf(page)
    await panel.getByRole('button', { name: 'Check file' }).click()
    await panel.getByRole('button', { name: 'Import 1 user' }).click()
    await panel.getByRole('alert').waitFor()
    stage.answers(userImports.create, { created: 1, updated: 0, skipped: 0, without_password: 0, refused: [] })
    await panel.getByRole('button', { name: 'Continue import' }).click()
    await panel.getByText('1 user imported').waitFor()
  })
})

test('an export with password hashes asks who one is, and is saved', async () => {
  const stage = stageOf()
  const bodies: unknown[] = []
  stage.answers(secondFactors.retrieve, { totp: null, recovery_codes_left: 0 })
  stage.answers(userExports.create, ({ body }) => {
    bodies.push(body)
    throw new AppError('sign_in_again')
  })
  const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/auth/users?state=banned`)
  await page.getByRole('button', { name: 'Export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export users' })
  await dialog.getByRole('checkbox', { name: /Include password hashes/ }).click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Export users' }).click()
  await page.getByRole('dialog', { name: 'Export password hashes?' }).getByLabel('Your password').waitFor()
  expect(bodies).toEqual([{ format: 'csv', state: 'banned', match: 'prefix', with_hashes: true }])
})
