import { toAppError } from '@colonnade/core'
import { StoreUnavailable } from '@colonnade/objects'
import { Server } from '@tus/server'
import type { ServiceReply } from '@colonnade/projects'
import { Readable } from 'node:stream'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { requireToken } from '../objects/find-object.ts'
import { newVersion } from '../objects/store-object.ts'
import { verifyUrl } from '../signed-urls/url-tokens.ts'
import { parseUploadId, uploadIdOf } from './upload-id.ts'
import { createUploadLocker } from './upload-locker.ts'
import { readAnnounced } from './upload-metadata.ts'
import { type Uploader, UploadStore } from './upload-store.ts'

/** One for the process: requests of one upload may come by several connections. */
const locker = createUploadLocker()

/** A former request of an upload gets so long to finish, once a newer one has come. */
const lockDrainMs = 500

/** Handles resumable uploads (tus 1.0) of callers, by policies. */
export function serveUploads(call: StorageCall): Promise<ServiceReply> {
  const { request, caller } = call
  const isUpsert = request.headers['x-upsert'] === 'true'
  return serve(call, '/upload/resumable', () => {
    requireToken(call)
    return { as: 'caller', ownerId: caller.userId, isUpsert }
  })
}

/** Handles resumable uploads of whoever has a signed URL: its token is in `x-signature`. */
export function serveSignedUploads(call: StorageCall): Promise<ServiceReply> {
  const { request, keys, clock } = call
  return serve(call, '/upload/resumable/sign', ({ bucketId, name }) => {
    const token = request.headers['x-signature']
    const claims = verifyUrl(keys, typeof token === 'string' ? token : null, { url: `${bucketId}/${name}`, scope: 'upload' }, clock.now())
    return { as: 'service', ownerId: claims.owner ?? null, isUpsert: claims.upsert === true }
  })
}

type FindUploader = (object: { readonly bucketId: string; readonly name: string }) => Uploader

async function serve(call: StorageCall, path: string, uploaderOf: FindUploader): Promise<ServiceReply> {
  const { request, settings } = call
  const { method } = request
  const store = new UploadStore(call, locker)
  const uploaderById = (id: string): Uploader => {
    const upload = parseUploadId(id)
    if (upload === null) throw new StorageError('NoSuchUpload')
    return uploaderOf(upload)
  }
  const server = new Server({
    path,
    datastore: store,
    locker,
    lockDrainTimeout: lockDrainMs,
    maxSize: settings.fileSizeLimit,
    disableTerminationForFinishedUploads: true,
    generateUrl: (_request, { id }) => `${request.publicUrl}${path}/${id}`,
    namingFunction(_request, metadata) {
      const { bucketId, name } = readAnnounced(metadata)
      return uploadIdOf({ bucketId, name, version: newVersion() })
    },
    async onUploadCreate(_request, upload) {
      await store.begin(upload, uploaderById(upload.id))
      return {}
    },
    async onIncomingRequest(_request, id) {
      if (method === 'PATCH' || method === 'DELETE') await store.allow(id, uploaderById(id))
      // all of it came, and then the process ended before the object was there
      if (method === 'HEAD') await store.finish(id, uploaderById(id))
    },
    async onUploadFinish(_request, { id }) {
      await store.finish(id, uploaderById(id))
      return {}
    },
    onResponseError(_request, error) {
      if (error instanceof StorageError && error.status < 500) return { status_code: error.status, body: error.message }
      if (!(error instanceof Error)) return undefined
      const { ref, caller } = call
      call.logger.warn('resumable upload failed', { ref, request_id: caller.requestId, error: toAppError(error) })
      return {
        status_code: error instanceof StorageError || error instanceof StoreUnavailable ? error.status : 500,
        body: 'The upload failed on our side. Try again.',
      }
    },
  })
  return replyOf(await server.handleWeb(webRequestOf(call)))
}

function webRequestOf({ request }: StorageCall): Request {
  const { method, path, search, headers, publicUrl, body, signal } = request
  const all = new Headers()
  for (const [name, value] of Object.entries(headers)) if (typeof value === 'string') all.set(name, value)
  const hasBody = method === 'POST' || method === 'PATCH'
  return new Request(`${publicUrl}${path}${search === '' ? '' : `?${search}`}`, {
    method,
    headers: all,
    signal,
    ...(hasBody && { body: Readable.toWeb(body) as ReadableStream, duplex: 'half' }),
  })
}

async function replyOf(response: Response): Promise<ServiceReply> {
  const headers: Record<string, string> = {}
  // the gateway says who may read replies
  for (const [name, value] of response.headers) if (!name.startsWith('access-control-')) headers[name] = value
  const { status } = response
  const text = await response.text()
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8', ...headers }, body: text === '' ? null : text }
}
