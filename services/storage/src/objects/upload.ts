import type { ServiceReply } from '@colonnade/projects'
import type { StorageCall } from '../call.ts'
import { StorageError } from '../errors.ts'
import { writtenName } from '../names/names.ts'
import { json } from '../replies.ts'
import { announcedBytes, readUpload } from '../requests/read-upload.ts'
import type { PathParameters } from '../router.ts'
import { requireToken } from './find-object.ts'
import { ownerOf } from './owner.ts'
import { checkMimeType, type NewObject, prepareUpload, sizeLimitOf, storeObject, type StoredObject } from './store-object.ts'

export async function uploadObject(call: StorageCall, parameters: PathParameters): Promise<ServiceReply> {
  requireToken(call)
  const { request, caller } = call
  const isUpsert = request.method === 'PUT' || request.headers['x-upsert'] === 'true'
  const stored = await receive(call, {
    bucketId: parameters['bucket']!,
    name: writtenName(parameters['path']!),
    isUpsert,
    ...ownerOf(caller),
    operation: isUpsert ? 'storage.object.upload_update' : 'storage.object.upload',
    as: 'caller',
  })
  return json({ Id: stored.id, Key: `${parameters['bucket']}/${writtenName(parameters['path']!)}` })
}

/** Takes the body of a request as an object. */
export async function receive(call: StorageCall, wanted: Omit<NewObject, 'userMetadata'>): Promise<StoredObject> {
  const { request } = call
  const announced = announcedBytes(request)
  if (announced !== null && announced > call.settings.fileSizeLimit) throw new StorageError('EntityTooLarge')
  const upload = await readUpload(request)
  const { contentType, cacheControl, xRobotsTag, userMetadata, body, expectedBytes } = upload
  const content = { contentType, cacheControl, ...(xRobotsTag !== undefined && { xRobotsTag }) }
  const object = { ...wanted, userMetadata }
  const bucket = await prepareUpload(call, object, content, expectedBytes ?? announced)
  const mostBytes = sizeLimitOf(call, bucket)
  if (announced !== null && announced > mostBytes) throw new StorageError('EntityTooLarge')
  checkMimeType(bucket, contentType)
  return storeObject(call, object, content, { body, mostBytes, ...(expectedBytes !== undefined && { expectedBytes }) })
}
