import type { Written } from '@colonnade/objects'
import { WriteRefusal } from '@colonnade/objects'
import type { BatchStatement } from '@colonnade/pg'
import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { triedFromBytes } from '../limits.ts'
import { asCaller, asService, type Operation, statement, statementOf, undo } from '../project/statements.ts'
import { type Bucket, bucketText, type ObjectMetadata } from './object-row.ts'

/** A new object, from any protocol. */
export interface NewObject {
  readonly bucketId: string
  /** As it will be stored: see `names/`. */
  readonly name: string
  /** Whether one of that name is replaced. Without it, that is a 409. */
  readonly isUpsert: boolean
  readonly userMetadata: Readonly<Record<string, unknown>> | null
  readonly owner: string | null
  readonly ownerId: string | null
  readonly operation: Operation
  /** By the caller's policies; or past them, where a link was signed that allows it. */
  readonly as: 'caller' | 'service'
}

/** What is known of the bytes once they are there. */
export interface Content {
  readonly contentType: string
  readonly cacheControl: string
  readonly xRobotsTag?: string
  /** What other protocols than ours keep in the row beside it. */
  readonly more?: Readonly<Record<string, unknown>>
}

export interface StoredObject {
  readonly id: string
  readonly version: string
  readonly metadata: ObjectMetadata
}

/** Returns a name for the content of a new object. */
export function newVersion(): string {
  return randomUUIDv7()
}

/**
 * Finds the bucket of an upload, past policies, and tries out whether the caller may make this object: all of it is undone again.
 *
 * @param expectedBytes of its body; for a short one the row will tell soon enough. null for a length that isn't known
 * @throws StorageError `NoSuchBucket`, `AccessDenied`, `KeyAlreadyExists`
 */
export async function prepareUpload(call: StorageCall, object: NewObject, content: Content, expectedBytes: number | null): Promise<Bucket> {
  const isTried = expectedBytes === null || expectedBytes > triedFromBytes
  const { contentType: mimetype, cacheControl } = content
  const size = expectedBytes === null ? {} : { size: expectedBytes, contentLength: expectedBytes }
  const trial = isTried ? [...rowStatements(call, object, randomUUID(), newVersion(), { mimetype, cacheControl, ...size }), undo] : []
  const [, rows] = await call.run([asService(object.operation), statement('any bucket', bucketText, [object.bucketId]), ...trial])
  const json = rows![0]?.[0]
  if (typeof json !== 'string') throw new StorageError('NoSuchBucket')
  return JSON.parse(json) as Bucket
}

/** The largest object that a bucket takes, in bytes. */
export function sizeLimitOf({ settings }: StorageCall, { file_size_limit: own }: Bucket): number {
  return own === null ? settings.fileSizeLimit : Math.min(own, settings.fileSizeLimit)
}

/** @throws StorageError `InvalidMimeType` */
export function checkMimeType({ allowed_mime_types: allowed }: Bucket, contentType: string): void {
  if (allowed === null || allowed.length === 0) return
  const type = contentType.split(';', 1)[0]!.trim().toLowerCase()
  const isAllowed = allowed.some((each) => {
    const pattern = each.toLowerCase()
    return pattern === '*' || pattern === '*/*' || pattern === type || (pattern.endsWith('/*') && type.startsWith(pattern.slice(0, -1)))
  })
  if (!isAllowed) throw new StorageError('InvalidMimeType', `mime type ${contentType.slice(0, 200)} is not supported`)
}

/**
 * Stores bytes as an object: first a file that lasts, then the row, as the caller. No transaction is open while bytes come. If anything
 * fails, no success is reported, and no row exists without its bytes.
 *
 * @throws StorageError
 */
export async function storeObject(
  call: StorageCall,
  object: NewObject,
  content: Content,
  bytes: { readonly body: Readable; readonly mostBytes: number; readonly expectedBytes?: number },
): Promise<StoredObject> {
  const version = newVersion()
  const { body, mostBytes, expectedBytes } = bytes
  const written = await call.versions
    .write(version, body, { mostBytes, ...(expectedBytes !== undefined && { expectedBytes }) })
    .catch((error: unknown) => {
      throw writeError(error)
    })
  const metadata = metadataOf(written, content, call.clock.date())
  try {
    const id = await insertObject(call, object, version, metadata)
    return { id, version, metadata }
  } catch (error) {
    if (isRefused(error)) await call.versions.discard(version)
    throw error
  }
}

/** Of what a client hears that it was refused there is no row for sure; of anything else the sweep decides. */
function isRefused(error: unknown): boolean {
  return error instanceof StorageError && error.status < 500
}

export function metadataOf(written: Written, { contentType, cacheControl, xRobotsTag, more }: Content, now: Date, eTag?: string): ObjectMetadata {
  return {
    eTag: eTag ?? `"${written.digests.md5!.toString('hex')}"`,
    size: written.bytes,
    mimetype: contentType,
    cacheControl,
    lastModified: now.toISOString(),
    contentLength: written.bytes,
    httpStatusCode: 200,
    ...(xRobotsTag !== undefined && { xRobotsTag }),
    ...more,
  }
}

/**
 * Writes the row of a version that lasts already. Returns the object's id.
 *
 * @param before statements of the same transaction; they run first, so that deferred triggers run as the caller
 */
export async function insertObject(
  call: StorageCall,
  object: NewObject,
  version: string,
  metadata: ObjectMetadata,
  before: readonly BatchStatement[] = [],
): Promise<string> {
  const id = randomUUID()
  const rows = await call.run([...before, ...rowStatements(call, object, id, version, metadata)])
  // of one that was replaced, it is the one that it had
  return (object.isUpsert ? rows.at(-1)?.[0]?.[0] : null) ?? id
}

const insertText = `insert into storage.objects (id, bucket_id, name, owner, owner_id, version, metadata, user_metadata)
  values ($1::uuid, $2, $3, $4::uuid, $5, $6, $7::jsonb, $8::jsonb)`
const upsertText = `${insertText} on conflict (bucket_id, name) do update set owner = excluded.owner, owner_id = excluded.owner_id,
  version = excluded.version, metadata = excluded.metadata, user_metadata = excluded.user_metadata returning id`

function rowStatements(call: StorageCall, object: NewObject, id: string, version: string, metadata: Partial<ObjectMetadata>): BatchStatement[] {
  const { bucketId, name, owner, ownerId, userMetadata, isUpsert, operation, as } = object
  const user = userMetadata === null ? null : JSON.stringify(userMetadata)
  const values = [id, bucketId, name, owner, ownerId, version, JSON.stringify(metadata), user]
  const [kind, text] = isUpsert ? (['upsert', upsertText] as const) : (['insert', insertText] as const)
  const settings = as === 'caller' ? asCaller(call, operation) : asService(operation)
  const row = as === 'caller' ? statementOf(call, kind, text, values) : statement(`any ${kind}`, text, values)
  return [settings, row]
}

export function writeError(error: unknown): unknown {
  if (!(error instanceof WriteRefusal)) return error
  switch (error.reason) {
    case 'too_large':
      return new StorageError('EntityTooLarge', undefined, { cause: error })
    case 'cut_short':
      return new StorageError('InvalidRequest', 'The body ended before it was complete', { cause: error })
    case 'idle':
      return new StorageError('InvalidRequest', 'No data arrived for a minute', { cause: error })
    case 'disk_full':
      return new StorageError('StorageFull', undefined, { cause: error })
    case 'read_only':
      return new StorageError('InternalError', undefined, { cause: error })
  }
}
