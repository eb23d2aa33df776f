import type { ConfigReader } from '@colonnade/core'
import type { ObjectStorageConfig } from '@colonnade/objects'
import { readObjectStorage } from './object-storage.ts'

/** Destination of copies of backups and archived WAL. */
export type OffsiteConfig = ObjectStorageConfig

/** Off-site settings of the environment; null if there are none. */
export function readOffsiteConfig(read: ConfigReader): OffsiteConfig | null {
  return readObjectStorage(read, 'COLONNADE_S3')
}
