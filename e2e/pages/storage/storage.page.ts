import { type BucketSummary, bucketSummaries } from '@colonnade/contracts/storage/storage-buckets'
import { storageCredentials } from '@colonnade/contracts/storage/storage-credentials'
import { storageSettings } from '@colonnade/contracts/storage/storage-settings'
import { storageTokens } from '@colonnade/contracts/storage/storage-tokens'
import { formText } from '@colonnade/dashboard/testing/messages/features/storage-buckets'
import {
  copyText,
  detailsText,
  listText,
  ownerText,
  previewText,
  removeText,
  selectionText,
  uploadText,
} from '@colonnade/dashboard/testing/messages/features/storage-files'
import { limitsText, s3Text } from '@colonnade/dashboard/testing/messages/features/storage-settings'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../../accessibility.ts'
import { type OpenStage, setStage } from '../stage/set-stage.ts'
import { longAgo } from '../stage/world.ts'
import { type StoredFile, StoredFiles } from './stored-files.ts'

const aBucket = (name: string, changes: Partial<BucketSummary> = {}): BucketSummary => ({
  id: name,
  name,
  owner: '',
  created_at: longAgo,
  updated_at: longAgo,
  public: false,
  file_size_limit: null,
  allowed_mime_types: null,
  files: 3,
  bytes: 2_097_152,
  policies: 1,
  ...changes,
})
const buckets = [
  aBucket('avatars', { public: true, file_size_limit: 1_048_576, allowed_mime_types: ['image/*'] }),
  aBucket('reports', { files: null, bytes: null }),
]

function stageOf(): OpenStage {
  const stage = setStage()
  stage.answers(bucketSummaries.list, { buckets, shared_policies: 1 })
  stage.answers(storageTokens.create, ({ body }) => ({
    token: `to ${body.access ?? 'read'}`,
    access: body.access ?? 'read',
    expires_at: new Date(Date.now() + 300_000).toISOString(),
  }))
  stage.answers(storageSettings.retrieve, {
    fileSizeLimit: 52_428_800,
    features: {
      imageTransformation: { enabled: true },
      s3Protocol: { enabled: true },
      icebergCatalog: { enabled: false, maxNamespaces: 0, maxTables: 0, maxCatalogs: 0 },
      vectorBuckets: { enabled: false, maxBuckets: 0, maxIndexes: 0 },
    },
    capabilities: { list_v2: true, iceberg_catalog: false },
    external: { upstreamTarget: 'main' },
    migrationVersion: 'x',
    databasePoolMode: 'transaction',
  })
  return stage
}

const files = {
  'notes.txt': { body: 'Hello from a file', type: 'text/plain' },
  'people.csv': { body: 'name,age\nAda,36\nGrace,85', type: 'text/csv' },
  'docs/guide.json': { body: '{"a":1}', type: 'application/json' },
}

async function openBucket(of: Readonly<Record<string, StoredFile>> = files) {
  const stage = stageOf()
  const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/storage/buckets`)
  const stored = new StoredFiles(of)
  await stored.answerOn(page)
  await page.getByRole('link', { name: 'reports' }).click()
  await page.getByRole('option', { name: /notes\.txt/ }).waitFor()
  return { stage, page, stored }
}

describe('buckets', () => {
  test('are listed with what they hold, and can be read in all themes and on a phone', async () => {
    const stage = stageOf()
    const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/storage/buckets`)
    await page.getByRole('link', { name: 'avatars' }).waitFor()
    await page.getByRole('cell', { name: '2.00 MB' }).first().waitFor()
    await page.getByRole('navigation', { name: 'Storage' }).getByRole('link', { name: 'Policies' }).waitFor()
    await expectAccessibleInAllThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'all but colours')
  })

  test('are created with a limit and types, which the form checks and writes as SQL', async () => {
    const stage = stageOf()
    const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/storage/buckets?open=new`)
    const sent: unknown[] = []
    await page.route('**/storage/v1/bucket', async (route) => {
      sent.push(route.request().postDataJSON(), route.request().headers()['authorization'])
      await route.fulfill({ json: { name: 'photos' } })
    })
    const form = page.getByRole('dialog', { name: 'New bucket' })
    await form.getByRole('textbox', { name: 'File size limit' }).fill('60')
    await form.getByRole('button', { name: 'Create bucket' }).click()
    await form.getByText(formText.nameMissing).waitFor()
    await form.getByText(formText.limitTooLarge('50.0 MB')).waitFor()
    await form.getByRole('textbox', { name: 'Name' }).fill('photos')
    await form.getByRole('textbox', { name: 'File size limit' }).fill('5')
    await form.getByRole('textbox', { name: 'Allowed types' }).fill('image/*')
    await form.getByRole('switch', { name: 'Public bucket' }).click()
    await form.getByRole('button', { name: formText.migration }).click()
    await form.getByText("values ('photos', 'photos', true, 5242880, array['image/*'])").waitFor()
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Create bucket' }).click()
    await page.getByText(formText.created).waitFor()
    expect(sent).toEqual([
      { id: 'photos', name: 'photos', public: true, file_size_limit: 5_242_880, allowed_mime_types: ['image/*'] },
      'Bearer to write',
    ])
  })
})

describe('the files of a bucket', () => {
  test('are walked with the keyboard, previewed and renamed', async () => {
    const { page, stored, stage } = await openBucket()
    const list = page.getByRole('listbox', { name: 'Files' })
    await list.focus()
    await list.press('ArrowDown')
    await list.press('Enter')
    await page.getByRole('option', { name: /guide\.json/ }).click()
    await list.press(' ')
    await page.getByRole('complementary', { name: 'Preview of guide.json' }).getByText('"a": 1').waitFor()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'reports' }).click()
    await page.getByRole('option', { name: /people\.csv/ }).click()
    await list.press(' ')
    await page.getByRole('cell', { name: 'Grace' }).waitFor()
    // looking at files asks for no more than to read them
    expect(stage.sent(storageTokens.create)).toEqual([{ access: 'read' }])
    await list.press('F2')
    const dialog = page.getByRole('dialog', { name: 'Rename people.csv' })
    await dialog.getByRole('textbox', { name: 'New name' }).fill('members.csv')
    await dialog.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('option', { name: /members\.csv/ }).waitFor()
    expect([...stored.files.keys()]).toContain('members.csv')
  })

  test('are uploaded from the computer; what exists is asked about', async () => {
    const { page, stored } = await openBucket()
    const file = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
    await page.getByLabel('Files to upload').setInputFiles([file('new.txt', 'new'), file('notes.txt', 'other')])
    const tray = page.getByRole('region', { name: 'Uploads' })
    await tray.getByText(uploadText.conflict(1)).waitFor()
    await expectAccessible(page)
    await page.reload()
    await page.getByText(uploadText.left(1, 2)).waitFor()
    await page.getByRole('button', { name: 'Dismiss' }).click()
    await page.getByLabel('Files to upload').setInputFiles([file('newer.txt', 'new'), file('notes.txt', 'other')])
    await tray.getByRole('button', { name: 'Keep both' }).click()
    await tray.getByText(uploadText.finished(2)).waitFor()
    await page.getByRole('option', { name: /notes \(2\)\.txt/ }).waitFor()
    expect(stored.files.get('notes.txt')!.body).toBe('Hello from a file')
    expect(stored.files.get('newer.txt')).toEqual(stored.files.get('new.txt'))
    expect(stored.files.get('new.txt')).toEqual({ body: 'new', type: 'text/plain' })
  })

  test('are copied and pasted beside each other, and their details edited', async () => {
    const { page, stored } = await openBucket()
    const list = page.getByRole('listbox', { name: 'Files' })
    await page.getByRole('option', { name: /notes\.txt/ }).click()
    await list.press('ControlOrMeta+c')
    await page.getByText(/^1 item copied\./).waitFor()
    await list.press('ControlOrMeta+v')
    await page.getByRole('option', { name: /notes \(2\)\.txt/ }).waitFor()
    await page.getByRole('option', { name: /docs/ }).dblclick()
    await page.getByRole('button', { name: copyText.paste(1) }).click()
    await page.getByText(copyText.done(1, 'docs')).waitFor()
    expect([...stored.files.keys()]).toContain('docs/notes.txt')
    await page.getByRole('option', { name: /notes\.txt/ }).click()
    await list.press(' ')
    const preview = page.getByRole('complementary', { name: 'Preview of notes.txt' })
    await preview.getByText(ownerText.none).waitFor()
    await preview.getByRole('button', { name: 'Edit details' }).click()
    const form = page.getByRole('dialog', { name: 'Edit notes.txt' })
    await form.getByRole('textbox', { name: 'Content type' }).fill('text')
    await form.getByRole('textbox', { name: 'Metadata' }).fill('[1]')
    await form.getByRole('button', { name: detailsText.submit }).click()
    await form.getByText(detailsText.badType).waitFor()
    await form.getByText('Enter a JSON object').waitFor()
    await expectAccessible(page)
    await form.getByRole('textbox', { name: 'Content type' }).fill('text/markdown')
    await form.getByRole('textbox', { name: 'Metadata' }).fill('{"album": 2026}')
    await form.getByRole('button', { name: detailsText.submit }).click()
    await preview.getByText('text/markdown').waitFor()
    await preview.getByText('2026', { exact: true }).waitFor()
    expect(stored.files.get('docs/notes.txt')).toEqual({ body: 'Hello from a file', type: 'text/markdown', metadata: { album: 2026 } })
  })

  test('are selected together and deleted, after a question', async () => {
    const { page, stored } = await openBucket()
    const list = page.getByRole('listbox', { name: 'Files' })
    await page.getByRole('option', { name: /notes\.txt/ }).click()
    await list.press('Shift+ArrowDown')
    await page.getByText(selectionText.selected(2)).waitFor()
    await list.press('Delete')
    await page.getByRole('dialog', { name: 'Delete 2 items?' }).getByRole('button', { name: 'Delete 2 items' }).click()
    await page.getByText(removeText.done(2)).waitFor()
    expect([...stored.files.keys()]).toEqual(['docs/guide.json'])
  })

  test('whose content is missing say so, and are uploaded in place; a bucket that is gone offers the way back', async () => {
    const { page, stored, stage } = await openBucket({ ...files, 'notes.txt': { body: '', type: 'text/plain', isMissing: true } })
    const file = page.getByRole('option', { name: /notes\.txt Content missing/ })
    await file.click()
    await page.getByRole('toolbar', { name: 'Selection' }).getByRole('button', { name: 'Download' }).click()
    await page.getByText(previewText.missing.download('notes.txt')).waitFor()
    await page.getByRole('listbox', { name: 'Files' }).press(' ')
    const preview = page.getByRole('complementary', { name: 'Preview of notes.txt' })
    await preview.getByText(previewText.missing.title).waitFor()
    await preview.getByRole('button', { name: previewText.missing.remove }).waitFor()
    await expectAccessible(page)
    await preview
      .getByLabel(previewText.missing.upload)
      .setInputFiles({ name: 'mine.txt', mimeType: 'text/plain', buffer: Buffer.from('Here again') })
    await preview.getByText('Here again').waitFor()
    const tray = page.getByRole('region', { name: 'Uploads' })
    await expect.poll(async () => (await tray.boundingBox())!.x + (await tray.boundingBox())!.width).toBeLessThan((await preview.boundingBox())!.x)
    await file.waitFor({ state: 'detached' })
    expect(stored.files.get('notes.txt')).toEqual({ body: 'Here again', type: 'text/plain' })
    await page.goto(new URL(`/project/${stage.world.projects[0]!.ref}/storage/buckets/nowhere`, page.url()).href)
    await page.getByRole('heading', { name: listText.gone.title }).last().waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Upload' }).count()).toBe(0)
    await page.getByRole('main').getByRole('link', { name: 'All buckets' }).click()
    await page.getByRole('link', { name: 'reports' }).waitFor()
  })

  test('fit on a phone, as tiles as well', async () => {
    const { page } = await openBucket()
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('radio', { name: 'Grid' }).click()
    await page.getByRole('option', { name: /notes\.txt/ }).waitFor()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'all but colours')
  })
})

test('settings of storage are shown with the S3 endpoint, and saved', async () => {
  const stage = stageOf()
  stage.answers(storageSettings.update, ({ body }) => ({
    fileSizeLimit: body.fileSizeLimit!,
    features: {
      imageTransformation: { enabled: true },
      s3Protocol: { enabled: false },
      icebergCatalog: { enabled: false, maxNamespaces: 0, maxTables: 0, maxCatalogs: 0 },
      vectorBuckets: { enabled: false, maxBuckets: 0, maxIndexes: 0 },
    },
    capabilities: { list_v2: true, iceberg_catalog: false },
    external: { upstreamTarget: 'main' },
    migrationVersion: 'x',
    databasePoolMode: 'transaction',
  }))
  const key = { id: '11111111-0000-4000-8000-000000000000', role: 'service_role', user_id: null, created_at: longAgo, last_used_at: null } as const
  const made = { ...key, description: 'Backups', access_key: 'a'.repeat(32) }
  stage.answers(storageCredentials.list, { data: [], endpoint: 'http://localhost:9000' })
  stage.answers(storageCredentials.create, { ...made, secret_key: 'b'.repeat(64), project_ref: stage.world.projects[0]!.ref })
  const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/settings/storage`)
  await page
    .getByRole('region', { name: 'S3 endpoint', exact: true })
    .getByText(/\/storage\/v1\/s3$/)
    .waitFor()
  await page.getByRole('region', { name: 'S3 endpoint without a path' }).getByText('http://localhost:9000', { exact: true }).waitFor()
  await expectAccessible(page)
  await page.getByRole('textbox', { name: 'Upload file size limit' }).fill('100')
  await page.getByRole('switch', { name: 'S3 protocol' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText(limitsText.saved).waitFor()
  await page.getByText(s3Text.off).waitFor()
  await page.getByRole('button', { name: 'New access key' }).click()
  await page.getByRole('textbox', { name: 'Description' }).fill('Backups')
  stage.answers(storageCredentials.list, { data: [made], endpoint: null })
  await page.getByRole('button', { name: 'Create access key' }).click()
  await page.getByText('b'.repeat(64)).waitFor()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'S3 access keys' }).getByText('Backups').waitFor()
  expect(stage.sent(storageSettings.update)).toEqual([
    { fileSizeLimit: 104_857_600, features: { imageTransformation: { enabled: true }, s3Protocol: { enabled: false } } },
  ])
})
