import { readFile } from 'node:fs/promises'
import { formText, pictureText } from '@colonnade/dashboard/testing/messages/features/feedback'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openOwnDashboard, ownerEmail } from './dashboard.ts'
import { redPixel } from './pages/feedback/red-pixel.ts'

let dashboard: Dashboard
let slug: string

beforeAll(async () => {
  dashboard = await openOwnDashboard()
  slug = (await dashboard.api.organizations.create({ body: { name: 'Acme' } })).slug
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('what is sent with a picture reaches the owner of the installation, byte for byte', async () => {
  const page = await dashboard.open(`/org/${slug}`)
  await page.getByRole('button', { name: 'Feedback', exact: true }).click()
  const panel = page.getByRole('dialog', { name: 'Feedback' })
  await panel.locator('input[type=file]').setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: redPixel() })
  await panel.getByRole('button', { name: pictureText.enlarge }).waitFor()
  const message = panel.getByRole('textbox', { name: formText.message })
  await message.fill('It is *fast*')
  await message.press('Control+Enter')
  await page.getByRole('heading', { name: 'Thank you' }).waitFor()

  const { items } = await dashboard.api.feedback.list({ query: { limit: 1 } })
  const [item] = items
  expect(item).toMatchObject({ message: 'It is *fast*', organization_slug: slug, pathname: `/org/${slug}`, author: { primary_email: ownerEmail } })
  const picture = await fetch(dashboard.url + item!.screenshot_url!)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(redPixel())

  await page.goto(`${dashboard.url}/installation/inbox`)
  const entry = page.getByRole('listitem').filter({ hasText: 'It is *fast*' })
  await entry.getByText(ownerEmail).waitFor()
  await entry.getByRole('button', { name: pictureText.enlarge }).click()
  const large = page.getByRole('img', { name: pictureText.enlarged })
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)
})

test('help leads to the API reference of this server, and tells its version', async () => {
  const page = await dashboard.open(`/org/${slug}`)
  await page.getByRole('button', { name: 'Help' }).click()
  const help = page.getByRole('dialog', { name: 'Help' })
  const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')) as { version: string }
  await help.getByText(`Version ${version}`).waitFor()
  const reference = await help.getByRole('link', { name: 'API reference' }).getAttribute('href')
  expect((await fetch(dashboard.url + reference)).status).toBe(200)
})
