import { stat } from 'node:fs/promises'
import { actionText, linkText, listText, moveText, uploadText } from '@colonnade/dashboard/testing/messages/features/storage-files'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Dashboard, openDashboard } from '../dashboard.ts'

let dashboard: Dashboard
let ref: string

beforeAll(async () => {
  dashboard = await openDashboard()
  ref = await dashboard.project('Files')
})
afterAll(() => dashboard[Symbol.asyncDispose]())

test('a bucket is created, filled by a drop, and its files previewed, renamed, shared and deleted', async () => {
  const page = await dashboard.open(`/project/${ref}/storage/buckets`)
  await page.getByRole('button', { name: 'New bucket' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('photos')
  await page.getByRole('button', { name: 'Create bucket' }).click()
  await page.getByRole('link', { name: 'photos' }).click()
  await page.getByText(listText.empty.title).waitFor()

  // what a browser hands over when a file of the computer is dropped
  const dropped = await page.evaluateHandle(() => {
    const transfer = new DataTransfer()
    transfer.items.add(new File(['Hello from a drop'], 'hello.txt', { type: 'text/plain' }))
    transfer.items.add(new File([new Uint8Array(7 * 1024 * 1024)], 'large.bin'))
    return transfer
  })
  const empty = page.getByText(listText.empty.title)
  for (const type of ['dragenter', 'dragover', 'drop']) await empty.dispatchEvent(type, { dataTransfer: dropped })
  await page.getByRole('region', { name: 'Uploads' }).getByText(uploadText.finished(2)).waitFor()
  const file = page.getByRole('option', { name: /hello\.txt/ })
  await file.waitFor()
  await page.getByRole('option', { name: /large\.bin 7\.00 MB/ }).waitFor()

  await file.click()
  const list = page.getByRole('listbox', { name: 'Files' })
  await list.press(' ')
  await page.getByRole('complementary', { name: 'Preview of hello.txt' }).getByText('Hello from a drop').waitFor()
  await list.press('F2')
  const naming = page.getByRole('dialog', { name: 'Rename hello.txt' })
  await naming.getByRole('textbox', { name: 'New name' }).fill('greeting.txt')
  await naming.getByRole('button', { name: 'Rename' }).click()

  await page.getByRole('option', { name: /greeting\.txt/ }).click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: actionText.createSignedUrl }).click()
  await page.getByRole('button', { name: linkText.submit }).click()
  const url = await page.getByRole('region', { name: linkText.label }).textContent()
  // without a session
  const reply = await fetch(url!)
  expect({ status: reply.status, text: await reply.text() }).toEqual({ status: 200, text: 'Hello from a drop' })
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()

  await list.press('ControlOrMeta+a')
  const saving = page.waitForEvent('download')
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: actionText.downloadZip }).click()
  const saved = await saving
  expect([saved.suggestedFilename(), (await stat(await saved.path())).size > 300]).toEqual(['photos.zip', true])

  await page.getByRole('button', { name: 'New folder' }).click()
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('archive')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await page.getByRole('option', { name: /archive/ }).waitFor()
  await page.getByRole('option', { name: /greeting\.txt/ }).click()
  await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Move' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'archive' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Move here' }).click()
  await page.getByText(moveText.done(1, 'archive')).waitFor()

  await page.getByRole('searchbox', { name: 'Search this bucket' }).fill('GREET')
  await page.getByRole('option', { name: /archive\/greeting\.txt/ }).waitFor()
  await page.getByRole('searchbox', { name: 'Search this bucket' }).fill('')

  await page.getByRole('option', { name: /archive/ }).click()
  await list.press('Delete')
  await page.getByRole('dialog', { name: 'Delete archive?' }).getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('option', { name: /archive/ }).waitFor({ state: 'detached' })
  await expect.poll(async () => (await fetch(url!)).status).toBe(400)
})
