import { openBucket } from '../../bucket/bucket.ts'
import type { ObjectStorageConfig } from '../../bucket/client.ts'
import { openStores, type StoreOptions } from '../stores.ts'
import type { VersionStores } from '../version-store.ts'
import { createS3Place } from './s3-place.ts'

export interface S3StoreOptions extends StoreOptions {
  readonly storage: ObjectStorageConfig
}

/** Versions as objects of an S3-compatible storage. Their bytes come to the machine's disk first, and are put from there. */
export function openS3Stores({ storage, ...options }: S3StoreOptions): VersionStores {
  const bucket = openBucket(storage)
  return openStores(
    options,
    (family) => createS3Place(bucket, family),
    () => bucket[Symbol.dispose](),
  )
}
