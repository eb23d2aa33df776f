import { S3Error } from '../errors.ts'
import { emptyReply, headerOf, type Operation, quoted, type S3Call, unquoted, xmlReply } from '../call.ts'
import type { UploadName } from '../store.ts'
import { readXml, textIn } from '../xml/read-xml.ts'
import { isUnchanged, rangeOf } from './conditions.ts'
import { numberIn } from './numbers.ts'
import { copySourceOf, onlyIfNew } from './objects.ts'
import { propertiesOf } from './properties.ts'

/** Amazon S3 user guide, "Amazon S3 multipart upload limits". */
export const partLimits = { most: 10_000, leastBytes: 5 * 1024 * 1024 }
const mostListed = 1_000

export const createMultipartUpload: Operation = async (call) => {
  const { bucket, key, store } = call
  const { uploadId } = await store.createUpload(bucket, key, propertiesOf(call))
  return xmlReply('InitiateMultipartUploadResult', { Bucket: bucket, Key: key, UploadId: uploadId })
}

export const uploadPart: Operation = async (call) => {
  const payload = call.payload()
  if (payload.length === null) throw new S3Error('MissingContentLength')
  const { etag } = await call.store.putPart(uploadOf(call), partNumberOf(call), { length: payload.length, content: payload.content })
  return emptyReply(200, { etag: quoted(etag), ...payload.checksums() })
}

export const uploadPartCopy: Operation = async (call) => {
  const [upload, number, from] = [uploadOf(call), partNumberOf(call), copySourceOf(call)]
  const source = await call.store.findObject(from.bucket, from.key)
  if (isUnchanged(call, source, 'x-amz-copy-source-')) throw new S3Error('PreconditionFailed')
  const header = headerOf(call, 'x-amz-copy-source-range')
  const range = rangeOf(header, source.size)
  if (header !== null && (range === null || header !== `bytes=${range.first}-${range.last}`)) {
    throw new S3Error(
      'InvalidArgument',
      'The x-amz-copy-source-range value must be of the form bytes=first-last where first and last are the zero-based offsets of the first and last bytes to copy',
    )
  }
  const { first, last } = range ?? { first: 0, last: source.size - 1 }
  const length = last - first + 1
  const { etag } = await call.store.putPart(upload, number, { length, content: length === 0 ? noBytes() : await source.read({ first, last }) })
  return xmlReply('CopyPartResult', { ETag: quoted(etag), LastModified: new Date().toISOString() })
}

export const completeMultipartUpload: Operation = async (call) => {
  const { bucket, key, location, store } = call
  const { Part: listed = [] } = await readXml(call.payload().content, 'CompleteMultipartUpload')
  if (listed.length === 0) throw new S3Error('MalformedXML')
  if (listed.length > partLimits.most) throw new S3Error('TooManyParts')
  const parts = listed.map((part) => {
    const [number, etag] = [textIn(part, 'PartNumber'), textIn(part, 'ETag')]
    if (number === null || etag === null || !/^\d{1,5}$/.test(number)) throw new S3Error('MalformedXML')
    return { number: Number(number), etag: unquoted(etag) }
  })
  if (parts.some(({ number }, index) => index > 0 && number <= parts[index - 1]!.number)) throw new S3Error('InvalidPartOrder')
  const { etag } = await store.completeUpload(uploadOf(call), parts, { onlyIfNew: onlyIfNew(call) })
  return xmlReply('CompleteMultipartUploadResult', { Location: location, Bucket: bucket, Key: key, ETag: quoted(etag) })
}

export const abortMultipartUpload: Operation = async (call) => {
  await call.store.abortUpload(uploadOf(call))
  return emptyReply(204)
}

export const listParts: Operation = async (call) => {
  const { bucket, key, owner, store } = call
  const upload = uploadOf(call)
  const limit = numberIn(call, 'max-parts', mostListed, mostListed)
  const after = numberIn(call, 'part-number-marker', 0, partLimits.most)
  const found = await store.listParts(upload, { after, limit: limit + 1 })
  const parts = found.slice(0, limit)
  const isTruncated = found.length > limit
  return xmlReply('ListPartsResult', {
    Bucket: bucket,
    Key: key,
    UploadId: upload.uploadId,
    Initiator: { ID: owner, DisplayName: owner },
    Owner: { ID: owner, DisplayName: owner },
    StorageClass: 'STANDARD',
    PartNumberMarker: after,
    ...(isTruncated && parts.length > 0 && { NextPartNumberMarker: parts.at(-1)!.number }),
    MaxParts: limit,
    IsTruncated: isTruncated,
    Part: parts.map(({ number, lastModified, etag, size }) => ({
      PartNumber: number,
      LastModified: lastModified.toISOString(),
      ETag: quoted(etag),
      Size: size,
    })),
  })
}

export const listMultipartUploads: Operation = async (call) => {
  const { bucket, owner, query, store } = call
  const limit = numberIn(call, 'max-uploads', mostListed, mostListed)
  const [prefix, keyMarker, idMarker] = ['prefix', 'key-marker', 'upload-id-marker'].map((name) => query.get(name) ?? '')
  const found = await store.listUploads(bucket, { prefix: prefix!, after: { key: keyMarker!, uploadId: idMarker! }, limit: limit + 1 })
  const uploads = found.slice(0, limit)
  const last = found.length > limit ? uploads.at(-1) : undefined
  return xmlReply('ListMultipartUploadsResult', {
    Bucket: bucket,
    KeyMarker: keyMarker,
    UploadIdMarker: idMarker,
    Prefix: prefix,
    ...(last !== undefined && { NextKeyMarker: last.key, NextUploadIdMarker: last.uploadId }),
    MaxUploads: limit,
    IsTruncated: last !== undefined,
    Upload: uploads.map(({ key, uploadId, createdAt }) => ({
      Key: key,
      UploadId: uploadId,
      Initiator: { ID: owner, DisplayName: owner },
      Owner: { ID: owner, DisplayName: owner },
      StorageClass: 'STANDARD',
      Initiated: createdAt.toISOString(),
    })),
  })
}

function uploadOf({ bucket, key, query }: S3Call): UploadName {
  const uploadId = query.get('uploadId') ?? ''
  if (!/^[\w-]{1,200}$/.test(uploadId)) throw new S3Error('NoSuchUpload')
  return { bucket, key, uploadId }
}

function partNumberOf({ query }: S3Call): number {
  const text = query.get('partNumber') ?? ''
  const number = /^\d{1,5}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > partLimits.most) {
    throw new S3Error('InvalidArgument', 'Part number must be an integer between 1 and 10000, inclusive', {
      ArgumentName: 'partNumber',
      ArgumentValue: text.slice(0, 40),
    })
  }
  return number
}

async function* noBytes(): AsyncGenerator<Uint8Array, void> {
  // an object without bytes has none to copy
}
