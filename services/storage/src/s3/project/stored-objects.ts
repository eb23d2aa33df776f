import { Readable } from 'node:stream'
import type { StorageCall } from '../../call.ts'
import { StorageError } from '../../errors.ts'
import { checkName } from '../../names/names.ts'
import { copyBytes } from '../../objects/copy.ts'
import { findObject } from '../../objects/find-object.ts'
import { bucketText, type ObjectRow } from '../../objects/object-row.ts'
import { ownerOf } from '../../objects/owner.ts'
import { deleteObjects } from '../../objects/remove.ts'
import { checkMimeType, type NewObject as NewRow, prepareUpload, sizeLimitOf, storeObject } from '../../objects/store-object.ts'
import { asCaller, asService, isoText, type Operation, statement, statementOf } from '../../project/statements.ts'
import { etagOf } from '../../serving/serve-object.ts'
import { unquoted } from '../call.ts'
import { S3Error } from '../errors.ts'
import type { FoundObject, StoredObject, StoredObjects } from '../store.ts'
import { keyOfName, storedName } from './names.ts'
import { contentOf, propertiesOfRow } from './properties.ts'

const listText = `select l.name, l.id, l.metadata::text, ${isoText('coalesce(l.updated_at, l.created_at)')}
  from storage.list_objects_with_delimiter($1, $2, $3, $4::int, $5, '', 'asc') l`

/** The row that an upload makes. */
export function newRow(
  call: StorageCall,
  bucketId: string,
  name: string,
  isUpsert: boolean,
  metadata: Readonly<Record<string, string>>,
  operation: Operation,
): NewRow {
  const userMetadata = Object.keys(metadata).length === 0 ? null : metadata
  return { bucketId, name: checkName(name), isUpsert, userMetadata, ...ownerOf(call.caller), operation, as: 'caller' }
}

/** Objects as S3 has them, by the caller's rights. */
export function createStoredObjects(call: StorageCall): StoredObjects {
  const find = async (bucket: string, key: string, operation: Operation): Promise<ObjectRow> =>
    (await findObject(call, bucket, storedName(key), 'caller', operation)).object

  return {
    async listObjects(bucket, { prefix, delimiter, after, limit }) {
      const [, buckets, , rows] = await call.run([
        asService('storage.s3.object.list'),
        statement('any bucket', bucketText, [bucket]),
        asCaller(call, 'storage.s3.object.list'),
        statementOf(call, 's3 list', listText, [bucket, prefix, delimiter, String(limit + 1), after].map(storable)),
      ])
      if (buckets!.length === 0) throw new StorageError('NoSuchBucket')
      const page = rows!.slice(0, limit)
      const objects = page.filter(([, id]) => id !== null).map(([name, id, metadata, at]) => listed(name!, id!, metadata!, at!))
      const prefixes = page.filter(([, id]) => id === null).map(([name]) => name!)
      return { objects, prefixes, next: rows!.length > limit ? page.at(-1)![0]! : null }
    },
    async findObject(bucket, key) {
      return foundObject(call, await find(bucket, key, 'storage.s3.object.get'))
    },
    async putObject(bucket, key, { length, content, properties, onlyIfNew }) {
      // what has bytes is no folder, whatever it is called
      const name = length === 0 ? storedName(key) : key
      const row = newRow(call, bucket, name, !onlyIfNew, properties.metadata, 'storage.s3.object.upload')
      const kept = contentOf(properties)
      const found = await prepareUpload(call, row, kept, length)
      const mostBytes = sizeLimitOf(call, found)
      if (length !== null && length > mostBytes) throw tooLarge(mostBytes)
      checkMimeType(found, kept.contentType)
      const body = Readable.from(content, { objectMode: false })
      const { metadata } = await storeObject(call, row, kept, { body, mostBytes, ...(length !== null && { expectedBytes: length }) })
      return { etag: unquoted(metadata.eTag) }
    },
    async deleteObjects(bucket, keys) {
      const names = keys.flatMap((key) => (key.endsWith('/') ? [key, storedName(key)] : [key]))
      await deleteObjects(call, bucket, names, 'storage.s3.object.delete')
    },
    async copyObject(from, to, properties) {
      const source = await find(from.bucket, from.key, 'storage.s3.object.copy')
      const { contentType: mimetype, cacheControl, headers, metadata, tags } = properties ?? propertiesOfRow(source)
      const row = newRow(call, to.bucket, storedName(to.key), true, metadata, 'storage.s3.object.copy')
      const target = properties === null ? { ...row, userMetadata: source.user_metadata } : row
      const { more } = contentOf({ contentType: mimetype, cacheControl, headers, metadata, tags })
      await copyBytes(call, source, target, { mimetype, cacheControl, ...(properties !== null && { more }) })
      return { etag: unquoted(etagOf(source)), lastModified: call.clock.date() }
    },
    async setTags(bucket, key, tags) {
      const { id } = await find(bucket, key, 'storage.s3.object.tag')
      const text = `update storage.objects o set metadata = pg_catalog.jsonb_set(coalesce(o.metadata, '{}'), '{tags}', $2::jsonb) where o.id = $1::uuid returning o.id`
      const [, rows] = await call.run([asCaller(call, 'storage.s3.object.tag'), statementOf(call, 's3 tags', text, [id, JSON.stringify(tags)])])
      if (rows!.length === 0) throw new S3Error('AccessDenied', 'This needs policies on storage.objects that allow SELECT and UPDATE.')
    },
  }
}

export function tooLarge(mostBytes: number): S3Error {
  return new S3Error('EntityTooLarge', undefined, { MaxSizeAllowed: String(mostBytes) })
}

function foundObject(call: StorageCall, row: ObjectRow): FoundObject {
  const { metadata } = row
  return {
    key: keyOfName(row.name),
    size: sizeOf(metadata),
    etag: unquoted(etagOf(row)),
    lastModified: new Date(Date.parse(metadata?.lastModified ?? row.updated_at ?? '') || 0),
    properties: propertiesOfRow(row),
    async read({ first, last }) {
      const opened = row.version === null ? null : await call.versions.open(row.version)
      if (opened === null) throw new StorageError('NoSuchKey')
      if (last >= opened.bytes) {
        await opened.close()
        throw new S3Error('InternalError', 'The object’s content doesn’t match its database row.')
      }
      return opened.read(first, last)
    },
  }
}

function listed(name: string, id: string, metadata: string | null, at: string | null): StoredObject {
  const parsed = metadata === null ? null : (JSON.parse(metadata) as ObjectRow['metadata'])
  const lastModified = Date.parse(parsed?.lastModified ?? at ?? '') || 0
  return {
    key: keyOfName(name),
    size: sizeOf(parsed),
    etag: unquoted(etagOf({ metadata: parsed, version: null, id } as ObjectRow)),
    lastModified: new Date(lastModified),
  }
}

function sizeOf(metadata: ObjectRow['metadata']): number {
  const size: unknown = metadata?.size
  // of rows that SQL wrote anything may be there
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : 0
}

/** Postgres has no NUL, and no halves of characters. */
function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\ufffd')
}
