import { S3Error } from '../errors.ts'
import { type Operation, quoted, type S3Call, xmlReply } from '../call.ts'
import { uriEncode } from '../signatures/canonical-request.ts'
import type { ListedObjects } from '../store.ts'
import type { XmlElements } from '../xml/write-xml.ts'
import { numberIn } from './numbers.ts'

const mostKeys = 1_000

export const listObjects: Operation = async (call) => {
  const { query, bucket } = call
  const marker = query.get('marker') ?? ''
  const page = await pageOf(call, marker)
  const { encode } = page
  return xmlReply('ListBucketResult', {
    Name: bucket,
    Prefix: encode(page.prefix),
    Marker: encode(marker),
    MaxKeys: page.limit,
    ...(page.delimiter !== '' && { Delimiter: encode(page.delimiter) }),
    ...page.encoding,
    IsTruncated: page.next !== null,
    ...(page.next !== null && { NextMarker: encode(page.next) }),
    ...entriesOf(page, call.owner),
  })
}

export const listObjectsV2: Operation = async (call) => {
  const { query, bucket } = call
  const token = query.get('continuation-token')
  const startAfter = query.get('start-after') ?? ''
  const page = await pageOf(call, token === undefined ? startAfter : readToken(token))
  const { encode } = page
  return xmlReply('ListBucketResult', {
    Name: bucket,
    Prefix: encode(page.prefix),
    MaxKeys: page.limit,
    ...(page.delimiter !== '' && { Delimiter: encode(page.delimiter) }),
    ...page.encoding,
    KeyCount: page.objects.length + page.prefixes.length,
    IsTruncated: page.next !== null,
    ContinuationToken: token,
    ...(page.next !== null && { NextContinuationToken: writeToken(page.next) }),
    ...(startAfter !== '' && { StartAfter: encode(startAfter) }),
    ...entriesOf(page, query.get('fetch-owner') === 'true' ? call.owner : null),
  })
}

/** Nothing has older versions: each object is its latest one. */
export const listObjectVersions: Operation = async (call) => {
  const { query, bucket } = call
  const marker = query.get('key-marker') ?? ''
  const page = await pageOf(call, marker)
  const { encode } = page
  return xmlReply('ListVersionsResult', {
    Name: bucket,
    Prefix: encode(page.prefix),
    KeyMarker: encode(marker),
    VersionIdMarker: '',
    MaxKeys: page.limit,
    ...(page.delimiter !== '' && { Delimiter: encode(page.delimiter) }),
    ...page.encoding,
    IsTruncated: page.next !== null,
    ...(page.next !== null && { NextKeyMarker: encode(page.next), NextVersionIdMarker: 'null' }),
    Version: page.objects.map((object) => ({ ...entryOf(object, encode, call.owner), VersionId: 'null', IsLatest: true })),
    CommonPrefixes: page.prefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  })
}

interface Page extends ListedObjects {
  readonly prefix: string
  readonly delimiter: string
  readonly limit: number
  readonly encoding: XmlElements
  readonly encode: (this: void, text: string) => string
}

async function pageOf(call: S3Call, after: string): Promise<Page> {
  const { query, bucket, store } = call
  const limit = numberIn(call, 'max-keys', mostKeys, mostKeys)
  const [prefix, delimiter] = [query.get('prefix') ?? '', query.get('delimiter') ?? '']
  const encodingType = query.get('encoding-type')
  if (encodingType !== undefined && encodingType !== 'url') {
    throw new S3Error('InvalidArgument', 'Invalid Encoding Method specified in Request', {
      ArgumentName: 'encoding-type',
      ArgumentValue: encodingType.slice(0, 40),
    })
  }
  const encode = encodingType === 'url' ? (text: string): string => text.split('/').map(uriEncode).join('/') : (text: string): string => text
  // none may be asked for, and then there is no next page either
  const listed =
    limit === 0
      ? (await store.findBucket(bucket), { objects: [], prefixes: [], next: null })
      : await store.listObjects(bucket, { prefix, delimiter, after, limit })
  return { ...listed, prefix, delimiter, limit, encode, encoding: encodingType === 'url' ? { EncodingType: 'url' } : {} }
}

function entriesOf({ objects, prefixes, encode }: Page, owner: string | null): XmlElements {
  return {
    Contents: objects.map((object) => entryOf(object, encode, owner)),
    CommonPrefixes: prefixes.map((prefix) => ({ Prefix: encode(prefix) })),
  }
}

function entryOf({ key, lastModified, etag, size }: ListedObjects['objects'][number], encode: Page['encode'], owner: string | null): XmlElements {
  return {
    Key: encode(key),
    LastModified: lastModified.toISOString(),
    ETag: quoted(etag),
    Size: size,
    StorageClass: 'STANDARD',
    ...(owner !== null && { Owner: { ID: owner, DisplayName: owner } }),
  }
}

/** Clients must not take it for a key. */
function writeToken(after: string): string {
  return Buffer.from(after, 'utf8').toString('base64url')
}

function readToken(token: string): string {
  const text = Buffer.from(token, 'base64url').toString('utf8')
  if (token === '' || writeToken(text) !== token) {
    throw new S3Error('InvalidArgument', 'The continuation token provided is incorrect', { ArgumentName: 'continuation-token' })
  }
  return text
}
