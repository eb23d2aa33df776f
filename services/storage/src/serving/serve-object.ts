import type { ServiceReply } from '@colonnade/projects'
import { Readable } from 'node:stream'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import type { ObjectRow } from '../objects/object-row.ts'
import { isRangeCurrent, judgeConditions } from './conditions.ts'
import { dispositionHeaders, refuseOwnUse, typeHeaders } from './file-headers.ts'
import { readRange } from './ranges.ts'

export interface Serving {
  /** Until when a link holds: it takes the place of what was stored with the object. */
  readonly expiresAt?: Date
}

/** Answers a GET or HEAD with the bytes of an object. @throws StorageError `NoSuchKey` when they are not there, `InvalidRange`, `AccessDenied` */
export async function serveObject(call: StorageCall, object: ObjectRow, { expiresAt }: Serving = {}): Promise<ServiceReply> {
  const { headers, method } = call.request
  refuseOwnUse(headers)
  const opened = object.version === null ? null : await call.versions.open(object.version)
  if (opened === null) throw new StorageError('NoSuchKey', 'Object not found: its content is missing')
  try {
    const { bytes } = opened
    const etag = etagOf(object)
    const modified = Date.parse(object.metadata?.lastModified ?? object.updated_at ?? '') || 0
    const own = {
      ...typeHeaders(object.metadata?.mimetype ?? 'application/octet-stream'),
      etag,
      'last-modified': new Date(modified).toUTCString(),
      'x-robots-tag': object.metadata?.xRobotsTag ?? 'none',
      'accept-ranges': 'bytes',
      ...(expiresAt === undefined ? { 'cache-control': object.metadata?.cacheControl ?? 'no-cache' } : { expires: expiresAt.toUTCString() }),
      ...dispositionHeaders(call.query),
    }
    const outcome = judgeConditions(headers, etag, modified)
    if (outcome === 'failed')
      throw new StorageError('InvalidRequest', 'The object doesn’t meet the conditions of the request', { httpStatus: 412, status: 412 })
    const reply = (status: number, more: Readonly<Record<string, string>>, body: Readable | null): ServiceReply => ({
      status,
      headers: { ...own, ...more },
      body,
      isFile: true,
    })
    if (outcome === 'not_modified') return await closed(opened, reply(304, {}, null))
    const range = isRangeCurrent(headers['if-range']?.toString(), etag, modified) ? readRange(headers.range, bytes) : null
    const { from, to } = range ?? { from: 0, to: bytes - 1 }
    const length = { 'content-length': String(to - from + 1) }
    const status = range === null ? 200 : 206
    const more = range === null ? length : { ...length, 'content-range': `bytes ${from}-${to}/${bytes}` }
    if (method === 'HEAD') return await closed(opened, reply(status, more, null))
    return reply(status, more, opened.read(from, to))
  } catch (error) {
    await opened.close()
    throw error
  }
}

export function etagOf({ metadata, version, id }: ObjectRow): string {
  const stored = metadata?.eTag
  // of rows that SQL wrote anything may be there
  return typeof stored === 'string' && /^"[\u0021\u0023-\u007e]{1,200}"$/.test(stored) ? stored : `"${version ?? id}"`
}

async function closed(opened: { close(): Promise<void> }, reply: ServiceReply): Promise<ServiceReply> {
  await opened.close()
  return reply
}
