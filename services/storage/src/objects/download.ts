import type { ServiceReply } from '@colonnade/projects'
import type { StorageCall } from '../call.ts'
import { json } from '../replies.ts'
import type { PathParameters } from '../router.ts'
import { etagOf, serveObject } from '../serving/serve-object.ts'
import { findObject, type ReadAs } from './find-object.ts'
import type { ObjectRow } from './object-row.ts'

/** Handles a download by whose right it is. */
export function downloadAs(as: ReadAs) {
  const operation = as === 'public' ? 'storage.object.get_public' : 'storage.object.get_authenticated'
  return async (call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> => {
    const { object } = await findObject(call, bucket!, path!, as, operation)
    return serveObject(call, object)
  }
}

export function describeAs(as: ReadAs) {
  return async (call: StorageCall, { bucket, path }: PathParameters): Promise<ServiceReply> => {
    const { object } = await findObject(call, bucket!, path!, as, 'storage.object.info_authenticated')
    return json(infoOf(object))
  }
}

/** Returns the description of an object for clients. */
export function infoOf(object: ObjectRow): object {
  const { id, name, version, bucket_id, metadata, user_metadata, updated_at, created_at } = object
  return {
    id,
    name,
    version,
    bucket_id,
    size: metadata?.size ?? null,
    content_type: metadata?.mimetype ?? null,
    cache_control: metadata?.cacheControl ?? null,
    etag: etagOf(object),
    metadata: user_metadata ?? {},
    last_modified: metadata?.lastModified ?? updated_at,
    created_at,
  }
}
