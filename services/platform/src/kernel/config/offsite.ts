import type { ConfigReader } from '@colonnade/core'
import type { ObjectStorageConfig } from '@colonnade/objects'
import { readObjectStorage } from './object-storage.ts'

/** Where backups and archived WAL are copied to. */
export type OffsiteConfig = ObjectStorageConfig

/** The environment's part about copies elsewhere; null where there are none. */
export function readOffsiteConfig(read: ConfigReader): OffsiteConfig | null {
  return readObjectStorage(read, 'COLONNADE_S3')
}
