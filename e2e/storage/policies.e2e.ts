import { lookText } from '@colonnade/dashboard/testing/messages/features/storage-files'
import { addSelectFor, formText, pageText } from '@colonnade/dashboard/testing/messages/features/storage-policies/model'
import { testText } from '@colonnade/dashboard/testing/messages/features/storage-policies/trial'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string
let userId: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Guarded')
  const { service_api_keys: keys } = await dashboard.api.projectSettings.settings({ params: { ref } })
  const key = keys.find(({ name }) => name === 'service_role')!.api_key
  const ask = async (path: string, body: object) => {
    const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const reply = await fetch(`${dashboard.url}/api/${ref}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    return (await reply.json()) as { readonly id: string }
  }
  await ask('/storage/v1/bucket', { name: 'papers' })
  const upload = (name: string) =>
    fetch(`${dashboard.url}/api/${ref}/storage/v1/object/papers/${name}`, {
      method: 'POST',
      headers: { apikey: key, authorization: `Bearer ${key}` },
      body: name,
    })
  userId = (await ask('/auth/v1/admin/users', { email: 'ada@example.org', password: 'correct horse battery staple', email_confirm: true })).id
  for (const name of [`${userId}/mine.txt`, 'theirs.txt']) expect((await upload(name)).status).toBe(200)
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('policies are created from a template, warned about, tested as a visitor and a user, looked through, and deleted', async () => {
  const page = await dashboard.open(`/project/${ref}/storage/buckets`)
  await page.getByRole('navigation', { name: 'Storage' }).getByRole('link', { name: 'Policies' }).click()
  const group = page.getByRole('region', { name: 'papers' })
  await group.getByText('Only service_role can read these files').waitFor()
  await group.getByRole('button', { name: pageText.newPolicyFor('papers') }).click()
  const form = page.getByRole('dialog', { name: 'New storage policy' })
  await form.getByRole('radio', { name: 'Users manage their own folder' }).check({ force: true })
  await form.getByRole('checkbox', { name: /^SELECT/ }).click()
  await form.getByText('Replacing, moving and deleting files also need SELECT.').waitFor()
  await form.getByText('create policy "Users manage their folder in papers (delete)"').waitFor()
  await expectAccessible(page)
  await form.getByRole('button', { name: formText.submit(3) }).click()
  await page.getByText(formText.done(3)).waitFor()
  await group.getByText('authenticated: UPDATE and DELETE also need SELECT').waitFor()
  await group.getByRole('button', { name: addSelectFor('papers') }).click()
  await form.getByRole('button', { name: 'Create policy' }).click()
  await group.getByText('Only service_role can read these files').waitFor({ state: 'detached' })
  const signedIn = group.getByRole('row', { name: 'Signed in' })
  await expect.poll(() => signedIn.getByText('Some files').count()).toBe(6)
  await expectAccessibleInAllThemes(page)
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('tab', { name: 'Test access' }).click()
  await page.getByRole('combobox', { name: testText.path }).fill(`${userId}/a.png`)
  await page.getByRole('button', { name: 'Test access' }).click()
  const visitor = page.getByRole('list', { name: 'What anon can do' })
  await expect.poll(() => visitor.getByText('Refused').count()).toBe(6)
  await visitor.getByText('No INSERT policy applies to this role.').first().waitFor()
  await page.getByText('A user', { exact: true }).click()
  await page.getByRole('button', { name: /ada@example\.org/ }).click()
  await page.getByRole('button', { name: 'Test access' }).click()
  const user = page.getByRole('list', { name: 'What ada@example.org can do' })
  await expect.poll(() => user.getByText('Allowed').count()).toBe(6)
  await user.getByText('by “Users manage their folder in papers (insert)”').first().click()
  await user.getByRole('list', { name: 'Policies that were asked' }).first().waitFor()
  await expectAccessible(page)

  // the browser of files shows the same to whoever looks as that client
  await page.getByRole('navigation', { name: 'Storage' }).getByRole('link', { name: 'Buckets' }).click()
  await page.getByRole('link', { name: 'papers' }).click()
  await page.getByRole('option', { name: /theirs\.txt/ }).waitFor()
  await page.getByRole('button', { name: 'Look as' }).click()
  await page.getByRole('button', { name: lookText.submit }).click()
  await page.getByText(lookText.empty('').title).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('option', { name: /theirs\.txt/ }).waitFor()
  await page.getByRole('button', { name: 'Look as' }).click()
  await page.getByText('A user', { exact: true }).click()
  await page.getByRole('button', { name: /ada@example\.org/ }).click()
  await page.getByRole('button', { name: lookText.submit }).click()
  await page.getByText('Looking as ada@example.org.').waitFor()
  await page.getByRole('option', { name: /theirs\.txt/ }).waitFor({ state: 'detached' })
  await expect.poll(() => page.getByRole('button', { name: 'New folder' }).count()).toBe(0)
  await page.getByRole('option').getByText(userId).click()
  await page.getByRole('option').getByText('mine.txt').click()
  const preview = page.getByRole('complementary', { name: 'Preview of mine.txt' })
  await preview.getByRole('button', { name: 'Copy path' }).waitFor()
  await preview.getByRole('region', { name: 'Access' }).getByText('Allowed by “Users manage their folder in papers”').first().waitFor()
  await expectAccessible(page)
  await preview.getByRole('link', { name: 'Test all operations' }).click()
  await expect.poll(() => page.getByRole('combobox', { name: testText.path }).inputValue()).toBe(`${userId}/mine.txt`)

  await page.getByRole('tab', { name: 'Policies' }).click()
  await group.getByRole('button', { name: 'Delete Users manage their folder in papers (delete)' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete policy' }).click()
  await expect.poll(() => signedIn.getByText('Some files').count()).toBe(5)
})
