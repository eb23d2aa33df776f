import { S3Error, type S3ErrorCode } from '../errors.ts'
import type { Operation, S3Call } from '../call.ts'
import { createBucket, deleteBucket, getAcl, getBucketLocation, getBucketVersioning, headBucket, listBuckets } from './buckets.ts'
import { listObjects, listObjectsV2, listObjectVersions } from './lists.ts'
import { copyObject, deleteObject, deleteObjects, getObject, headObject, putObject } from './objects.ts'
import { deleteObjectTagging, getObjectTagging, putObjectTagging } from './tags.ts'
import {
  abortMultipartUpload,
  completeMultipartUpload,
  createMultipartUpload,
  listMultipartUploads,
  listParts,
  uploadPart,
  uploadPartCopy,
} from './uploads.ts'

/** A way to call: by method, what the path names, and a parameter or header that has to be there. */
interface Way {
  readonly name: string
  readonly on: 'service' | 'bucket' | 'object'
  readonly method: string
  /** `name` or `name=value`. */
  readonly query?: string
  readonly header?: string
  readonly run: Operation
}

/** The first that fits is taken. */
const ways: readonly Way[] = [
  { name: 'ListBuckets', on: 'service', method: 'GET', run: listBuckets },

  { name: 'GetBucketLocation', on: 'bucket', method: 'GET', query: 'location', run: getBucketLocation },
  { name: 'GetBucketVersioning', on: 'bucket', method: 'GET', query: 'versioning', run: getBucketVersioning },
  { name: 'GetBucketAcl', on: 'bucket', method: 'GET', query: 'acl', run: getAcl },
  { name: 'ListMultipartUploads', on: 'bucket', method: 'GET', query: 'uploads', run: listMultipartUploads },
  { name: 'ListObjectVersions', on: 'bucket', method: 'GET', query: 'versions', run: listObjectVersions },
  { name: 'ListObjectsV2', on: 'bucket', method: 'GET', query: 'list-type=2', run: listObjectsV2 },
  { name: 'ListObjects', on: 'bucket', method: 'GET', run: listObjects },
  { name: 'HeadBucket', on: 'bucket', method: 'HEAD', run: headBucket },
  { name: 'CreateBucket', on: 'bucket', method: 'PUT', run: createBucket },
  { name: 'DeleteBucket', on: 'bucket', method: 'DELETE', run: deleteBucket },
  { name: 'DeleteObjects', on: 'bucket', method: 'POST', query: 'delete', run: deleteObjects },

  { name: 'GetObjectTagging', on: 'object', method: 'GET', query: 'tagging', run: getObjectTagging },
  { name: 'PutObjectTagging', on: 'object', method: 'PUT', query: 'tagging', run: putObjectTagging },
  { name: 'DeleteObjectTagging', on: 'object', method: 'DELETE', query: 'tagging', run: deleteObjectTagging },
  { name: 'GetObjectAcl', on: 'object', method: 'GET', query: 'acl', run: getAcl },
  { name: 'CreateMultipartUpload', on: 'object', method: 'POST', query: 'uploads', run: createMultipartUpload },
  { name: 'UploadPartCopy', on: 'object', method: 'PUT', query: 'uploadId', header: 'x-amz-copy-source', run: uploadPartCopy },
  { name: 'UploadPart', on: 'object', method: 'PUT', query: 'uploadId', run: uploadPart },
  { name: 'CompleteMultipartUpload', on: 'object', method: 'POST', query: 'uploadId', run: completeMultipartUpload },
  { name: 'AbortMultipartUpload', on: 'object', method: 'DELETE', query: 'uploadId', run: abortMultipartUpload },
  { name: 'ListParts', on: 'object', method: 'GET', query: 'uploadId', run: listParts },
  { name: 'CopyObject', on: 'object', method: 'PUT', header: 'x-amz-copy-source', run: copyObject },
  { name: 'GetObject', on: 'object', method: 'GET', run: getObject },
  { name: 'HeadObject', on: 'object', method: 'HEAD', run: headObject },
  { name: 'PutObject', on: 'object', method: 'PUT', run: putObject },
  { name: 'DeleteObject', on: 'object', method: 'DELETE', run: deleteObject },
]

/** Parts of the API that we don't have. Many tools ask for some of them, and take these answers for "none is set". */
const absent: Readonly<Record<string, S3ErrorCode>> = {
  policy: 'NoSuchBucketPolicy',
  cors: 'NoSuchCORSConfiguration',
  lifecycle: 'NoSuchLifecycleConfiguration',
  website: 'NoSuchWebsiteConfiguration',
  replication: 'ReplicationConfigurationNotFoundError',
  encryption: 'ServerSideEncryptionConfigurationNotFoundError',
  'object-lock': 'ObjectLockConfigurationNotFoundError',
}
const missing: ReadonlySet<string> = new Set([
  ...Object.keys(absent),
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'logging',
  'metrics',
  'notification',
  'ownershipControls',
  'policyStatus',
  'publicAccessBlock',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'tagging',
  'torrent',
  'uploads',
  'versioning',
  'versions',
])

/** Finds the operation of a call. @throws S3Error `NotImplemented`, `MethodNotAllowed`, or the error of an unsupported feature */
export function findOperation(
  method: string,
  call: Pick<S3Call, 'bucket' | 'key' | 'query' | 'headers'>,
): { readonly name: string; readonly run: Operation } {
  const on = call.bucket === '' ? 'service' : call.key === '' ? 'bucket' : 'object'
  const fitting = ways.filter((way) => way.on === on && way.method === method && fits(way, call))
  const specific = fitting.find(({ query }) => query !== undefined)
  if (specific !== undefined) return specific
  const part = [...call.query.keys()].find((name) => missing.has(name))
  if (part !== undefined) {
    if (method === 'GET' && on === 'bucket') {
      if (part === 'tagging') throw new S3Error('NoSuchTagSet')
      if (Object.hasOwn(absent, part)) throw new S3Error(absent[part]!)
    }
    throw new S3Error('NotImplemented', `The S3 API’s ${part} isn’t available here.`)
  }
  const [found] = fitting
  if (found === undefined) throw new S3Error('MethodNotAllowed')
  return found
}

function fits({ query, header }: Way, call: Pick<S3Call, 'query' | 'headers'>): boolean {
  if (header !== undefined && call.headers[header] === undefined) return false
  if (query === undefined) return true
  const [name, value] = query.split('=')
  return call.query.has(name!) && (value === undefined || call.query.get(name!) === value)
}
