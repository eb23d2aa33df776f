import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateBucketCommand,
  CreateMultipartUploadCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  DeleteObjectsCommand,
  GetBucketLocationCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  GetObjectTaggingCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListBucketsCommand,
  ListMultipartUploadsCommand,
  ListObjectsCommand,
  ListObjectsV2Command,
  ListPartsCommand,
  PutObjectCommand,
  PutObjectTaggingCommand,
  S3Client,
  type S3ClientConfig,
  UploadPartCommand,
  UploadPartCopyCommand,
} from '@aws-sdk/client-s3'
import type { CreatedStorageCredential } from '@colonnade/contracts/storage/storage-credentials'
import { sql, userAuthored } from '@colonnade/sql'
import { SignatureV4 } from '@smithy/signature-v4'
import { createHash, createHmac, randomBytes } from 'node:crypto'
import { mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let key: CreatedStorageCredential
let s3: S3Client

const clientWith = (credentials: NonNullable<S3ClientConfig['credentials']>, more: S3ClientConfig = {}): S3Client =>
  new S3Client({ ...more, endpoint: `${project.url}/storage/v1/s3`, region: 'local', forcePathStyle: true, credentials, maxAttempts: 1 })
const createKey = async (body: object) =>
  (await project.platform.ask('owner', 'POST', `/platform/storage/${project.ref}/credentials`, body)).json as CreatedStorageCredential

beforeAll(async () => {
  project = await openTestProject('Files over S3')
  key = await createKey({ description: 'Tests' })
  s3 = clientWith({ accessKeyId: key.access_key, secretAccessKey: key.secret_key })
  await s3.send(new CreateBucketCommand({ Bucket: 'files' }))
})
afterAll(async () => {
  s3.destroy()
  await project[Symbol.asyncDispose]()
})

const put = (Key: string, Body: string | Buffer, more: object = {}) => s3.send(new PutObjectCommand({ Bucket: 'files', Key, Body, ...more }))
const bodyOf = async (Key: string, more: object = {}, client = s3): Promise<string> =>
  (await client.send(new GetObjectCommand({ Bucket: 'files', Key, ...more }))).Body!.transformToString()
const statusOf = async (sending: Promise<unknown>): Promise<number | undefined> =>
  sending.then(
    () => 200,
    (error: { $metadata?: { httpStatusCode?: number } }) => error.$metadata?.httpStatusCode,
  )

test('buckets are made, found and deleted, and are those of the other protocols', async () => {
  await s3.send(new CreateBucketCommand({ Bucket: 'open', ACL: 'public-read' }))
  expect((await project.client(project.serviceKey).storage.getBucket('open')).data).toMatchObject({ id: 'open', public: true })
  expect((await s3.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toEqual(['files', 'open'])
  await expect(s3.send(new CreateBucketCommand({ Bucket: 'open' }))).rejects.toMatchObject({ name: 'BucketAlreadyOwnedByYou' })
  await expect(s3.send(new CreateBucketCommand({ Bucket: 'a/b' }))).rejects.toThrow()
  expect((await s3.send(new GetBucketLocationCommand({ Bucket: 'open' }))).LocationConstraint).toBe('local')
  expect((await s3.send(new GetBucketVersioningCommand({ Bucket: 'open' }))).Status).toBeUndefined()
  await s3.send(new PutObjectCommand({ Bucket: 'open', Key: 'a', Body: 'a' }))
  await expect(s3.send(new DeleteBucketCommand({ Bucket: 'open' }))).rejects.toMatchObject({ name: 'BucketNotEmpty' })
  await s3.send(new DeleteObjectCommand({ Bucket: 'open', Key: 'a' }))
  await s3.send(new DeleteBucketCommand({ Bucket: 'open' }))
  expect(await statusOf(s3.send(new HeadBucketCommand({ Bucket: 'open' })))).toBe(404)
  await expect(s3.send(new ListObjectsV2Command({ Bucket: 'open' }))).rejects.toMatchObject({ name: 'NoSuchBucket' })
})

describe('an object', () => {
  test('comes back as it went in, also by the other protocols', async () => {
    const Key = "fol der/Grüße+日本 🎉&=?#%25'()*.txt"
    const { ETag } = await put(Key, 'hello', {
      ContentType: 'text/plain',
      CacheControl: 'max-age=60',
      ContentLanguage: 'de',
      Metadata: { note: 'two  words' },
    })
    expect(ETag).toBe(`"${createHash('md5').update('hello').digest('hex')}"`)
    const found = await s3.send(new GetObjectCommand({ Bucket: 'files', Key }))
    expect(await found.Body!.transformToString()).toBe('hello')
    expect(found).toMatchObject({
      ETag,
      ContentType: 'text/plain',
      CacheControl: 'max-age=60',
      ContentLanguage: 'de',
      ContentLength: 5,
      Metadata: { note: 'two  words' },
    })
    expect(await s3.send(new HeadObjectCommand({ Bucket: 'files', Key }))).toMatchObject({ ETag, ContentLength: 5 })
    const { data } = await project
      .client(project.serviceKey)
      .storage.from('files')
      .info("fol der/Grüße+日本 🎉&=?#%25'()*.txt".replaceAll('%', '%25').replaceAll('#', '%23').replaceAll('?', '%3F'))
    expect(data).toMatchObject({ contentType: 'text/plain', metadata: { note: 'two  words' } })
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key }))
    await s3.send(new DeleteObjectCommand({ Bucket: 'files', Key }))
    await expect(bodyOf(Key)).rejects.toMatchObject({ name: 'NoSuchKey' })
    expect(await statusOf(s3.send(new HeadObjectCommand({ Bucket: 'files', Key })))).toBe(404)
  })

  test('is read in parts and on conditions', async () => {
    const { ETag } = await put('ranges', '0123456789')
    expect(await bodyOf('ranges', { Range: 'bytes=2-4' })).toBe('234')
    expect(await bodyOf('ranges', { Range: 'bytes=-2' })).toBe('89')
    expect(await statusOf(bodyOf('ranges', { Range: 'bytes=10-' }))).toBe(416)
    expect(await statusOf(bodyOf('ranges', { IfNoneMatch: ETag }))).toBe(304)
    expect(await statusOf(bodyOf('ranges', { IfMatch: '"other"' }))).toBe(412)
    const shown = await s3.send(
      new GetObjectCommand({ Bucket: 'files', Key: 'ranges', ResponseContentType: 'text/csv', ResponseContentDisposition: 'attachment; filename=x' }),
    )
    expect(shown).toMatchObject({ ContentType: 'text/csv', ContentDisposition: 'attachment; filename=x' })
    shown.Body?.transformToString().catch(() => {})
  })

  test('is written once where that is asked for', async () => {
    await put('once', '1', { IfNoneMatch: '*' })
    await expect(put('once', '2', { IfNoneMatch: '*' })).rejects.toMatchObject({ name: 'PreconditionFailed' })
    expect(await bodyOf('once')).toBe('1')
    await put('once', '3')
    expect(await bodyOf('once')).toBe('3')
  })

  test('is copied with its metadata or other', async () => {
    await put('copy/from ü', 'bytes', { ContentType: 'text/x-a', Metadata: { a: 'b' } })
    await s3.send(new CopyObjectCommand({ Bucket: 'files', Key: 'copy/to', CopySource: `files/${encodeURIComponent('copy/from ü')}` }))
    expect(await s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'copy/to' }))).toMatchObject({ ContentType: 'text/x-a', Metadata: { a: 'b' } })
    const changed = { Bucket: 'files', Key: 'copy/to', CopySource: 'files/copy/to', ContentType: 'text/x-b', Metadata: { c: 'd' } }
    await expect(s3.send(new CopyObjectCommand(changed))).rejects.toMatchObject({ name: 'InvalidRequest' })
    await s3.send(new CopyObjectCommand({ ...changed, MetadataDirective: 'REPLACE' }))
    expect(await s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'copy/to' }))).toMatchObject({ ContentType: 'text/x-b', Metadata: { c: 'd' } })
    await expect(s3.send(new CopyObjectCommand({ ...changed, CopySource: 'files/none' }))).rejects.toMatchObject({ name: 'NoSuchKey' })
  })

  test('has tags', async () => {
    const TagSet = [{ Key: 'a & b', Value: '<c>' }]
    await put('tagged', 'x', { Tagging: 'first=1' })
    expect((await s3.send(new GetObjectTaggingCommand({ Bucket: 'files', Key: 'tagged' }))).TagSet).toEqual([{ Key: 'first', Value: '1' }])
    await s3.send(new PutObjectTaggingCommand({ Bucket: 'files', Key: 'tagged', Tagging: { TagSet } }))
    expect((await s3.send(new GetObjectTaggingCommand({ Bucket: 'files', Key: 'tagged' }))).TagSet).toEqual(TagSet)
  })
})

test('lists go on page by page, with folders and without', async () => {
  const keys = ['l/a', 'l/a.txt', 'l/a/1', 'l/a/2', 'l/b', 'l/c/d/e', 'l/ü _%']
  await Promise.all(keys.map((each) => put(each, each)))
  await put('l/empty/', '')
  const { rows } = { rows: await project.owner.rows<{ name: string }>(sql`select name from storage.objects where name like 'l/empty%'`) }
  expect(rows).toEqual([{ name: 'l/empty/.emptyFolderPlaceholder' }])
  const pages = async (more: object): Promise<string[]> => {
    const seen: string[] = []
    let ContinuationToken: string | undefined
    do {
      const page = await s3.send(new ListObjectsV2Command({ Bucket: 'files', Prefix: 'l/', MaxKeys: 2, ContinuationToken, ...more }))
      expect(page.KeyCount).toBeLessThanOrEqual(2)
      seen.push(...[...(page.Contents ?? []).map((each) => each.Key!), ...(page.CommonPrefixes ?? []).map((each) => each.Prefix!)].toSorted())
      ContinuationToken = page.NextContinuationToken
    } while (ContinuationToken !== undefined)
    return seen
  }
  expect(await pages({})).toEqual(['l/a', 'l/a.txt', 'l/a/1', 'l/a/2', 'l/b', 'l/c/d/e', 'l/empty/', 'l/ü _%'])
  expect(await pages({ Delimiter: '/' })).toEqual(['l/a', 'l/a.txt', 'l/a/', 'l/b', 'l/c/', 'l/empty/', 'l/ü _%'])
  expect(await pages({ StartAfter: 'l/b' })).toEqual(['l/c/d/e', 'l/empty/', 'l/ü _%'])
  const first = await s3.send(new ListObjectsCommand({ Bucket: 'files', Prefix: 'l/', Delimiter: '/', MaxKeys: 3, EncodingType: 'url' }))
  expect(first).toMatchObject({ IsTruncated: true, NextMarker: 'l/a/', CommonPrefixes: [{ Prefix: 'l/a/' }] })
  const { Deleted } = await s3.send(new DeleteObjectsCommand({ Bucket: 'files', Delete: { Objects: [...keys, 'l/none'].map((Key) => ({ Key })) } }))
  expect(Deleted).toHaveLength(8)
  expect(await pages({})).toEqual(['l/empty/'])
})

describe('an upload in parts', () => {
  const part = 5 * 1024 * 1024
  const create = async (Key: string) => {
    const { UploadId } = await s3.send(new CreateMultipartUploadCommand({ Bucket: 'files', Key, ContentType: 'video/mp4', Metadata: { m: 'n' } }))
    return { Bucket: 'files', Key, UploadId }
  }
  test('becomes an object of all of them', async () => {
    const bytes = randomBytes(part + 1_000)
    const upload = await create('parts/large')
    const one = await s3.send(
      new UploadPartCommand({
        ...upload,
        PartNumber: 1,
        Body: Readable.from([bytes.subarray(0, 999), bytes.subarray(999, part)]),
        ContentLength: part,
      }),
    )
    await put('parts/source', bytes.subarray(part - 10))
    const two = await s3.send(
      new UploadPartCopyCommand({ ...upload, PartNumber: 7, CopySource: 'files/parts/source', CopySourceRange: 'bytes=10-1009' }),
    )
    expect((await s3.send(new ListPartsCommand(upload))).Parts).toMatchObject([
      { PartNumber: 1, Size: part },
      { PartNumber: 7, Size: 1_000 },
    ])
    expect((await s3.send(new ListMultipartUploadsCommand({ Bucket: 'files' }))).Uploads).toMatchObject([{ Key: 'parts/large' }])
    const parts = [
      { PartNumber: 1, ETag: one.ETag },
      { PartNumber: 7, ETag: two.CopyPartResult!.ETag },
    ]
    const complete = (Parts: object[]) => s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    await expect(complete(parts.toReversed())).rejects.toMatchObject({ name: 'InvalidPartOrder' })
    await expect(complete([{ PartNumber: 1, ETag: '"0"' }])).rejects.toMatchObject({ name: 'InvalidPart' })
    const { ETag } = await complete(parts)
    const digests = parts.map((each) => Buffer.from(each.ETag!.replaceAll('"', ''), 'hex'))
    expect(ETag).toBe(`"${createHash('md5').update(Buffer.concat(digests)).digest('hex')}-2"`)
    const found = await s3.send(new GetObjectCommand({ Bucket: 'files', Key: 'parts/large' }))
    expect(found).toMatchObject({ ETag, ContentType: 'video/mp4', Metadata: { m: 'n' } })
    expect(Buffer.compare(await found.Body!.transformToByteArray(), bytes)).toBe(0)
    expect(await bodyOf('parts/large', { Range: `bytes=${part - 2}-${part + 1}` }).then((text) => text.length)).toBeGreaterThan(0)
    await expect(complete(parts)).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })
  test('that a kill left put together is completed from the same parts alone', async () => {
    const upload = await create('parts/killed')
    const send = async (Body: string) => ({ PartNumber: 1, ETag: (await s3.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body }))).ETag })
    const complete = (part: object) => s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: [part] } }))
    const former = await send('former')
    const folder = join(project.platform.ground.home, 'objects', project.ref)
    const { version } = (await project.owner.first<{ version: string }>(
      sql`select version from storage.s3_multipart_uploads where key = 'parts/killed'`,
    ))!
    await mkdir(join(folder, 'store', version.slice(-2)), { recursive: true })
    await rename(join(folder, 'incoming', version), join(folder, 'store', version.slice(-2), version))
    await expect(complete(await send('later!'))).rejects.toMatchObject({ name: 'InvalidPart' })
    await rm(join(folder, 'incoming', version), { recursive: true })
    await project.owner.run(sql`update storage.s3_multipart_uploads_parts set etag = ${former.ETag!.replaceAll('"', '')} where version = ${version}`)
    await complete(former)
    expect(await bodyOf('parts/killed')).toBe('former')
  })
  test('ends together with the row of its object, or goes on', async () => {
    const upload = await create('parts/both')
    const Parts = [{ PartNumber: 1, ETag: (await s3.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'whole' }))).ETag }]
    const complete = () => s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }))
    await project.owner.run(
      userAuthored(
        'statement',
        `create function public.refuse() returns trigger language plpgsql as $$ begin raise 'not now'; end $$;
         create trigger refuse before delete on storage.s3_multipart_uploads for each row execute function public.refuse()`,
      ),
    )
    await expect(complete()).rejects.toThrow('not now')
    expect(await statusOf(s3.send(new HeadObjectCommand({ Bucket: 'files', Key: 'parts/both' })))).toBe(404)
    await project.owner.run(userAuthored('statement', 'drop function public.refuse() cascade'))
    await complete()
    expect(await bodyOf('parts/both')).toBe('whole')
  })
  test('is given up, or too small', async () => {
    const upload = await create('parts/none')
    const parts = await Promise.all(
      [1, 2].map(async (PartNumber) => ({ PartNumber, ETag: (await s3.send(new UploadPartCommand({ ...upload, PartNumber, Body: 'small' }))).ETag })),
    )
    await expect(s3.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }))).rejects.toMatchObject({
      name: 'EntityTooSmall',
    })
    await s3.send(new AbortMultipartUploadCommand(upload))
    await expect(s3.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'x' }))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  })
})

test('an upload that nobody completed goes with its bucket, and one of another copy of the database is nobody’s', async () => {
  await s3.send(new CreateBucketCommand({ Bucket: 'begun' }))
  const begin = async (Key: string) => ({
    Bucket: 'begun',
    Key,
    UploadId: (await s3.send(new CreateMultipartUploadCommand({ Bucket: 'begun', Key }))).UploadId!,
  })
  const [own, copied] = [await begin('own'), await begin('copied')]
  await s3.send(new UploadPartCommand({ ...copied, PartNumber: 1, Body: 'x' }))
  // as the database of a branch has it
  await project.owner.run(sql`update storage.s3_multipart_uploads set upload_signature = 's3 zzzzzzzzzzzzzzzzzzzz' where key = 'copied'`)
  expect((await s3.send(new ListMultipartUploadsCommand({ Bucket: 'begun' }))).Uploads).toMatchObject([{ Key: 'own' }])
  await expect(s3.send(new UploadPartCommand({ ...copied, PartNumber: 2, Body: 'x' }))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  await expect(s3.send(new AbortMultipartUploadCommand(copied))).rejects.toMatchObject({ name: 'NoSuchUpload' })
  await s3.send(new PutObjectCommand({ Bucket: 'begun', Key: 'a', Body: 'a' }))
  await expect(s3.send(new DeleteBucketCommand({ Bucket: 'begun' }))).rejects.toMatchObject({ name: 'BucketNotEmpty' })
  await s3.send(new UploadPartCommand({ ...own, PartNumber: 1, Body: 'still there' }))
  await s3.send(new DeleteObjectCommand({ Bucket: 'begun', Key: 'a' }))
  await s3.send(new DeleteBucketCommand({ Bucket: 'begun' }))
  await expect(s3.send(new UploadPartCommand({ ...own, PartNumber: 1, Body: 'x' }))).rejects.toMatchObject({ name: 'NoSuchUpload' })
})

test('an address without a path finds the project by the access key', async () => {
  const credentials = { accessKeyId: key.access_key, secretAccessKey: key.secret_key }
  const clientAt = (of: typeof credentials & { readonly sessionToken?: string }): S3Client =>
    new S3Client({ endpoint: project.s3Url, region: 'local', forcePathStyle: true, credentials: of, maxAttempts: 1 })
  const root = clientAt(credentials)
  for (const Key of ['root/ä b', 'root/50%zz', 'root/s3/storage/v1']) {
    await root.send(new PutObjectCommand({ Bucket: 'files', Key, Body: Key }))
    expect(await bodyOf(Key, {}, root)).toBe(Key)
    expect(await bodyOf(Key)).toBe(Key)
  }
  expect((await root.send(new ListBucketsCommand({}))).Buckets?.map(({ Name }) => Name)).toContain('files')
  const upload = {
    Bucket: 'files',
    Key: 'root/parts',
    UploadId: (await root.send(new CreateMultipartUploadCommand({ Bucket: 'files', Key: 'root/parts' }))).UploadId!,
  }
  const { ETag } = await root.send(new UploadPartCommand({ ...upload, PartNumber: 1, Body: 'x' }))
  const completed = await root.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: [{ PartNumber: 1, ETag }] } }))
  expect(completed.Location).toBe(`${project.s3Url}/files/root/parts`)
  const signed = await presign('GET', 'root/parts', 60, `${project.s3Url}/files`)
  expect(await (await fetch(signed)).text()).toBe('x')
  expect((await fetch(signed.replace('parts', 'other'))).status).toBe(403)

  const other = clientAt({ ...credentials, accessKeyId: '0'.repeat(32) })
  await expect(other.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
  const forged = clientAt({ ...credentials, secretAccessKey: 'x' })
  await expect(forged.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
  const session = clientAt({ accessKeyId: project.ref, secretAccessKey: project.anonKey, sessionToken: project.anonKey })
  expect((await session.send(new ListBucketsCommand({}))).Buckets ?? []).toEqual([])
  const unsigned = await fetch(`${project.s3Url}/files/root/parts`)
  expect([unsigned.status, await unsigned.text()]).toEqual([403, expect.stringContaining('<Code>AccessDenied</Code>')])
  for (const client of [root, other, forged, session]) client.destroy()
})

class Sha256 {
  readonly #hash: ReturnType<typeof createHash> | ReturnType<typeof createHmac>
  constructor(secret?: string | Uint8Array) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', secret)
  }
  update(data: Uint8Array | string): void {
    this.#hash.update(data)
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest()
  }
  reset(): void {}
}

async function presign(method: string, path: string, expiresIn: number, bucket = `${project.url}/storage/v1/s3/files`): Promise<string> {
  const url = new URL(`${bucket}/${path}`)
  const credentials = { accessKeyId: key.access_key, secretAccessKey: key.secret_key }
  const signer = new SignatureV4({ region: 'local', service: 's3', uriEscapePath: false, sha256: Sha256 as never, credentials })
  const headers = { host: url.host, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' }
  const { query } = await signer.presign(
    { method, protocol: url.protocol, hostname: url.hostname, path: url.pathname, query: {}, headers },
    { expiresIn },
  )
  return `${url.href}?${new URLSearchParams(query as Record<string, string>).toString().replaceAll('+', '%20')}`
}

describe('a URL that was signed beforehand', () => {
  test('takes and gives an object, whatever token comes with it', async () => {
    const uploaded = await fetch(await presign('PUT', 'signed.html', 60), {
      method: 'PUT',
      body: '<b>hi</b>',
      headers: { 'content-type': 'text/html', authorization: 'Bearer other' },
    })
    expect(uploaded.status).toBe(200)
    const url = await presign('GET', 'signed.html', 60)
    const got = await fetch(url)
    expect([got.status, await got.text()]).toEqual([200, '<b>hi</b>'])
    // a page of somebody else's on our origin
    expect(got.headers.get('content-security-policy')).toContain('sandbox')
    expect((await fetch(url, { headers: { 'sec-fetch-mode': 'navigate' } })).headers.get('content-type')).toContain('text/plain')
    expect((await fetch(url, { method: 'DELETE' })).status).toBe(403)
    expect((await fetch(`${url}&response-content-type=text%2Fx`)).status).toBe(403)
    const copied = await fetch(await presign('PUT', 'stolen', 60), { method: 'PUT', headers: { 'x-amz-copy-source': 'files/signed.html' } })
    expect([copied.status, await copied.text()]).toEqual([403, expect.stringContaining('<HeadersNotSigned>x-amz-copy-source</HeadersNotSigned>')])
  })
})

test('a form that was signed beforehand takes a file of a web page', async () => {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '')
  const credential = `${key.access_key}/${day}/local/s3/aws4_request`
  const conditions = [
    { bucket: 'files' },
    ['starts-with', '$key', 'forms/'],
    ['content-length-range', 1, 8],
    { 'x-amz-algorithm': 'AWS4-HMAC-SHA256' },
  ]
  const policy = Buffer.from(
    JSON.stringify({ expiration: new Date(Date.now() + 60_000).toISOString(), conditions: [...conditions, { 'x-amz-credential': credential }] }),
  ).toString('base64')
  const sign = (by: string | Buffer, text: string): Buffer => createHmac('sha256', by).update(text).digest()
  const signature = sign([day, 'local', 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${key.secret_key}`), policy).toString('hex')
  const send = async (name: string, content: string, more: Record<string, string> = {}) => {
    const form = new FormData()
    const fields = { key: name, 'x-amz-algorithm': 'AWS4-HMAC-SHA256', 'x-amz-credential': credential, policy, 'x-amz-signature': signature, ...more }
    for (const [field, value] of Object.entries(fields)) form.append(field, value)
    form.append('file', new Blob([content], { type: 'text/plain' }), 'note.txt')
    const reply = await fetch(`${project.url}/storage/v1/s3/files`, { method: 'POST', body: form })
    return [reply.status, /<Code>(\w+)</.exec(await reply.text())?.[1]]
  }
  expect(await send('forms/${filename}', 'hello')).toEqual([204, undefined])
  expect(await bodyOf('forms/note.txt')).toBe('hello')
  expect(await send('other/a', 'hello')).toEqual([403, 'AccessDenied'])
  expect(await send('forms/long', 'longer than 8')).toEqual([400, 'EntityTooLarge'])
  expect(await send('forms/a', 'hello', { 'x-amz-signature': 'a'.repeat(64) })).toEqual([403, 'SignatureDoesNotMatch'])
  await expect(bodyOf('forms/long')).rejects.toMatchObject({ name: 'NoSuchKey' })
  await expect(put('encrypted', 'x', { ServerSideEncryption: 'AES256' })).rejects.toMatchObject({ name: 'NotImplemented' })
})

describe('refused is', () => {
  test('a secret that is not the key’s, and a clock that is wrong', async () => {
    using other = clientOf({ accessKeyId: key.access_key, secretAccessKey: 'f'.repeat(64) })
    await expect(other.client.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' })
    using unknown = clientOf({ accessKeyId: 'f'.repeat(32), secretAccessKey: 'f'.repeat(64) })
    await expect(unknown.client.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'InvalidAccessKeyId' })
    using late = clientOf({ accessKeyId: key.access_key, secretAccessKey: key.secret_key }, { systemClockOffset: -20 * 60_000 })
    await expect(late.client.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'RequestTimeTooSkewed' })
    const anonymous = await fetch(`${project.url}/storage/v1/s3/files?x=<&y`)
    expect([anonymous.status, anonymous.headers.get('x-sb-error-code')]).toEqual([403, 'AccessDenied'])
  })
  test('a body that is another one, and nothing of it is kept', async () => {
    await expect(put('altered', 'x', { ContentMD5: createHash('md5').update('y').digest('base64') })).rejects.toMatchObject({ name: 'BadDigest' })
    await expect(put('altered', 'x', { ChecksumSHA256: createHash('sha256').update('y').digest('base64') })).rejects.toMatchObject({
      name: 'BadDigest',
    })
    await expect(bodyOf('altered')).rejects.toMatchObject({ name: 'NoSuchKey' })
  })
  test('a key that can’t be', async () => {
    await expect(put('x'.repeat(1_025), 'x')).rejects.toMatchObject({ name: 'KeyTooLongError' })
    await expect(put('a/\u0001', 'x')).rejects.toMatchObject({ name: 'InvalidArgument' })
  })
  test('a key that was revoked', async () => {
    const gone = await createKey({ description: 'Gone' })
    using client = clientOf({ accessKeyId: gone.access_key, secretAccessKey: gone.secret_key })
    const listed = () => statusOf(client.client.send(new ListBucketsCommand({})))
    await expect.poll(listed).toBe(200)
    await project.platform.ask('owner', 'DELETE', `/platform/storage/${project.ref}/credentials/${gone.id}`)
    await expect.poll(listed).toBe(403)
  })
})

function clientOf(credentials: NonNullable<S3ClientConfig['credentials']>, more: S3ClientConfig = {}) {
  const client = clientWith(credentials, more)
  return { client, [Symbol.dispose]: () => client.destroy() }
}

test('policies decide for a session with a user’s token, and for a key of a user', async () => {
  await project.owner.run(sql`create policy own on storage.objects to authenticated
    using (bucket_id = 'files' and (storage.foldername(name))[1] = auth.uid()::text) with check (bucket_id = 'files' and (storage.foldername(name))[1] = auth.uid()::text)`)
  await project.change({ mailer_autoconfirm: true })
  const app = project.client()
  const { data } = await app.auth.signUp({ email: 'ada@example.com', password: 'a good long passphrase' })
  const [user, token] = [data.user!.id, data.session!.access_token]
  using session = clientOf({ accessKeyId: project.ref, secretAccessKey: project.anonKey, sessionToken: token })
  const own = (client: S3Client, Key: string) => client.send(new PutObjectCommand({ Bucket: 'files', Key, Body: 'mine' }))
  await own(session.client, `${user}/a`)
  expect(await project.owner.first(sql`select owner_id from storage.objects where name = ${`${user}/a`}`)).toEqual({ owner_id: user })
  await expect(own(session.client, 'other/a')).rejects.toMatchObject({ name: 'AccessDenied' })
  await put('other/b', 'not theirs')
  await expect(bodyOf('other/b', {}, session.client)).rejects.toMatchObject({ name: 'NoSuchKey' })
  expect((await session.client.send(new ListObjectsV2Command({ Bucket: 'files' }))).Contents?.map((each) => each.Key)).toEqual([`${user}/a`])
  const forged = clientWith({ accessKeyId: project.ref, secretAccessKey: project.anonKey, sessionToken: `${token.slice(0, -4)}AAAA` })
  await expect(forged.send(new ListBucketsCommand({}))).rejects.toMatchObject({ name: 'InvalidToken' })
  forged.destroy()
  const made = await createKey({ description: 'Ada', role: 'authenticated', user_id: user })
  using ofUser = clientOf({ accessKeyId: made.access_key, secretAccessKey: made.secret_key })
  await expect.poll(() => statusOf(own(ofUser.client, `${user}/b`))).toBe(200)
  await expect(own(ofUser.client, 'other/c')).rejects.toMatchObject({ name: 'AccessDenied' })
})

test('images come in other sizes and formats', async () => {
  const client = project.client(project.serviceKey).storage
  await client.createBucket('images', { public: true })
  const photo = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#2f8f7a' } })
    .jpeg()
    .toBuffer()
  await client.from('images').upload('photo.jpg', photo, { contentType: 'image/jpeg' })
  await client.from('images').upload('text.jpg', Buffer.from('no image'), { contentType: 'image/jpeg' })
  const url = client.from('images').getPublicUrl('photo.jpg', { transform: { width: 100, height: 100 } }).data.publicUrl
  const webp = await fetch(url, { headers: { accept: 'image/avif,image/webp,*/*' } })
  expect([webp.status, webp.headers.get('content-type'), webp.headers.get('vary')]).toEqual([200, 'image/webp', 'Accept'])
  expect(webp.headers.get('x-transformations')).toBe('height:100,width:100,resize:cover')
  expect(await sharp(Buffer.from(await webp.arrayBuffer())).metadata()).toMatchObject({ format: 'webp', width: 100, height: 100 })
  const jpeg = await fetch(url, { headers: { accept: 'image/jpeg' } })
  expect(jpeg.headers.get('content-type')).toBe('image/jpeg')
  expect(jpeg.headers.get('etag')).not.toBe(webp.headers.get('etag'))
  await jpeg.arrayBuffer()
  expect((await fetch(url, { headers: { accept: 'image/jpeg', 'if-none-match': jpeg.headers.get('etag')! } })).status).toBe(304)
  const counts = project.platform.ctx.parts.fileCounts
  const sent = (): number => new Map(counts.listSent()).get(project.ref)!
  const before = sent()
  expect((await (await fetch(url, { headers: { accept: 'image/jpeg' } })).arrayBuffer()).byteLength).toBe(sent() - before)
  const { data: signed } = await client.from('images').createSignedUrl('photo.jpg', 60, { transform: { width: 50, resize: 'contain' } })
  const linked = await fetch(`${signed!.signedUrl}&width=400`, { headers: { accept: 'image/png' } })
  expect(await sharp(Buffer.from(await linked.arrayBuffer())).metadata()).toMatchObject({ format: 'jpeg', width: 50, height: 25 })
  const bad = await fetch(client.from('images').getPublicUrl('text.jpg', { transform: { width: 100 } }).data.publicUrl)
  expect([bad.status, await bad.json()]).toMatchObject([400, { message: 'The source image is invalid or unsupported for rendering' }])
  expect((await fetch(`${project.url}/storage/v1/render/image/public/images/photo.jpg?quality=5`)).status).toBe(400)
  expect((await fetch(`${project.url}/storage/v1/render/image/public/images/none.jpg?width=5`)).status).toBe(400)
  // three renders of one image
  const { data: info } = await client.from('images').info('photo.jpg')
  const taken: object[] = []
  await counts.takeTransformed(async (transformed) => void taken.push(...transformed))
  expect(taken).toEqual([{ ref: project.ref, month: expect.stringMatching(/-01$/), images: [info!.id] }])
})
