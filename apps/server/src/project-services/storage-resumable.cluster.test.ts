import { sql } from '@colonnade/sql'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Upload } from 'tus-js-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestStorage, type TestStorage } from '@colonnade/objects/testing'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let server: SupabaseClient

// where files are makes no difference: those of the other tests are on the disk
let storage: TestStorage

beforeAll(async () => {
  storage = await openTestStorage()
  project = await openTestProject('Resumable', { objects: storage.config })
  server = project.client(project.serviceKey)
  expect((await server.storage.createBucket('films')).error).toBeNull()
  expect((await server.storage.createBucket('stills', { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['image/*'] })).error).toBeNull()
})
afterAll(async () => {
  await project[Symbol.asyncDispose]()
  await storage[Symbol.asyncDispose]()
})

const endpoint = (): string => `${project.url}/storage/v1/upload/resumable`
const bearer = (key: string) => ({ authorization: `Bearer ${key}`, apikey: key })
const encoded = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const bytesOf = async (name: string, bucket = 'films'): Promise<Buffer> => {
  const { data, error } = await server.storage.from(bucket).download(name)
  expect(error).toBeNull()
  return Buffer.from(await data!.arrayBuffer())
}

/** Asks as a tus client does. */
function ask(method: string, url: string, headers: Readonly<Record<string, string>> = {}, body?: Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(url, { method, headers: { 'tus-resumable': '1.0.0', ...bearer(project.serviceKey), ...headers }, ...(body && { body }) })
}

async function begin(name: string, length: number | null, headers: Readonly<Record<string, string>> = {}, bucket = 'films'): Promise<Response> {
  const metadata = encoded({ bucketName: bucket, objectName: name, contentType: 'video/mp4', cacheControl: '60', metadata: '{"of":"us"}' })
  const size = length === null ? { 'upload-defer-length': '1' } : { 'upload-length': String(length) }
  return ask('POST', endpoint(), { ...size, 'upload-metadata': metadata, ...headers })
}

function patch(url: string, offset: number, body: Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return ask('PATCH', url, { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers }, body)
}

test('the unmodified client uploads in parts, and the object is as any other', async () => {
  const bytes = randomBytes(3_000_000)
  const progress: number[] = []
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint: endpoint(),
      headers: bearer(project.serviceKey),
      chunkSize: 1_000_000,
      metadata: { bucketName: 'films', objectName: 'ä/first.mp4', contentType: 'video/mp4', cacheControl: '60', metadata: '{"of":"us"}' },
      onChunkComplete: (_size, accepted) => progress.push(accepted),
      onError: reject,
      onSuccess: () => resolve(),
    })
    upload.start()
  })
  expect(progress).toEqual([1_000_000, 2_000_000, 3_000_000])
  expect((await bytesOf('ä/first.mp4')).equals(bytes)).toBe(true)
  const parts = [0, 1, 2].map((part) =>
    createHash('md5')
      .update(bytes.subarray(part * 1e6, (part + 1) * 1e6))
      .digest(),
  )
  expect((await server.storage.from('films').info('ä/first.mp4')).data).toMatchObject({
    size: 3_000_000,
    contentType: 'video/mp4',
    cacheControl: 'max-age=60',
    metadata: { of: 'us' },
    etag: `"${createHash('md5').update(Buffer.concat(parts)).digest('hex')}-3"`,
  })
  expect(await project.owner.rows(sql`select from storage.s3_multipart_uploads`)).toEqual([])
})

test('an upload that is cut off goes on where its bytes end', async () => {
  const bytes = randomBytes(2_000_000)
  const location = (await begin('cut.mp4', bytes.length)).headers.get('location')!
  const cut = request(location, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      ...bearer(project.serviceKey),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': bytes.length,
    },
  })
  cut.on('error', () => {})
  await new Promise<void>((resolve) => cut.write(bytes.subarray(0, 1_500_000), () => resolve()))
  cut.destroy()
  const offsetOf = async (): Promise<number> => Number((await ask('HEAD', location)).headers.get('upload-offset'))
  await expect.poll(offsetOf).toBeGreaterThan(0)
  const offset = await offsetOf()
  expect(offset).toBeLessThanOrEqual(1_500_000)
  const rest = await patch(location, offset, bytes.subarray(offset))
  expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, '2000000'])
  expect((await bytesOf('cut.mp4')).equals(bytes)).toBe(true)
  // whoever missed the answer asks, and hears that all of it came
  expect(await offsetOf()).toBe(2_000_000)
})

test('all bytes without an object become one when a client asks for them', async () => {
  const bytes = randomBytes(1_000)
  const location = (await begin('late.mp4', null)).headers.get('location')!
  expect((await patch(location, 0, bytes)).headers.get('upload-offset')).toBe('1000')
  // as if the process had ended after the last byte
  await project.owner.run(sql`update storage.s3_multipart_uploads set metadata = metadata || '{"length":1000}' where key = 'late.mp4'`)
  expect((await ask('HEAD', location)).headers.get('upload-offset')).toBe('1000')
  expect((await bytesOf('late.mp4')).equals(bytes)).toBe(true)
})

test('nothing is needed for an empty file, and a deferred length may come later', async () => {
  expect((await begin('empty.mp4', 0)).status).toBe(201)
  expect((await bytesOf('empty.mp4')).length).toBe(0)
  const location = (await begin('later.mp4', null)).headers.get('location')!
  expect((await ask('HEAD', location)).headers.get('upload-defer-length')).toBe('1')
  expect((await patch(location, 0, Buffer.from('abc'), { 'upload-length': '3' })).status).toBe(204)
  expect((await bytesOf('later.mp4')).toString()).toBe('abc')
})

test('a signed URL uploads without a key, under its own name alone', async () => {
  const { data } = await server.storage.from('films').createSignedUploadUrl('signed.mp4')
  const as = { 'x-signature': data!.token, authorization: '', apikey: '' }
  const metadata = (name: string): string => encoded({ bucketName: 'films', objectName: name })
  const signed = `${endpoint()}/sign`
  const other = await ask('POST', signed, { ...as, 'upload-length': '3', 'upload-metadata': metadata('other.mp4') })
  expect(other.status).toBe(400)
  const created = await ask('POST', signed, { ...as, 'upload-length': '3', 'upload-metadata': metadata('signed.mp4') })
  expect(created.status).toBe(201)
  const location = created.headers.get('location')!
  expect(location).toMatch(/\/upload\/resumable\/sign\/[\w-]+$/)
  expect((await patch(location, 0, Buffer.from('abc'), { ...as, 'x-signature': 'no' })).status).toBe(400)
  expect((await patch(location, 0, Buffer.from('abc'), as)).status).toBe(204)
  expect((await bytesOf('signed.mp4')).toString()).toBe('abc')
})

test('what is refused says why, and leaves nothing behind', async () => {
  const visitor = bearer(project.anonKey)
  expect((await begin('mine.mp4', 3, visitor)).status).toBe(403)
  expect((await begin('large.png', 1_025, {}, 'stills')).status).toBe(413)
  expect((await begin('typed.mp4', 3, {}, 'stills')).status).toBe(415)
  expect((await begin('a.mp4', 3, {}, 'nowhere')).status).toBe(404)
  expect((await begin('../a.mp4', 3)).status).toBe(400)
  expect((await begin('first.mp4', 60_000_000)).status).toBe(413)
  expect((await fetch(endpoint(), { method: 'POST', headers: bearer(project.serviceKey) })).status).toBe(412)

  const location = (await begin('good.mp4', 3)).headers.get('location')!
  expect((await patch(location, 0, Buffer.from('abc'), visitor)).status).toBe(403)
  expect((await patch(location, 1, Buffer.from('bc'))).status).toBe(409)
  expect((await patch(location, 0, Buffer.from('abcd'))).status).toBe(413)
  expect((await ask('DELETE', location, visitor)).status).toBe(403)
  expect((await patch(location, 0, Buffer.from('abc'))).status).toBe(204)
  expect((await ask('DELETE', location)).status).toBe(400)
  expect((await begin('good.mp4', 3)).status).toBe(409)
  expect((await begin('good.mp4', 3, { 'x-upsert': 'true' })).status).toBe(201)
  expect((await ask('HEAD', `${location}x`)).status).toBe(404)

  const dropped = (await begin('dropped.mp4', 3)).headers.get('location')!
  expect((await ask('DELETE', dropped)).status).toBe(204)
  expect((await ask('HEAD', dropped)).status).toBe(404)
  await project.owner.run(sql`update storage.s3_multipart_uploads set created_at = now() - interval '25 hours' where key = 'good.mp4'`)
  const old = await project.owner.rows<{ id: string }>(sql`select id from storage.s3_multipart_uploads where key = 'good.mp4'`)
  const expired = `${endpoint()}/${Buffer.from(`films/good.mp4/${old[0]!.id}`).toString('base64url')}`
  expect((await ask('HEAD', expired)).status).toBe(410)
  expect((await bytesOf('good.mp4')).toString()).toBe('abc')
})

test('deleting a bucket during a resumable upload ends it, and no bytes are left', async () => {
  expect((await server.storage.createBucket('leaving')).error).toBeNull()
  const location = (await begin('late.mp4', 1_000, {}, 'leaving')).headers.get('location')!
  const version = Buffer.from(location.slice(location.lastIndexOf('/') + 1), 'base64url')
    .toString()
    .split('/')
    .at(-1)!
  const draft = join(project.platform.ground.home, 'objects', project.ref, 'incoming', version)
  const sending = request(location, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      ...bearer(project.serviceKey),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
      'content-length': 1_000,
    },
  })
  const status = new Promise((resolve, reject) => sending.once('response', (reply) => resolve(reply.statusCode)).once('error', reject))
  sending.write(Buffer.alloc(500))
  await expect.poll(async () => (await readdir(draft).catch(() => [])).length).toBe(1)
  expect((await server.storage.deleteBucket('leaving')).error).toBeNull()
  sending.end(Buffer.alloc(500))
  expect(await status).toBe(404)
  expect(existsSync(draft)).toBe(false)
  expect((await ask('HEAD', location)).status).toBe(404)
})

test('an object storage that is away is told, and an upload goes on when it is back', async () => {
  const from = server.storage.from('films')
  const bytes = randomBytes(100_000)
  expect((await from.upload('before.mp4', bytes)).error).toBeNull()
  const location = (await begin('through.mp4', bytes.length)).headers.get('location')!
  await storage.stop()
  try {
    const download = await fetch(`${project.url}/storage/v1/object/films/before.mp4`, { headers: bearer(project.serviceKey) })
    expect([download.status, download.headers.get('retry-after'), await download.json()]).toMatchObject([503, '5', { code: 'StorageUnavailable' }])
    expect((await from.upload('lost.mp4', bytes)).error).toMatchObject({ statusCode: '503' })
    expect((await patch(location, 0, bytes)).status).toBe(503)
    expect((await from.list('', { search: 'lost' })).data).toEqual([])
  } finally {
    await storage.start()
  }
  expect((await ask('HEAD', location)).headers.get('upload-offset')).toBe('100000')
  expect((await bytesOf('through.mp4')).equals(bytes)).toBe(true)
  expect((await from.copy('through.mp4', 'copied.mp4')).error).toBeNull()
  expect((await bytesOf('copied.mp4')).equals(bytes)).toBe(true)
  expect((await storage.keys()).every((key) => key.startsWith(`objects/${project.ref}/`))).toBe(true)
})
