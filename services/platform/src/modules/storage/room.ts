import type { HasConnections } from '@colonnade/project-pool'
import { housekeepingMs } from '../../kernel/limits.ts'
import type { HasStorageAddress } from '../../kernel/storage-address.ts'
import type { Room } from '../../kernel/room.ts'
import { storageBucketRoutes } from './storage-buckets/routes.ts'
import { storageCredentialRoutes } from './storage-credentials/routes.ts'
import { deleteRemoved as deleteRemovedCredentials } from './storage-credentials/store.ts'
import { storageSettingRoutes } from './storage-settings/routes.ts'
import { deleteRemoved } from './storage-settings/store.ts'
import { storageTokenRoutes } from './storage-tokens/routes.ts'

/** Nothing runs beside its requests. */
export type StorageParts = HasConnections & HasStorageAddress

export const storageRoom: Room<StorageParts> = {
  name: 'storage',
  routes: [...storageSettingRoutes, ...storageBucketRoutes, ...storageTokenRoutes, ...storageCredentialRoutes],
  chores: [
    { name: 'deleteRemovedStorageSettings', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) },
    { name: 'deleteRemovedStorageCredentials', everyMs: housekeepingMs, work: ({ database }) => deleteRemovedCredentials(database) },
  ],
}
