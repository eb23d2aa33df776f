import type { BatchStatement } from '@colonnade/pg'
import type { StorageCall } from '../call.ts'
import type { Content } from '../objects/store-object.ts'
import { asService, isoText, type Operation, statement } from '../project/statements.ts'
import type { UserMetadata } from '../requests/metadata.ts'
import type { ResumableUpload } from './upload-id.ts'

/** An upload that has begun: a row among the uploads in parts, whose parts are the requests that brought its bytes. */
export interface BegunUpload {
  readonly bucketId: string
  readonly name: string
  readonly version: string
  /** null while the client doesn't know it (`Upload-Defer-Length`). */
  readonly length: number | null
  readonly content: Content
  readonly userMetadata: UserMetadata | null
  readonly ownerId: string | null
  readonly isUpsert: boolean
  readonly createdAt: string
  readonly parts: readonly UploadPart[]
}

export interface UploadPart {
  readonly part: number
  readonly bytes: number
  /** Hexadecimal. */
  readonly md5: string
}

/**
 * Stands in for a signature: distinguishes these uploads from S3 uploads, and names their owner. A branch starts with its parent's rows, but
 * not with its uploads: their bytes are the parent's.
 */
const markOf = ({ ref }: Pick<StorageCall, 'ref'>): string => `resumable ${ref}`

const creating: Operation = 'storage.tus.upload.create'
const adding: Operation = 'storage.tus.upload.part'

export async function insertUpload(call: StorageCall, upload: Omit<BegunUpload, 'createdAt' | 'parts'>): Promise<void> {
  const { bucketId, name, version, length, content, userMetadata, ownerId, isUpsert } = upload
  const text = `insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id, user_metadata, metadata)
    values ($1, $7, $2, $3, $1, $4, $5::jsonb, $6::jsonb)`
  const metadata = JSON.stringify({ length, content, isUpsert })
  const values = [version, bucketId, name, ownerId, userMetadata === null ? null : JSON.stringify(userMetadata), metadata, markOf(call)]
  await call.run([asService(creating), statement('begin resumable upload', text, values)])
}

const uploadText = `select pg_catalog.json_build_object('length', u.metadata -> 'length', 'content', u.metadata -> 'content',
  'isUpsert', u.metadata -> 'isUpsert', 'userMetadata', u.user_metadata, 'ownerId', u.owner_id, 'createdAt', ${isoText('u.created_at')},
  'parts', coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('part', p.part_number, 'bytes', p.size, 'md5', p.etag) order by p.part_number)
    from storage.s3_multipart_uploads_parts p where p.upload_id = u.id), '[]'))
  from storage.s3_multipart_uploads u
  where u.id = $1 and u.bucket_id = $2 and u.key = $3 and u.upload_signature = $4`

/** Returns null for one that was never begun, that is complete, or that has expired. */
export async function findUpload(call: StorageCall, { bucketId, name, version }: ResumableUpload): Promise<BegunUpload | null> {
  const [, rows] = await call.run([asService(adding), statement('resumable upload', uploadText, [version, bucketId, name, markOf(call)])])
  const json = rows![0]?.[0]
  return typeof json === 'string' ? { bucketId, name, version, ...(JSON.parse(json) as Omit<BegunUpload, keyof ResumableUpload>) } : null
}

export async function setLength(call: StorageCall, version: string, length: number): Promise<void> {
  const text = `update storage.s3_multipart_uploads u set metadata = u.metadata || pg_catalog.jsonb_build_object('length', $2::bigint) where u.id = $1`
  await call.run([asService(adding), statement('length of resumable upload', text, [version, String(length)])])
}

export async function insertPart(
  call: StorageCall,
  { bucketId, name, version, ownerId }: BegunUpload,
  { part, bytes, md5 }: UploadPart,
): Promise<void> {
  const text = `with part as (
      insert into storage.s3_multipart_uploads_parts (upload_id, size, part_number, bucket_id, key, etag, owner_id, version)
      values ($1, $2::bigint, $3::integer, $4, $5, $6, $7, $1))
    update storage.s3_multipart_uploads u set in_progress_size = u.in_progress_size + $2::bigint where u.id = $1`
  const values = [version, String(bytes), String(part), bucketId, name, md5, ownerId]
  await call.run([asService(adding), statement('part of resumable upload', text, values)])
}

export async function deleteUpload(call: StorageCall, version: string): Promise<void> {
  await call.run(endUpload(call, version))
}

/** Returns the statements that end an upload. In the transaction that inserts its object, so that a kill never leaves both. */
export function endUpload(call: StorageCall, version: string): BatchStatement[] {
  const text = `delete from storage.s3_multipart_uploads u where u.id = $1 and u.upload_signature = $2`
  return [asService(adding), statement('end resumable upload', text, [version, markOf(call)])]
}

/** Returns the bytes of the object that an upload became; null while there is none. */
export async function storedBytes(call: StorageCall, { bucketId, name, version }: ResumableUpload): Promise<number | null> {
  const text = "select o.metadata ->> 'size' from storage.objects o where o.bucket_id = $1 and o.name = $2 and o.version = $3"
  const [, rows] = await call.run([asService(adding), statement('stored upload', text, [bucketId, name, version])])
  return rows!.length === 0 ? null : Number(rows![0]![0])
}
