import { createHash, randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { StorageCall } from '../../call.ts'
import { checkMimeType, insertObject, metadataOf, newVersion, prepareUpload, sizeLimitOf } from '../../objects/store-object.ts'
import { writeError } from '../../objects/store-object.ts'
import { asService, isoText, type Operation, statement } from '../../project/statements.ts'
import { S3Error } from '../errors.ts'
import { partLimits } from '../operations/uploads.ts'
import type { ObjectProperties, StoredPart, StoredUploads, UploadName } from '../store.ts'
import { contentOf, propertiesOfRow } from './properties.ts'
import { newRow, tooLarge } from './stored-objects.ts'

interface KeptUpload {
  readonly version: string
  readonly properties: ObjectProperties
}

const uploadText = `select u.version, u.owner_id, u.user_metadata::text, u.metadata::text from storage.s3_multipart_uploads u
  where u.id = $1 and u.bucket_id = $2 and u.key = $3 and u.upload_signature = $4`
const partsText = `select p.part_number, p.size::text, p.etag, ${isoText('p.created_at')} from storage.s3_multipart_uploads_parts p
  where p.upload_id = $1 and p.part_number > $2::int order by p.part_number limit $3::int`
/** Takes the place of a part with that number, unless the upload is over. */
const partText = `with upload as (select u.* from storage.s3_multipart_uploads u where u.id = $1 for update),
  replaced as (delete from storage.s3_multipart_uploads_parts p using upload u where p.upload_id = u.id and p.part_number = $2::int)
  insert into storage.s3_multipart_uploads_parts (upload_id, size, part_number, bucket_id, key, etag, owner_id, version)
  select u.id, $3::bigint, $2::int, u.bucket_id, u.key, $4, u.owner_id, u.version from upload u returning part_number`
const dropPartText = 'delete from storage.s3_multipart_uploads_parts p where p.upload_id = $1 and p.part_number = $2::int'
const listText = `select u.id, u.key, ${isoText('u.created_at')} from storage.s3_multipart_uploads u
  where u.bucket_id = $1 and u.upload_signature = $8 and pg_catalog.starts_with(u.key, $2) and (u.key > $3 or ($4 <> '' and u.key = $3 and u.id > $4))
    and ($5::boolean or u.owner_id = $6) order by u.key, u.id limit $7::int`

const operation: Operation = 'storage.s3.upload.part'

/** Uploads in parts. Their rows belong to the service; who may go on with one is who began it, and the row of the object in the end is the caller's. */
export function createStoredUploads(call: StorageCall): StoredUploads {
  const { versions, caller } = call
  const mayAll = caller.role === 'service_role'
  // a branch starts with its parent's rows, but not with its uploads: their bytes are the parent's
  const mark = `s3 ${call.ref}`
  const ending = (uploadId: string) => [
    asService(operation),
    statement('s3 end upload', 'delete from storage.s3_multipart_uploads u where u.id = $1', [uploadId]),
  ]
  const asked = async (name: string, text: string, values: readonly (string | null)[]) =>
    (await call.run([asService(operation), statement(name, text, values)]))[1]!

  const find = async ({ bucket, key, uploadId }: UploadName): Promise<KeptUpload> => {
    const [row] = await asked('s3 upload', uploadText, [uploadId, bucket, key, mark])
    if (row === undefined || (!mayAll && row[1] !== caller.userId)) throw new S3Error('NoSuchUpload')
    const [version, , userMetadata, metadata] = row
    const properties = propertiesOfRow({
      user_metadata: JSON.parse(userMetadata ?? '{}') as Record<string, unknown>,
      metadata: JSON.parse(metadata ?? '{}') as object,
    })
    return { version: version!, properties }
  }
  const partsOf = async (uploadId: string, after = 0, limit = partLimits.most): Promise<StoredPart[]> => {
    const rows = await asked('s3 parts', partsText, [uploadId, String(after), String(limit)])
    return rows.map(([number, size, etag, at]) => ({ number: Number(number), size: Number(size), etag: etag!, lastModified: new Date(at!) }))
  }
  const bucketFor = async (name: UploadName, { properties }: Pick<KeptUpload, 'properties'>, isUpsert: boolean) => {
    const row = newRow(call, name.bucket, name.key, isUpsert, properties.metadata, 'storage.s3.upload.complete')
    return { row, bucket: await prepareUpload(call, row, contentOf(properties), null) }
  }

  return {
    async createUpload(bucket, key, properties) {
      const row = newRow(call, bucket, key, true, properties.metadata, 'storage.s3.upload.create')
      const content = contentOf(properties)
      checkMimeType(await prepareUpload(call, row, content, null), content.contentType)
      const uploadId = randomUUID()
      const text = `insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, owner_id, user_metadata, metadata)
        values ($1, $8, $2, $3, $4, $5, $6::jsonb, $7::jsonb)`
      const { contentType: mimetype, cacheControl, more } = content
      const metadata = JSON.stringify({ mimetype, cacheControl, ...more })
      await asked('s3 create upload', text, [uploadId, bucket, key, newVersion(), row.ownerId, JSON.stringify(properties.metadata), metadata, mark])
      return { uploadId }
    },
    async putPart(upload, number, { length, content }) {
      const { version, properties } = await find(upload)
      const { bucket } = await bucketFor(upload, { properties }, true)
      const mostBytes = sizeLimitOf(call, bucket)
      const there = await partsOf(upload.uploadId)
      const others = there.filter((part) => part.number !== number).reduce((sum, { size }) => sum + size, 0)
      if (others + (length ?? 0) > mostBytes) throw tooLarge(mostBytes)
      const body = Readable.from(content, { objectMode: false })
      // a kill must not leave the row of the former bytes beside the new ones
      const beforePlaced = async (): Promise<void> => {
        if (there.some((part) => part.number === number)) await asked('s3 drop part', dropPartText, [upload.uploadId, String(number)])
      }
      const { bytes, digests } = await versions
        .inParts(version)
        .write(number, body, { mostBytes: mostBytes - others, beforePlaced, ...(length !== null && { expectedBytes: length }) })
        .catch((error: unknown) => {
          throw writeError(error)
        })
      const etag = digests.md5!.toString('hex')
      const rows = await asked('s3 part', partText, [upload.uploadId, String(number), String(bytes), etag])
      if (rows.length > 0) return { etag }
      // it was aborted while the part came
      await versions.inParts(version).discard()
      throw new S3Error('NoSuchUpload')
    },
    async listParts(upload, { after, limit }) {
      await find(upload)
      return partsOf(upload.uploadId, after, limit)
    },
    async listUploads(bucket, { prefix, after, limit }) {
      const values = [bucket, prefix, after.key, after.uploadId, String(mayAll), caller.userId, String(limit), mark]
      const rows = await asked('s3 uploads', listText, values)
      return rows.map(([uploadId, key, at]) => ({ bucket, uploadId: uploadId!, key: key!, createdAt: new Date(at!) }))
    },
    async completeUpload(upload, named, { onlyIfNew }) {
      const kept = await find(upload)
      const { version, properties } = kept
      const there = new Map((await partsOf(upload.uploadId)).map((part) => [part.number, part]))
      const parts = named.map(({ number, etag }) => {
        const part = there.get(number)
        if (part === undefined || part.etag !== etag)
          throw new S3Error('InvalidPart', undefined, { UploadId: upload.uploadId, PartNumber: String(number), ETag: etag })
        return part
      })
      const small = parts.slice(0, -1).find(({ size }) => size < partLimits.leastBytes)
      if (small !== undefined) {
        throw new S3Error('EntityTooSmall', undefined, {
          ProposedSize: String(small.size),
          MinSizeAllowed: String(partLimits.leastBytes),
          PartNumber: String(small.number),
        })
      }
      const { row, bucket } = await bucketFor(upload, kept, !onlyIfNew)
      const bytes = parts.reduce((sum, { size }) => sum + size, 0)
      if (bytes > sizeLimitOf(call, bucket)) throw tooLarge(sizeLimitOf(call, bucket))
      // one that was killed halfway has put them together already
      const whole = await versions.open(version)
      if (whole !== null) {
        await whole.close()
        // parts that came since then are not in it
        if (whole.bytes !== bytes || (await versions.inParts(version).parts()).length > 0) {
          throw new S3Error('InvalidPart', 'The upload was already completed with other parts. Abort it and start a new one.')
        }
      } else if (!(await versions.inParts(version).keep(parts.map(({ number }) => number)))) {
        // a database that was restored to an earlier moment has its row again, and not its bytes
        await call.run(ending(upload.uploadId))
        throw new S3Error('NoSuchUpload')
      }
      const hash = createHash('md5')
      for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'))
      const etag = `${hash.digest('hex')}-${parts.length}`
      const stored = metadataOf({ bytes, digests: {} }, contentOf(properties), call.clock.date(), `"${etag}"`)
      // in one transaction, so that a kill never leaves both
      await insertObject(call, row, version, stored, ending(upload.uploadId))
      return { etag }
    },
    async abortUpload(upload) {
      const { version } = await find(upload)
      await call.run(ending(upload.uploadId))
      await versions.inParts(version).discard()
    },
  }
}
