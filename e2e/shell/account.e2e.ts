import { cropDialogText, pictureFieldText } from '@colonnade/dashboard/testing/messages/features/profile/picture'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectAccessible } from '../accessibility.ts'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Harbour')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a hidden feature is no longer in the menus, and direct links still open it', async () => {
  const page = await dashboard.open('/account/me')
  await page.getByRole('switch', { name: 'Table Editor' }).click()
  await expect.poll(async () => (await dashboard.api.sessions.profile()).disabled_features).toEqual(['table_editor'])
  await page.goto(`${dashboard.url}/project/${ref}/editor`)
  const menu = page.getByRole('navigation', { name: 'Main' })
  await menu.getByRole('link', { name: 'SQL Editor' }).waitFor()
  await expect.poll(() => menu.getByRole('link', { name: 'Table Editor' }).count()).toBe(0)
  await page.getByRole('main').waitFor()
  await dashboard.api.sessions.updatePreferences({ body: { disabled_features: [] } })
})

test('a picture is cut out of a larger one, shown where the icon was, and removed again', async () => {
  const page = await dashboard.open('/account/me')
  const chosenFile = page.getByLabel('Picture (PNG, JPEG or WebP)')
  await chosenFile.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') })
  await page.getByText(pictureFieldText.unreadable).waitFor()
  await chosenFile.evaluate(async (input: HTMLInputElement) => {
    const canvas = new OffscreenCanvas(300, 200)
    canvas.getContext('2d')!.fillRect(0, 0, 300, 200)
    const files = new DataTransfer()
    files.items.add(new File([await canvas.convertToBlob({ type: 'image/webp' })], 'me.webp', { type: 'image/webp' }))
    input.files = files.files
    input.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByRole('application', { name: cropDialogText.area }).press('ArrowLeft')
  await expectAccessible(page)
  await page.getByRole('button', { name: cropDialogText.submit }).click()
  const shown = page.getByRole('button', { name: 'Account' }).locator('img')
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256)
  await page.getByRole('button', { name: pictureFieldText.removePicture }).click()
  await shown.waitFor({ state: 'detached' })
})
