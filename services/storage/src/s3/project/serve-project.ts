import type { Caller, ServiceReply, ServiceRequest } from '@colonnade/projects'
import type { StorageCall } from '../../call.ts'
import { refuseOwnUse, typeHeaders } from '../../serving/file-headers.ts'
import type { S3Credentials, S3Identity } from '../identity.ts'
import { serveS3 } from '../serve-s3.ts'
import type { S3Store } from '../store.ts'
import { s3ErrorOf } from './refusals.ts'
import { createStoredBuckets } from './stored-buckets.ts'
import { createStoredObjects } from './stored-objects.ts'
import { createStoredUploads } from './stored-uploads.ts'

/** Answers a call of the S3 API to a project. @param open a call of the project's storage as somebody */
export async function serveProject(
  credentials: S3Credentials,
  open: (request: ServiceRequest, caller: Caller) => Promise<StorageCall>,
  base: Pick<StorageCall, 'clock' | 'logger'>,
  request: ServiceRequest,
  caller: Caller,
): Promise<ServiceReply> {
  const reply = await serveS3(
    {
      ...base,
      credentials,
      openStore: (identity, asked, asking) => openStore(open, identity, asked, asking),
      refusalOf: s3ErrorOf,
    },
    request,
    caller,
  )
  const { 'content-type': type, ...headers } = reply.headers
  if (type === undefined) return reply
  // the browser of somebody who was given a link is on our origin; tools want to know what the file is
  const isBrowser = request.headers['sec-fetch-mode'] !== undefined
  return { ...reply, isFile: true, headers: { ...headers, ...typeHeaders(String(type)), ...(!isBrowser && { 'content-type': String(type) }) } }
}

async function openStore(
  open: (request: ServiceRequest, caller: Caller) => Promise<StorageCall>,
  { role, claims, userId }: S3Identity,
  request: ServiceRequest,
  caller: Caller,
): Promise<S3Store> {
  refuseOwnUse(request.headers)
  // functions of the database have no use for what proved the caller
  const { authorization: _signature, 'x-amz-security-token': _token, ...headers } = request.headers
  const call = await open({ ...request, headers }, { ...caller, role, claims, userId, tokenRefusal: null })
  return { ...createStoredBuckets(call), ...createStoredObjects(call), ...createStoredUploads(call) }
}
