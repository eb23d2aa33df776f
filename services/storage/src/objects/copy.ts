import type { ServiceReply } from '@colonnade/projects'
import { z } from 'zod'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { writtenName } from '../names/names.ts'
import { asCaller, statementOf } from '../project/statements.ts'
import { json } from '../replies.ts'
import { readJson } from '../requests/body.ts'
import { headerValue, metadataOfHeader } from '../requests/metadata.ts'
import { findObject, requireToken } from './find-object.ts'
import { ownerOf } from './owner.ts'
import { type ObjectMetadata, type ObjectRow, wholeObjectColumns } from './object-row.ts'
import { checkMimeType, type Content, insertObject, type NewObject, newVersion, prepareUpload, sizeLimitOf, writeError } from './store-object.ts'

const Copy = z.object({
  bucketId: z.string(),
  sourceKey: z.string(),
  destinationBucket: z.string().nullish(),
  destinationKey: z.string(),
  copyMetadata: z.boolean().nullish(),
  metadata: z.object({ cacheControl: z.string().nullish(), mimetype: z.string().nullish() }).nullish(),
})

export async function copyObject(call: StorageCall): Promise<ServiceReply> {
  requireToken(call)
  const { bucketId, sourceKey, destinationBucket, destinationKey, copyMetadata, metadata } = await readJson(call.request, Copy)
  const { object: source } = await findObject(call, bucketId, sourceKey, 'caller', 'storage.object.copy')
  const isMetadataCopied = copyMetadata ?? true
  const target: NewObject = {
    bucketId: destinationBucket ?? bucketId,
    name: writtenName(destinationKey),
    isUpsert: call.request.headers['x-upsert'] === 'true',
    userMetadata: isMetadataCopied ? source.user_metadata : metadataOfHeader(call.request.headers['x-metadata']),
    ...ownerOf(call.caller),
    operation: 'storage.object.copy',
    as: 'caller',
  }
  const changes = isMetadataCopied ? {} : { cacheControl: metadata?.cacheControl, mimetype: metadata?.mimetype }
  const id = await copyBytes(call, source, target, changes)
  // what the caller may not see is not told
  const text = `select ${wholeObjectColumns} from storage.objects o where o.id = $1::uuid`
  const [, rows] = await call.run([asCaller(call, 'storage.object.copy'), statementOf(call, 'copied', text, [id])])
  const row = typeof rows![0]?.[0] === 'string' ? (JSON.parse(rows![0][0]) as object) : {}
  return json({ Id: id, Key: `${target.bucketId}/${target.name}`, ...row })
}

/** Gives the bytes another name, and a row: nothing is copied. Returns the id of the new object. @throws StorageError */
export async function copyBytes(
  call: StorageCall,
  source: ObjectRow,
  target: NewObject,
  changes: { readonly cacheControl?: string | null | undefined; readonly mimetype?: string | null | undefined; readonly more?: Content['more'] } = {},
): Promise<string> {
  const contentType = headerValue('mimetype', changes.mimetype ?? source.metadata?.mimetype ?? 'application/octet-stream')
  const cacheControl = headerValue('cacheControl', changes.cacheControl ?? source.metadata?.cacheControl ?? 'no-cache')
  const opened = source.version === null ? null : await call.versions.open(source.version)
  if (opened === null) throw new StorageError('NoSuchKey', 'Object not found: its content is missing')
  const { bytes } = opened
  await opened.close()
  const bucket = await prepareUpload(call, target, { contentType, cacheControl }, 0)
  if (bytes > sizeLimitOf(call, bucket)) throw new StorageError('EntityTooLarge')
  checkMimeType(bucket, contentType)
  const version = newVersion()
  const isThere = await call.versions.copy(source.version!, version).catch((error: unknown) => {
    throw writeError(error)
  })
  if (!isThere) throw new StorageError('NoSuchKey')
  const metadata: ObjectMetadata = {
    ...source.metadata,
    eTag: source.metadata?.eTag ?? `"${version}"`,
    size: bytes,
    mimetype: contentType,
    cacheControl,
    lastModified: call.clock.date().toISOString(),
    contentLength: bytes,
    httpStatusCode: 200,
    ...changes.more,
  }
  try {
    return await insertObject(call, target, version, metadata)
  } catch (error) {
    if (error instanceof StorageError && error.status < 500) await call.versions.discard(version)
    throw error
  }
}
