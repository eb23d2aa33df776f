import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { lookedForAtOnce, lookedForMost, nameBytesMost } from '../limits.ts'
import { asCaller, statementOf, textArray } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import { headerValue, parseMetadata } from '../requests/metadata.ts'
import type { PathParameters } from '../router.ts'
import { infoOf } from './download.ts'
import { findObject } from './find-object.ts'
import { objectColumns, type ObjectRow } from './object-row.ts'
import { checkMimeType } from './store-object.ts'

interface OwnedRow {
  readonly object: ObjectRow
  readonly owner_id: string | null
}

const detailsText = `select pg_catalog.json_build_object('object', ${objectColumns}, 'owner_id', coalesce(o.owner_id, o.owner::text))
  from storage.objects o where o.bucket_id = $1 and o.name = $2 and o.archived_at is null`

/** What is known of an object, with its owner, and whether its bytes are there: rows that were imported may have none. */
export async function describeDetails(call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> {
  const { object } = await findObject(call, bucket!, path!, 'caller', 'storage.object.info_authenticated')
  const select = statementOf(call, 'details', detailsText, [bucket!, object.name])
  const [, rows] = await call.run([asCaller(call, 'storage.object.info_authenticated'), select])
  const found = rows![0]?.[0]
  if (typeof found !== 'string') throw new StorageError('NoSuchKey')
  const { object: row, owner_id: ownerId } = JSON.parse(found) as OwnedRow
  const hasContent = row.version !== null && (await call.versions.has(row.version))
  return json({ ...infoOf(row), owner_id: ownerId, has_content: hasContent })
}

const Name = z.string().refine((name) => !name.includes('\0') && name.isWellFormed(), 'has a character that no name has')
const Lookup = z.object({ names: z.array(Name).min(1).max(lookedForMost) })

const versionsText = 'select o.name, o.version from storage.objects o where o.bucket_id = $1 and o.name = any ($2::text[]) and o.archived_at is null'

/** Those of some objects whose bytes are not there. */
export async function findMissing(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const { names } = await readJson(call.request, Lookup)
  const select = statementOf(call, 'versions', versionsText, [bucket!, textArray(names)])
  const [, rows] = await call.run([asCaller(call, 'storage.object.list_v2'), select])
  const missing: string[] = []
  const left = rows!.values()
  const look = async (): Promise<void> => {
    for (const [name, version] of left) {
      if (version === null || version === undefined || !(await call.versions.has(version))) missing.push(name!)
    }
  }
  await Promise.all(Array.from({ length: lookedForAtOnce }, look))
  return json({ missing: missing.sort() })
}

const Change = z.object({
  name: Name.min(1).max(nameBytesMost),
  /** The version the client has. A newer version is left unchanged. */
  version: z.string().max(200).nullable(),
  content_type: z.string().optional(),
  cache_control: z.string().optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
})

const changeText = `update storage.objects o
  set metadata = coalesce(o.metadata, '{}') || $3::jsonb, user_metadata = case when $4::jsonb is null then o.user_metadata else $4::jsonb end
  where o.id = $1::uuid and o.version is not distinct from $2 returning o.id`

/** A type and a subtype, and perhaps parameters (RFC 9110, 8.3.1). */
const typeForm = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;.*)?$/

/** Changes the details of an object, and leaves its content unchanged. @throws StorageError */
export async function changeDetails(call: StorageCall, { bucket: bucketId }: PathParameters): Promise<ServiceReply> {
  const change = await readJson(call.request, Change)
  const { bucket, object } = await findObject(call, bucketId!, change.name, 'caller', 'storage.object.upload_update')
  const { content_type: type, cache_control: cacheControl, metadata } = change
  if (type !== undefined) {
    if (!typeForm.test(headerValue('content_type', type))) throw new StorageError('InvalidRequest', `${type.slice(0, 200)} is not a content type`)
    checkMimeType(bucket, type)
  }
  const told = {
    ...(type !== undefined && { mimetype: type }),
    ...(cacheControl !== undefined && { cacheControl: headerValue('cache_control', cacheControl) }),
  }
  const own = metadata === undefined ? null : JSON.stringify(metadata)
  if (own !== null) parseMetadata(own)
  const update = statementOf(call, 'change details', changeText, [object.id, change.version, JSON.stringify(told), own])
  if (object.version !== change.version) throw replaced()
  const [, rows] = await call.run([asCaller(call, 'storage.object.upload_update'), update])
  if (rows!.length === 0) {
    throw new StorageError('AccessDenied', undefined, { hint: 'This needs policies on storage.objects that allow SELECT and UPDATE.' })
  }
  return json({ message: 'Successfully updated' })
}

const replaced = (): StorageError =>
  new StorageError('InvalidRequest', 'The file was replaced since you opened it. Reload it, then make your changes again.', {
    status: 409,
    httpStatus: 409,
  })
