import type { StorageToken } from '@colonnade/contracts/storage/storage-tokens'
import { userAuthored } from '@colonnade/sql'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { strFromU8, unzipSync } from 'fflate'
import { createHash, randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { text as streamText } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let server: SupabaseClient
let visitor: SupabaseClient

beforeAll(async () => {
  project = await openTestProject('Files')
  server = project.client(project.serviceKey)
  visitor = project.client()
  for (const [name, options] of Object.entries({
    open: { public: true },
    own: { public: false },
    small: { public: false, fileSizeLimit: '1KB', allowedMimeTypes: ['image/*'] },
  })) {
    expect((await server.storage.createBucket(name, options)).error).toBeNull()
  }
  await project.owner.run(
    userAuthored(
      'statement',
      `create policy "Anybody reads notes" on storage.objects for select to anon using (bucket_id = 'own' and (storage.foldername(name))[1] = 'notes');
       create policy "Anybody adds notes" on storage.objects for insert to anon with check (bucket_id = 'own' and (storage.foldername(name))[1] = 'notes')`,
    ),
  )
})
afterAll(() => project[Symbol.asyncDispose]())

const bearer = (key: string) => ({ authorization: `Bearer ${key}` })
const call = (path: string, init: RequestInit = {}): Promise<Response> => fetch(`${project.url}/storage/v1${path}`, init)
const asServer = (path: string, init: Omit<RequestInit, 'headers'> & { headers?: Record<string, string> } = {}): Promise<Response> =>
  call(path, { ...init, headers: { ...bearer(project.serviceKey), ...init.headers } })
const faultOf = async (reply: Response): Promise<unknown[]> => {
  const { statusCode, code } = (await reply.json()) as { statusCode: string; code: string }
  return [reply.status, statusCode, code]
}
const folderOf = (name: string): string => join(project.platform.ground.home, 'objects', project.ref, name)
const incomingFiles = (): Promise<string[]> => readdir(folderOf('incoming'))
const storedFiles = async (): Promise<string[]> => (await readdir(folderOf('store'), { recursive: true })).filter((path) => path.includes('/')).sort()
const textOf = async (blob: Blob | null): Promise<string> => (blob === null ? '' : blob.text())

test('answers without a key where links lead, and asks for one elsewhere', async () => {
  expect((await call('/status')).status).toBe(200)
  expect(await (await call('/version')).text()).toMatch(/^\d+\.\d+\.\d+$/)
  expect((await call('/bucket')).status).toBe(401)
  expect(await faultOf(await asServer('/nowhere'))).toEqual([404, '404', 'InvalidRequest'])
  expect((await asServer('/bucket')).status).toBe(200)
  const altered = { apikey: project.anonKey, ...bearer(`${project.serviceKey.slice(0, -4)}AAAA`) }
  expect(await faultOf(await call('/bucket', { headers: altered }))).toEqual([400, '403', 'AccessDenied'])
})

test('buckets are created, listed, changed, emptied and deleted', async () => {
  expect((await server.storage.createBucket('photos', { public: false, fileSizeLimit: '20MB', allowedMimeTypes: ['image/png'] })).data).toEqual({
    name: 'photos',
  })
  expect((await server.storage.createBucket('photos')).error).toMatchObject({ message: 'The resource already exists', statusCode: '409' })
  const { data: bucket } = await server.storage.getBucket('photos')
  expect(bucket).toMatchObject({
    id: 'photos',
    name: 'photos',
    public: false,
    file_size_limit: 20_000_000,
    allowed_mime_types: ['image/png'],
    owner: '',
  })
  expect((await server.storage.updateBucket('photos', { public: true, fileSizeLimit: null })).data).toEqual({ message: 'Successfully updated' })
  expect((await server.storage.listBuckets()).data).toContainEqual(
    expect.objectContaining({ id: 'photos', public: true, file_size_limit: null, type: 'STANDARD' }),
  )
  expect((await server.storage.from('photos').upload('a.png', 'x', { contentType: 'image/png' })).error).toBeNull()
  expect((await server.storage.deleteBucket('photos')).error).toMatchObject({
    statusCode: '409',
    message: 'The bucket you tried to delete is not empty',
  })
  expect((await visitor.storage.emptyBucket('photos')).error).toMatchObject({ status: 403 })
  expect((await server.storage.emptyBucket('photos')).error).toBeNull()
  expect((await server.storage.deleteBucket('photos')).data).toEqual({ message: 'Successfully deleted' })
  expect((await server.storage.getBucket('photos')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  for (const name of ['', '..', 'a/b', ' a', 'x'.repeat(101), 'ä']) expect((await server.storage.createBucket(name)).error).not.toBeNull()
  expect(await faultOf(await asServer('/bucket', { method: 'POST', body: '{"name":"v","versioning_status":"ENABLED"}' }))).toEqual([
    400,
    '409',
    'FeatureNotEnabled',
  ])
  expect((await visitor.storage.createBucket('mine')).error).toMatchObject({
    statusCode: '403',
    message: 'new row violates row-level security policy',
  })
  expect((await visitor.storage.listBuckets()).data).toEqual([])
})

describe('objects', () => {
  test('come back as they were uploaded, with their type, tag, metadata and name', async () => {
    const bytes = Buffer.from('Grüße aus dem Speicher')
    const { data } = await server.storage.from('own').upload('brief/größe.txt', bytes, {
      contentType: 'text/plain;charset=UTF-8',
      cacheControl: '3600',
      metadata: { by: 'me' },
    })
    expect(data).toMatchObject({ path: 'brief/größe.txt', fullPath: 'own/brief/größe.txt' })
    const from = server.storage.from('own')
    expect(await textOf((await from.download('brief/größe.txt')).data)).toBe(String(bytes))
    // written apart, it is the same name
    expect(await textOf((await from.download('brief/größe.txt'.normalize('NFD'))).data)).toBe(String(bytes))
    const etag = `"${createHash('md5').update(bytes).digest('hex')}"`
    const { data: info } = await from.info('brief/größe.txt')
    expect(info).toMatchObject({
      id: data!.id,
      name: 'brief/größe.txt',
      size: bytes.length,
      contentType: 'text/plain;charset=UTF-8',
      cacheControl: 'max-age=3600',
      etag,
      metadata: { by: 'me' },
    })
    expect((await from.exists('brief/größe.txt')).data).toBe(true)
    expect((await from.exists('brief/nothing.txt')).data).toBe(false)
    const reply = await asServer('/object/own/brief/gr%C3%B6%C3%9Fe.txt?download=ä.txt')
    expect(Object.fromEntries(reply.headers)).toMatchObject({
      etag,
      'content-length': String(bytes.length),
      'cache-control': 'max-age=3600',
      'content-type': 'text/plain;charset=UTF-8',
      'content-disposition': `attachment; filename=%C3%A4.txt; filename*=UTF-8''%C3%A4.txt`,
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'none',
    })
    const raw = await asServer('/object/own/raw.bin', { method: 'POST', body: 'raw', headers: { 'x-metadata': btoa('{"a":1}') } })
    expect(Object.keys((await raw.json()) as object)).toEqual(['Id', 'Key'])
    expect((await from.info('raw.bin')).data).toMatchObject({ metadata: { a: 1 }, cacheControl: 'no-cache' })
    const conditional = await asServer('/object/own/raw.bin', { headers: { 'if-none-match': `"${createHash('md5').update('raw').digest('hex')}"` } })
    expect(conditional.status).toBe(304)
  })

  test('are replaced only where that is asked for', async () => {
    const from = server.storage.from('own')
    expect((await from.upload('twice.txt', 'one')).error).toBeNull()
    expect((await from.upload('twice.txt', 'two')).error).toMatchObject({ statusCode: '409', message: 'The resource already exists' })
    expect(await textOf((await from.download('twice.txt')).data)).toBe('one')
    expect((await from.upload('twice.txt', 'two', { upsert: true })).error).toBeNull()
    expect((await from.update('twice.txt', 'three')).error).toBeNull()
    expect(await textOf((await from.download('twice.txt')).data)).toBe('three')
    const race = await Promise.all(['a', 'b', 'c', 'd'].map((text) => from.upload('race.txt', text)))
    expect(race.filter(({ error }) => error === null)).toHaveLength(1)
  })

  test('are read, made and deleted as policies allow', async () => {
    const from = visitor.storage.from('own')
    expect((await from.upload('notes/a.txt', 'mine')).error).toBeNull()
    expect((await from.upload('other/a.txt', 'mine')).error).toMatchObject({
      statusCode: '403',
      message: 'new row violates row-level security policy',
    })
    const large = new Blob([new Uint8Array(2_500_000)])
    expect((await from.upload('other/large.bin', large)).error).toMatchObject({ statusCode: '403' })
    expect((await from.upload('notes/large.bin', large)).error).toBeNull()
    expect((await (await from.download('notes/large.bin')).data!.arrayBuffer()).byteLength).toBe(2_500_000)
    expect((await from.upload('notes/a.txt', 'again', { upsert: true })).error).toMatchObject({ statusCode: '403' })
    expect((await from.download('twice.txt')).data).toBeNull()
    expect((await from.list('')).data?.map(({ name }) => name)).toEqual(['notes'])
    expect((await from.remove(['notes/a.txt'])).data).toEqual([])
    expect(await textOf((await server.storage.from('own').download('notes/a.txt')).data)).toBe('mine')
    expect((await server.storage.from('own').remove(['notes/a.txt', 'notes/none.txt'])).data).toMatchObject([
      { name: 'notes/a.txt', bucket_id: 'own' },
    ])
    expect(await faultOf(await asServer('/object/own/notes/a.txt', { method: 'DELETE' }))).toEqual([400, '404', 'NoSuchKey'])
  })

  test('of public buckets are read without a key, of others not', async () => {
    expect((await server.storage.from('open').upload('page.html', '<script>alert(1)</script>', { contentType: 'text/html' })).error).toBeNull()
    const { publicUrl } = server.storage.from('open').getPublicUrl('page.html').data
    const reply = await fetch(publicUrl)
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('content-security-policy')]).toEqual([
      200,
      'text/plain',
      "sandbox; default-src 'none'",
    ])
    expect((await call('/object/open/page.html')).status).toBe(200)
    expect(await faultOf(await call('/object/public/own/raw.bin'))).toEqual([400, '404', 'NoSuchBucket'])
    expect(await faultOf(await call('/object/own/raw.bin'))).toEqual([400, '404', 'NoSuchKey'])
    expect(await faultOf(await call('/object/public/open/none'))).toEqual([400, '404', 'NoSuchKey'])
    expect((await server.storage.from('open').upload('a.svg', '<svg/>', { contentType: 'image/svg+xml' })).error).toBeNull()
    const svg = await call('/object/public/open/a.svg')
    expect([svg.headers.get('content-type'), svg.headers.get('content-security-policy')]).toEqual(['image/svg+xml', "sandbox; default-src 'none'"])
    expect((await call('/object/public/open/page.html', { headers: { 'service-worker': 'script' } })).status).toBe(403)
  })

  test('are moved and copied, also to other buckets', async () => {
    const from = server.storage.from('own')
    await from.upload('from.txt', 'text', { metadata: { kept: true } })
    expect((await from.copy('from.txt', 'copy.txt', { destinationBucket: 'open' })).data).toEqual({ path: 'open/copy.txt' })
    expect((await from.move('from.txt', 'to/here.txt')).data).toEqual({ message: 'Successfully moved' })
    expect((await from.download('from.txt')).data).toBeNull()
    expect(await textOf((await from.download('to/here.txt')).data)).toBe('text')
    expect((await server.storage.from('open').info('copy.txt')).data).toMatchObject({ size: 4, metadata: { kept: true } })
    expect((await from.move('to/here.txt', 'raw.bin')).error).toMatchObject({ statusCode: '409' })
    expect((await from.copy('none', 'x')).error).toMatchObject({ statusCode: '404' })
    expect((await from.move('to/here.txt', 'x', { destinationBucket: 'nowhere' })).error).toMatchObject({ statusCode: '404' })
  })

  test('are listed by folder, in order, page by page', async () => {
    const from = server.storage.from('open')
    for (const name of ['l/a', 'l/a.txt', 'l/a/1', 'l/B', 'l/b_c/x']) await from.upload(name, name)
    const { data } = await from.list('l', { sortBy: { column: 'name', order: 'asc' } })
    expect(data!.map(({ name, id }) => [name, id === null])).toEqual([
      ['B', false],
      ['a', false],
      ['a.txt', false],
      ['a', true],
      ['b_c', true],
    ])
    expect((await from.list('l', { search: 'b' })).data!.map(({ name }) => name)).toEqual(['B', 'b_c'])
    expect((await from.list('l', { limit: 2, offset: 1, sortBy: { column: 'created_at', order: 'desc' } })).data).toHaveLength(2)
    const names: string[] = []
    for (let cursor: string | undefined; ;) {
      const { data: page, error } = await from.listV2({ prefix: 'l/', limit: 1, with_delimiter: true, ...(cursor !== undefined && { cursor }) })
      expect(error).toBeNull()
      names.push(...page!.folders.map(({ name }) => name), ...page!.objects.map(({ name }) => name))
      if (!page!.hasNext) break
      cursor = page!.nextCursor
    }
    expect(names).toEqual(['l/B', 'l/a', 'l/a.txt', 'l/a/', 'l/b_c/'])
    const { data: all } = await from.listV2({ prefix: 'l/', sortBy: { column: 'created_at', order: 'desc' } })
    expect(all!.objects.map(({ name }) => name)).toEqual(['l/b_c/x', 'l/B', 'l/a/1', 'l/a.txt', 'l/a'])
    expect((await server.storage.from('nowhere').list()).data).toEqual([])
  })

  test('are sent in parts', async () => {
    await server.storage.from('open').upload('digits', '0123456789')
    const part = async (range: string): Promise<unknown[]> => {
      const reply = await call('/object/public/open/digits', { headers: { range } })
      return [reply.status, reply.headers.get('content-range'), reply.ok ? await reply.text() : ((await reply.json()) as { code: string }).code]
    }
    expect(await part('bytes=2-4')).toEqual([206, 'bytes 2-4/10', '234'])
    expect(await part('bytes=-3')).toEqual([206, 'bytes 7-9/10', '789'])
    expect(await part('bytes=8-100')).toEqual([206, 'bytes 8-9/10', '89'])
    expect(await part('bytes=10-')).toEqual([416, 'bytes */10', 'InvalidRange'])
    expect(await part('bytes=9-1')).toEqual([416, 'bytes */10', 'InvalidRange'])
    const head = await call('/object/public/open/digits', { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '10'])
  })
})

describe('signed URLs', () => {
  test('open one object for one use, for a time', async () => {
    const from = server.storage.from('own')
    await from.upload('secret.txt', 'for your eyes')
    const { data } = await from.createSignedUrl('secret.txt', 60)
    const url = data!.signedUrl
    const reply = await fetch(url)
    expect([await reply.text(), reply.headers.get('cache-control')]).toEqual(['for your eyes', null])
    expect(Date.parse(reply.headers.get('expires')!)).toBeGreaterThan(Date.now())
    const token = new URL(url).searchParams.get('token')!
    const [head, claims, signature] = token.split('.') as [string, string, string]
    const get = async (path: string, shown: string): Promise<unknown[]> => faultOf(await call(`${path}?token=${shown}`))
    const flipped = `${head}.${claims}.${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`
    expect(await get('/object/sign/own/secret.txt', flipped)).toEqual([400, '400', 'InvalidJWT'])
    const none = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`
    expect(await get('/object/sign/own/secret.txt', none)).toEqual([400, '400', 'InvalidJWT'])
    expect(await get('/object/sign/own/raw.bin', token)).toEqual([400, '400', 'InvalidSignature'])
    expect(await get('/object/sign/own/secret.txt', project.serviceKey)).toEqual([400, '400', 'InvalidJWT'])
    expect(await faultOf(await call(`/object/upload/sign/own/secret.txt?token=${token}`, { method: 'PUT', body: 'x' }))).toEqual([
      400,
      '400',
      'InvalidSignature',
    ])
    expect((await fetch(`${project.url}/rest/v1/`, { headers: { apikey: project.anonKey, ...bearer(token) } })).status).toBe(401)
    const many = await from.createSignedUrls(['secret.txt', 'none.txt'], 60)
    expect(many.data!.map(({ error, path }) => [path, error])).toEqual([
      ['secret.txt', null],
      ['none.txt', 'Either the object does not exist or you do not have access to it'],
    ])
    expect((await visitor.storage.from('own').createSignedUrl('secret.txt', 60)).error).toMatchObject({ statusCode: '404' })
  })

  test('take an upload by the right of whoever signed them', async () => {
    const { data } = await visitor.storage.from('own').createSignedUploadUrl('notes/signed.txt')
    expect((await visitor.storage.from('own').uploadToSignedUrl('notes/signed.txt', data!.token, 'text')).data).toMatchObject({
      path: 'notes/signed.txt',
    })
    expect((await visitor.storage.from('own').uploadToSignedUrl('notes/signed.txt', data!.token, 'text')).error).toMatchObject({ statusCode: '409' })
    expect((await visitor.storage.from('own').createSignedUploadUrl('other.txt')).error).toMatchObject({ statusCode: '403' })
  })
})

describe('what is wrong', () => {
  test('with a name is told', async () => {
    for (const path of ['own/%00', 'own/a%2f..%2fb', 'own/%2e%2e%2fown', `own/${'x'.repeat(1_025)}`, 'own/a%0Ab']) {
      expect([path.slice(0, 20), ...(await faultOf(await asServer(`/object/${path}`, { method: 'POST', body: 'x' })))]).toEqual([
        path.slice(0, 20),
        400,
        '400',
        'InvalidKey',
      ])
    }
    for (const path of ['own/%80', 'own/50%.txt', 'own/%zz']) {
      expect([path, ...(await faultOf(await asServer(`/object/${path}`, { method: 'POST', body: 'x' })))]).toEqual([path, 400, '400', 'InvalidKey'])
    }
    const unreadable = await fetch(`${project.url}/storage/v1/s3/own/%zz`)
    expect([unreadable.status, await unreadable.text()]).toEqual([400, expect.stringContaining('<Code>InvalidURI</Code>')])
    expect((await asServer('/object/own/', { method: 'POST', body: 'x' })).status).toBeGreaterThanOrEqual(400)
    for (const name of ['Twin', 'twin', 'twin/inside', '']) {
      const stored = await asServer(`/object/own/zero/${name}`, { method: 'POST' })
      expect([name, stored.status]).toEqual([name, 200])
    }
    expect(await (await asServer('/object/own/zero/twin')).text()).toBe('')
  })

  test('with a size or a type is told, and nothing is left of it', async () => {
    const from = server.storage.from('small')
    expect((await from.upload('a.txt', 'x', { contentType: 'text/plain' })).error).toMatchObject({
      statusCode: '415',
      message: 'mime type text/plain is not supported',
    })
    expect((await from.upload('a.png', new Uint8Array(1_001), { contentType: 'image/png' })).error).toMatchObject({ statusCode: '413' })
    expect((await from.upload('a.png', new Blob([new Uint8Array(1_001)], { type: 'image/png' }))).error).toMatchObject({ statusCode: '413' })
    expect((await from.upload('a.png', new Uint8Array(1_000), { contentType: 'image/png' })).error).toBeNull()
    expect((await server.storage.from('nowhere').upload('a', 'x')).error).toMatchObject({ statusCode: '404', message: 'Bucket not found' })
  })

  test('with an upload that is cut off leaves nothing', async () => {
    const { hostname, port, pathname } = new URL(`${project.url}/storage/v1/object/own/cut.bin`)
    const sending = request({ hostname, port, path: pathname, method: 'POST', headers: { ...bearer(project.serviceKey), 'content-length': 1_000 } })
    const closed = new Promise((resolve) => sending.once('error', resolve))
    await new Promise<void>((resolve) => sending.write('only this', () => resolve()))
    sending.destroy(new Error('gone'))
    await closed
    expect(await faultOf(await asServer('/object/own/cut.bin'))).toEqual([400, '404', 'NoSuchKey'])
  })

  test('with a bucket deleted during an upload is told, and no bytes are left', async () => {
    expect((await server.storage.createBucket('leaving')).error).toBeNull()
    const before = await storedFiles()
    const { hostname, port, pathname } = new URL(`${project.url}/storage/v1/object/leaving/late.bin`)
    const sending = request({ hostname, port, path: pathname, method: 'POST', headers: { ...bearer(project.serviceKey), 'content-length': 1_000 } })
    const replied = new Promise<IncomingMessage>((resolve, reject) => sending.once('response', resolve).once('error', reject))
    sending.write(Buffer.alloc(500))
    await expect.poll(() => incomingFiles()).toHaveLength(1)
    expect((await server.storage.deleteBucket('leaving')).error).toBeNull()
    sending.end(Buffer.alloc(500))
    const reply = await replied
    expect([reply.statusCode, JSON.parse(await streamText(reply))]).toMatchObject([400, { statusCode: '404', code: 'NoSuchBucket' }])
    expect([await incomingFiles(), await storedFiles()]).toEqual([[], before])
  })
})

test('two uploads to one name at once store one file and refuse the other', async () => {
  const bodies = [randomBytes(1_200_000), randomBytes(1_200_000)]
  const before = await storedFiles()
  const replies = await Promise.all(bodies.map((body) => asServer('/object/own/once.bin', { method: 'POST', body })))
  const winner = replies.findIndex(({ status }) => status === 200)
  expect(await faultOf(replies[1 - winner]!)).toEqual([400, '409', 'KeyAlreadyExists'])
  expect(Buffer.from(await (await asServer('/object/own/once.bin')).arrayBuffer()).equals(bodies[winner]!)).toBe(true)
  expect([await incomingFiles(), (await storedFiles()).length]).toEqual([[], before.length + 1])
})

test('a download completes although its file is replaced and deleted', async () => {
  // more than what the network takes in advance
  const bytes = randomBytes(20_000_000)
  expect((await server.storage.from('own').upload('going.bin', bytes)).error).toBeNull()
  const reply = await asServer('/object/own/going.bin')
  const reader = reply.body!.getReader()
  const chunks = [(await reader.read()).value!]
  expect((await server.storage.from('own').upload('going.bin', 'another', { upsert: true })).error).toBeNull()
  expect((await server.storage.from('own').remove(['going.bin'])).error).toBeNull()
  for (let next = await reader.read(); !next.done; next = await reader.read()) chunks.push(next.value)
  expect(Buffer.concat(chunks).equals(bytes)).toBe(true)
})

test('folders are moved and deleted as a whole, and names are searched anywhere, as far as policies let', async () => {
  for (const name of ['trips/2025/rome.txt', 'trips/2025/deep/oslo.txt', 'trips/2025-plan.txt', 'trips/100_ROME.txt']) {
    expect((await server.storage.from('own').upload(name, name)).error).toBeNull()
  }
  const post = (path: string, body: object, key = project.serviceKey) =>
    call(path, {
      method: 'POST',
      headers: { apikey: project.anonKey, 'content-type': 'application/json', ...bearer(key) },
      body: JSON.stringify(body),
    })
  const search = async (words: string, key = project.serviceKey) => {
    const reply = await call(`/-/search/own?words=${encodeURIComponent(words)}`, { headers: { apikey: project.anonKey, ...bearer(key) } })
    return ((await reply.json()) as { objects: { name: string }[] }).objects.map(({ name }) => name)
  }
  expect(await search('rome')).toEqual(['trips/100_ROME.txt', 'trips/2025/rome.txt'])
  expect(await search('ROME trips/2025')).toEqual(['trips/2025/rome.txt'])
  expect(await search('0_r')).toEqual(['trips/100_ROME.txt'])
  expect(await search('rome', project.anonKey)).toEqual([])
  // invisible to the caller, and so not there
  expect(await faultOf(await post('/-/move/own', { from: 'trips/', to: 'mine/' }, project.anonKey))).toEqual([400, '404', 'NoSuchKey'])
  expect(await (await post('/-/move/own', { from: 'trips/2025/', to: 'trips/past/' })).json()).toEqual({ moved: 2 })
  expect(await search('oslo')).toEqual(['trips/past/deep/oslo.txt'])
  expect(await textOf((await server.storage.from('own').download('trips/past/rome.txt')).data)).toBe('trips/2025/rome.txt')
  for (const [from, to] of [
    ['trips/', 'trips/inside/'],
    ['trips', 'other/'],
    ['trips/', '../'],
    ['/', 'x/'],
    ['trips/', `${'x'.repeat(1_010)}/`],
  ]) {
    expect((await post('/-/move/own', { from, to })).status).toBe(400)
  }
  expect((await server.storage.from('own').upload('kept/rome.txt', 'kept')).error).toBeNull()
  expect((await server.storage.from('own').upload('trips/past/other.txt', 'x')).error).toBeNull()
  expect((await server.storage.from('own').upload('trips2/past/rome.txt', 'x')).error).toBeNull()
  // one name that is taken leaves all where they are
  expect(await faultOf(await post('/-/move/own', { from: 'trips2/', to: 'trips/' }))).toEqual([400, '409', 'KeyAlreadyExists'])
  expect(await (await post('/-/delete/own', { prefix: 'trips/' }, project.anonKey)).json()).toEqual({ deleted: 0 })
  expect(await (await post('/-/delete/own', { prefix: 'trips/' })).json()).toEqual({ deleted: 5 })
  expect(await search('rome')).toEqual(['kept/rome.txt', 'trips2/past/rome.txt'])
})

test('a token that is lent to look around reads, signs for an hour, and changes nothing', async () => {
  const lend = async (as: 'owner' | 'read-only', access: 'read' | 'write') => {
    const { token } = (await project.platform.ask(as, 'POST', `/platform/storage/${project.ref}/tokens`, { access })).json as StorageToken
    return createClient(project.url, project.anonKey, { accessToken: async () => token }).storage.from('own')
  }
  const reader = await lend('read-only', 'read')
  expect((await server.storage.from('own').upload('lent.txt', 'x')).error).toBeNull()
  expect(await textOf((await reader.download('lent.txt')).data)).toBe('x')
  expect((await reader.createSignedUrl('lent.txt', 3_600)).error).toBeNull()
  expect((await reader.createSignedUrl('lent.txt', 3_601)).error).toMatchObject({ statusCode: '403' })
  expect((await reader.createSignedUrls(['lent.txt'], 3_601)).error).toMatchObject({ statusCode: '403' })
  expect((await reader.upload('more.txt', 'x')).error).not.toBeNull()
  expect((await reader.createSignedUploadUrl('more.txt')).error).not.toBeNull()
  expect((await reader.move('lent.txt', 'gone.txt')).error).not.toBeNull()
  expect((await reader.remove(['lent.txt'])).error).not.toBeNull()
  const writer = await lend('owner', 'write')
  expect((await writer.createSignedUrl('lent.txt', 86_400)).error).toBeNull()
  expect((await writer.remove(['lent.txt'])).data).toHaveLength(1)
})

test('what is told of a file beside its content is changed as its bucket and policies allow, and says whose it is', async () => {
  const post = async (body: object, bucket = 'own', key = project.serviceKey) => {
    const headers = { apikey: project.anonKey, 'content-type': 'application/json', ...bearer(key) }
    return call(`/-/details/${bucket}`, { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const detailsOf = async (path: string) => (await (await asServer(`/-/details/${path}`)).json()) as { version: string; etag: string }
  expect((await server.storage.from('own').upload('told.txt', 'text', { metadata: { a: 1 } })).error).toBeNull()
  const { version, etag } = await detailsOf('own/told.txt')
  const change = { name: 'told.txt', version, content_type: 'text/markdown', cache_control: 'max-age=60', metadata: { b: [2] } }
  expect(await (await post(change)).json()).toEqual({ message: 'Successfully updated' })
  expect(await detailsOf('own/told.txt')).toMatchObject({
    version,
    etag,
    size: 4,
    content_type: 'text/markdown',
    cache_control: 'max-age=60',
    metadata: { b: [2] },
    owner_id: null,
    has_content: true,
  })
  const served = await asServer('/object/own/told.txt')
  expect([await served.text(), served.headers.get('content-type'), served.headers.get('cache-control')]).toEqual([
    'text',
    'text/markdown',
    'max-age=60',
  ])
  for (const wrong of [{ content_type: 'text' }, { cache_control: 'ä' }, { metadata: { nul: '\0' } }, { metadata: [1] }, { content_type: '' }]) {
    expect(await faultOf(await post({ name: 'told.txt', version, ...wrong }))).toEqual([400, '400', 'InvalidRequest'])
  }
  expect((await post({ ...change, version: null })).status).toBe(409)
  expect(await faultOf(await post({ ...change, name: 'none.txt' }))).toEqual([400, '404', 'NoSuchKey'])
  expect(await faultOf(await post(change, 'own', project.anonKey))).toEqual([400, '404', 'NoSuchKey'])
  // seen, and not to be changed
  expect((await visitor.storage.from('own').upload('notes/told.txt', 'x')).error).toBeNull()
  const seen = await detailsOf('own/notes/told.txt')
  expect(await faultOf(await post({ ...change, name: 'notes/told.txt', version: seen.version }, 'own', project.anonKey))).toEqual([
    400,
    '403',
    'AccessDenied',
  ])
  expect((await server.storage.from('small').upload('a.png', 'x', { contentType: 'image/png', upsert: true })).error).toBeNull()
  const { version: small } = await detailsOf('small/a.png')
  expect(await faultOf(await post({ name: 'a.png', version: small, content_type: 'text/plain' }, 'small'))).toEqual([400, '415', 'InvalidMimeType'])
  await project.owner.run(
    userAuthored(
      'statement',
      "insert into storage.objects (bucket_id, name, owner_id, version) values ('own', 'imported.txt', 'somebody', 'from-elsewhere')",
    ),
  )
  const looked = await asServer('/-/missing/own', { method: 'POST', body: '{"names":["imported.txt","told.txt","none.txt"]}' })
  expect(await looked.json()).toEqual({ missing: ['imported.txt'] })
  expect(await detailsOf('own/imported.txt')).toMatchObject({ owner_id: 'somebody', has_content: false, size: null, content_type: null })
})

test('files and folders are saved as one zip archive, by a link that says what its caller may read', async () => {
  const from = server.storage.from('own')
  for (const [name, text] of Object.entries({ 'zip/größe.txt': 'Grüße', 'zip/in/deep/b.txt': 'b', 'zip/in/gone.txt': 'g', 'zip/other.txt': 'o' })) {
    expect((await from.upload(name, text)).error).toBeNull()
  }
  expect((await from.upload('zip/empty/.emptyFolderPlaceholder', '')).error).toBeNull()
  expect((await from.upload('notes/zip.txt', 'read by anybody')).error).toBeNull()
  const link = async (body: object, key = project.serviceKey) => {
    const headers = { apikey: project.anonKey, 'content-type': 'application/json', ...bearer(key) }
    return call('/-/zip/own', { method: 'POST', headers, body: JSON.stringify(body) })
  }
  const signed = async (body: object, key?: string) => (await (await link(body, key)).json()) as { signedURL: string; files: number; bytes: number }
  const unzipped = async (path: string) =>
    Object.fromEntries(
      Object.entries(unzipSync(new Uint8Array(await (await call(path)).arrayBuffer()))).map(([name, bytes]) => [name, strFromU8(bytes)]),
    )
  const both = await signed({ folder: 'zip/', names: ['größe.txt', 'in/', 'in/gone.txt', 'empty/'] })
  expect(both).toMatchObject({ name: 'zip.zip', files: 4, bytes: 9 })
  // of what goes between the link and the download, the archive tells
  await from.remove(['zip/in/gone.txt'])
  const head = await call(both.signedURL, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-type'), head.headers.get('content-disposition')]).toEqual([
    200,
    'application/zip',
    "attachment; filename=zip.zip; filename*=UTF-8''zip.zip",
  ])
  expect(await unzipped(both.signedURL)).toEqual({
    'größe.txt': 'Grüße',
    'in/deep/b.txt': 'b',
    'empty/': '',
    '_missing.txt': expect.stringContaining('zip/in/gone.txt\n'),
  })
  // a caller finds what policies show, and nothing else
  const asked = { names: ['notes/', 'zip/'] }
  expect(Object.keys(await unzipped((await signed(asked, project.anonKey)).signedURL))).toContain('notes/zip.txt')
  expect(Object.keys(await unzipped((await signed(asked, project.anonKey)).signedURL)).filter((name) => name.startsWith('zip/'))).toEqual([])
  expect(await faultOf(await link({ names: ['zip/'] }, project.anonKey))).toEqual([400, '404', 'NoSuchKey'])
  expect(await faultOf(await call(both.signedURL.replace('/own?', '/open?')))).toEqual([400, '400', 'InvalidSignature'])
  expect(await faultOf(await call('/-/zip/own?token=x'))).toEqual([400, '400', 'InvalidSignature'])
  for (const wrong of [{ names: [] }, { names: ['a\0'] }, { folder: 'zip', names: ['a'] }, {}]) expect((await link(wrong)).status).toBe(400)
  await project.owner.run(
    userAuthored('statement', "insert into storage.objects (bucket_id, name) select 'own', 'many/' || i from generate_series(1, 10001) i"),
  )
  const tooMany = (await (await link({ names: ['many/'] })).json()) as object
  expect(tooMany).toMatchObject({ code: 'EntityTooLarge', message: 'A zip archive can have up to 10000 files. Select fewer files or folders.' })
  // rows without bytes
  const missing = await unzipped((await signed({ folder: 'many/', names: ['1', '2'] })).signedURL)
  expect(missing).toEqual({ '_missing.txt': expect.stringContaining('many/1\nmany/2\n') })
})

test('an archive that its reader leaves in the middle is given up', async () => {
  // more than what the network takes in advance
  expect((await server.storage.from('own').upload('noise/0', new Blob([randomBytes(3_000_000)]), { contentType: 'image/png' })).error).toBeNull()
  for (let each = 1; each < 10; each += 1) await server.storage.from('own').copy('noise/0', `noise/${each}`)
  const reply = await asServer('/-/zip/own', { method: 'POST', body: '{"names":["noise/"]}' })
  const { signedURL } = (await reply.json()) as { signedURL: string }
  const leave = new AbortController()
  const unread = await Promise.all([1, 2, 3, 4].map(() => call(signedURL, { signal: leave.signal })))
  expect(await faultOf(await call(signedURL))).toEqual([429, '429', 'SlowDown'])
  // a reply that is forgotten is closed
  expect(unread.map(({ status, bodyUsed }) => [status, bodyUsed])).toEqual(unread.map(() => [200, false]))
  leave.abort()
  const again = async (): Promise<number> => {
    const { status, body } = await call(signedURL)
    await body?.cancel()
    return status
  }
  await expect.poll(again, { timeout: 20_000 }).toBe(200)
})
