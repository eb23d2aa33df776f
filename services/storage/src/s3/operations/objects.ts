import { S3Error } from '../errors.ts'
import { emptyReply, headerOf, type Operation, quoted, type S3Call, xmlReply } from '../call.ts'
import type { FoundObject } from '../store.ts'
import { readXml, textIn } from '../xml/read-xml.ts'
import { isUnchanged, rangeOf } from './conditions.ts'
import { propertiesOf, propertyHeaders } from './properties.ts'

/** Parameters of GET and HEAD that stand for a header of the reply. */
const overrides = {
  'response-cache-control': 'cache-control',
  'response-content-disposition': 'content-disposition',
  'response-content-encoding': 'content-encoding',
  'response-content-language': 'content-language',
  'response-content-type': 'content-type',
  'response-expires': 'expires',
} as const
const mostDeleted = 1_000

export const getObject: Operation = async (call) => {
  const found = await findCurrent(call)
  const headers = headersOf(call, found)
  if (isUnchanged(call, found)) return emptyReply(304, headers)
  const range = rangeOf(headerOf(call, 'range'), found.size)
  const { first, last } = range ?? { first: 0, last: found.size - 1 }
  const length = last - first + 1
  return {
    status: range === null ? 200 : 206,
    headers: { ...headers, 'content-length': String(length), ...(range !== null && { 'content-range': `bytes ${first}-${last}/${found.size}` }) },
    body: length === 0 ? null : await found.read({ first, last }),
  }
}

export const headObject: Operation = async (call) => {
  const found = await findCurrent(call)
  const headers = headersOf(call, found)
  if (isUnchanged(call, found)) return emptyReply(304, headers)
  const range = rangeOf(headerOf(call, 'range'), found.size)
  if (range === null) return emptyReply(200, { ...headers, 'content-length': String(found.size) })
  const { first, last } = range
  return emptyReply(206, { ...headers, 'content-length': String(last - first + 1), 'content-range': `bytes ${first}-${last}/${found.size}` })
}

export const putObject: Operation = async (call) => {
  const { bucket, key, store } = call
  const payload = call.payload()
  // as AWS: without a length nobody knows when it is too long
  if (payload.length === null) throw new S3Error('MissingContentLength')
  const { etag } = await store.putObject(bucket, key, {
    length: payload.length,
    content: payload.content,
    properties: propertiesOf(call),
    onlyIfNew: onlyIfNew(call),
  })
  return emptyReply(200, { etag: quoted(etag), ...payload.checksums() })
}

/** The only condition that uploads may make. @throws S3Error `NotImplemented` */
export function onlyIfNew(call: Pick<S3Call, 'headers'>): boolean {
  const condition = headerOf(call, 'if-none-match')
  if (headerOf(call, 'if-match') !== null || (condition !== null && condition !== '*')) {
    throw new S3Error('NotImplemented', 'The only condition uploads can have is If-None-Match: *.')
  }
  return condition === '*'
}

/** Also when there is none. */
export const deleteObject: Operation = async ({ bucket, key, store, query }) => {
  requireNoVersion(query)
  await store.deleteObjects(bucket, [key])
  return emptyReply(204)
}

export const deleteObjects: Operation = async (call) => {
  const { Object: listed = [], Quiet: [quiet] = [] } = await readXml(call.payload().content, 'Delete')
  if (listed.length === 0 || listed.length > mostDeleted) throw new S3Error('MalformedXML')
  const keys = listed.map((each) => {
    const key = textIn(each, 'Key')
    if (key === null || key === '') throw new S3Error('MalformedXML')
    return key
  })
  await call.store.deleteObjects(call.bucket, keys)
  return xmlReply('DeleteResult', { Deleted: quiet === 'true' ? [] : keys.map((Key) => ({ Key })) })
}

export const copyObject: Operation = async (call) => {
  const from = copySourceOf(call)
  const source = await call.store.findObject(from.bucket, from.key)
  if (isUnchanged(call, source, 'x-amz-copy-source-')) throw new S3Error('PreconditionFailed')
  const directive = headerOf(call, 'x-amz-metadata-directive') ?? 'COPY'
  if (directive !== 'COPY' && directive !== 'REPLACE') throw new S3Error('InvalidArgument', 'Unknown metadata directive.')
  const isReplacing = directive === 'REPLACE'
  if (!isReplacing && from.bucket === call.bucket && from.key === call.key) {
    throw new S3Error(
      'InvalidRequest',
      "This copy request is illegal because it is trying to copy an object to itself without changing the object's metadata, storage class, website redirect location or encryption attributes.",
    )
  }
  const asked = propertiesOf(call)
  const replacesTags = headerOf(call, 'x-amz-tagging-directive') === 'REPLACE'
  const base = isReplacing ? { ...asked, contentType: asked.contentType ?? source.properties.contentType } : source.properties
  const properties = { ...base, tags: replacesTags ? asked.tags : source.properties.tags }
  const { etag, lastModified } = await call.store.copyObject(from, call, isReplacing || replacesTags ? properties : null)
  return xmlReply('CopyObjectResult', { ETag: quoted(etag), LastModified: lastModified.toISOString() })
}

/** `bucket/key`, with or without a slash before it. @throws S3Error `InvalidArgument` */
export function copySourceOf(call: Pick<S3Call, 'headers'>): { readonly bucket: string; readonly key: string } {
  const refuse = (): S3Error =>
    new S3Error('InvalidArgument', 'Copy Source must mention the source bucket and key: sourcebucket/sourcekey', {
      ArgumentName: 'x-amz-copy-source',
    })
  const header = headerOf(call, 'x-amz-copy-source') ?? ''
  const mark = header.lastIndexOf('?versionId=')
  if (mark !== -1 && header.slice(mark) !== '?versionId=null') throw new S3Error('NoSuchVersion')
  let text: string
  try {
    text = decodeURIComponent((mark === -1 ? header : header.slice(0, mark)).replace(/^\//, ''))
  } catch {
    throw refuse()
  }
  const slash = text.indexOf('/')
  if (slash < 1 || slash === text.length - 1) throw refuse()
  return { bucket: text.slice(0, slash), key: text.slice(slash + 1) }
}

async function findCurrent({ bucket, key, store, query }: S3Call): Promise<FoundObject> {
  requireNoVersion(query)
  return store.findObject(bucket, key)
}

function requireNoVersion(query: S3Call['query']): void {
  const version = query.get('versionId')
  if (version !== undefined && version !== 'null' && version !== '') throw new S3Error('NoSuchVersion')
}

function headersOf({ query }: S3Call, { etag, lastModified, properties }: FoundObject): Record<string, string> {
  const headers = {
    ...propertyHeaders(properties),
    etag: quoted(etag),
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
  } as Record<string, string>
  for (const [parameter, header] of Object.entries(overrides)) {
    const value = query.get(parameter)
    if (value === undefined) continue
    // oxlint-disable-next-line no-control-regex -- they would end the header
    if (/[\u0000-\u0008\u000a-\u001f\u007f]|[^\u0000-\u00ff]/.test(value))
      throw new S3Error('InvalidArgument', undefined, { ArgumentName: parameter })
    headers[header] = value
  }
  return headers
}
