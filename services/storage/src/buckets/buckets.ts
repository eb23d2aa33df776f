import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { checkBucketName } from '../names/names.ts'
import { ownerOf } from '../objects/owner.ts'
import { asCaller, isoText, statementOf, textArray } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson, readQuery } from '../requests/body.ts'
import type { PathParameters } from '../router.ts'
import { dropBucket } from './drop-bucket.ts'
import { BucketChanges, BucketInput, readSizeLimit, refuseMissing } from './bucket-input.ts'

const columns = (withType: boolean): string => `pg_catalog.json_build_object('id', b.id, 'name', b.name, 'owner', coalesce(b.owner::text, ''),
  'public', coalesce(b.public, false), ${withType ? `'type', b.type, ` : ''}'file_size_limit', b.file_size_limit,
  'allowed_mime_types', b.allowed_mime_types, 'created_at', ${isoText('b.created_at')}, 'updated_at', ${isoText('b.updated_at')})`

const ListQuery = z.object({
  limit: z.coerce.number().int().min(1).max(10_000).default(1_000),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).default('name'),
  sortOrder: z.enum(['asc', 'desc']).default('asc'),
  search: z.string().max(200).default(''),
})

export async function listBuckets(call: StorageCall): Promise<ServiceReply> {
  const { limit, offset, sortColumn, sortOrder, search } = readQuery(call.query, ListQuery)
  const collation = sortColumn === 'id' || sortColumn === 'name' ? 'collate "C"' : ''
  const text = `select ${columns(true)} from storage.buckets b where pg_catalog.strpos(pg_catalog.lower(b.name), pg_catalog.lower($1)) > 0
    order by b.${sortColumn} ${collation} ${sortOrder}, b.id limit $2::int offset $3::int`
  const values = [search, String(limit), String(offset)]
  const [, rows] = await call.run([asCaller(call, 'storage.bucket.list'), statementOf(call, `buckets ${sortColumn} ${sortOrder}`, text, values)])
  return { ...json([]), body: `[${rows!.map(([row]) => row!).join(',')}]` }
}

export async function retrieveBucket(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const select = statementOf(call, 'bucket', `select ${columns(false)} from storage.buckets b where b.id = $1`, [bucket!])
  const [, rows] = await call.run([asCaller(call, 'storage.bucket.get'), select])
  const row = rows![0]?.[0]
  if (row === null || row === undefined) throw new StorageError('NoSuchBucket')
  return { ...json({}), body: row }
}

export async function createBucket(call: StorageCall): Promise<ServiceReply> {
  const input = await readJson(call.request, BucketInput)
  refuseMissing(input)
  const name = checkBucketName(input.name)
  const id = checkBucketName(input.id ?? name)
  const { owner, ownerId } = ownerOf(call.caller)
  const limit = limitWithin(call, input.file_size_limit ?? null)
  const types = input.allowed_mime_types ?? null
  const text = `insert into storage.buckets (id, name, owner, owner_id, public, file_size_limit, allowed_mime_types)
    values ($1, $2, $3::uuid, $4, $5::boolean, $6::bigint, $7::text[])`
  const values = [id, name, owner, ownerId, String(input.public ?? false), limit === null ? null : String(limit), types && textArray(types)]
  await call.run([asCaller(call, 'storage.bucket.create'), statementOf(call, 'create bucket', text, values)])
  return json({ name: id })
}

export async function updateBucket(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  const changes = await readJson(call.request, BucketChanges)
  refuseMissing(changes)
  const { public: isPublic, file_size_limit: limit, allowed_mime_types: types } = changes
  const text = `update storage.buckets b set public = coalesce($2::boolean, b.public), updated_at = pg_catalog.now(),
      file_size_limit = case when $3::boolean then $4::bigint else b.file_size_limit end,
      allowed_mime_types = case when $5::boolean then $6::text[] else b.allowed_mime_types end
    where b.id = $1 returning b.id`
  const bytes = limit === undefined ? null : limitWithin(call, limit)
  const values = [
    bucket!,
    isPublic === undefined || isPublic === null ? null : String(isPublic),
    String(limit !== undefined),
    bytes === null ? null : String(bytes),
    String(types !== undefined),
    types === undefined || types === null ? null : textArray(types),
  ]
  const [, rows] = await call.run([asCaller(call, 'storage.bucket.update'), statementOf(call, 'update bucket', text, values)])
  if (rows!.length === 0) throw new StorageError('NoSuchBucket')
  return json({ message: 'Successfully updated' })
}

export async function deleteBucket(call: StorageCall, { bucket }: PathParameters): Promise<ServiceReply> {
  await dropBucket(call, bucket!)
  return json({ message: 'Successfully deleted' })
}

/** @throws StorageError `EntityTooLarge` for a limit above the project's */
function limitWithin({ settings }: StorageCall, limit: number | string | null): number | null {
  const bytes = readSizeLimit(limit)
  if (bytes !== null && bytes > settings.fileSizeLimit) {
    throw new StorageError('EntityTooLarge', `The limit exceeds the project’s limit of ${settings.fileSizeLimit} bytes`)
  }
  return bytes
}
