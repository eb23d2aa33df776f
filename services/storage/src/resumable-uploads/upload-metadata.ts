import type { Upload } from '@tus/server'
import { StorageError } from '../errors.ts'
import { writtenName } from '../names/names.ts'
import type { Content } from '../objects/store-object.ts'
import { headerValue, parseMetadata, type UserMetadata } from '../requests/metadata.ts'

/** What a client says of an upload in `Upload-Metadata`. */
export interface Announced {
  readonly bucketId: string
  readonly name: string
  readonly content: Content
  readonly userMetadata: UserMetadata | null
}

/** @throws StorageError `InvalidRequest` for a bucket or object that isn't named, `InvalidKey` */
export function readAnnounced(metadata: Upload['metadata']): Announced {
  const { bucketName, objectName, contentType, cacheControl } = metadata ?? {}
  if (!bucketName || !objectName) throw new StorageError('InvalidRequest', 'Upload-Metadata needs bucketName and objectName')
  return {
    bucketId: bucketName,
    name: writtenName(objectName),
    content: {
      contentType: headerValue('contentType', contentType || 'application/octet-stream'),
      cacheControl: cacheControl && /^\d+$/.test(cacheControl) ? `max-age=${cacheControl}` : 'no-cache',
    },
    userMetadata: parseMetadata(metadata?.['metadata'] ?? ''),
  }
}
