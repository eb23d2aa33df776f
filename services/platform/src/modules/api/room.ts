import { housekeepingMs } from '../../kernel/limits.ts'
import type { Room } from '../../kernel/room.ts'
import type { HasSleeper } from '../projects/sleeps/sleeper.ts'
import { apiKeyRoutes } from './api-keys/routes.ts'
import { deleteRemoved as deleteRemovedApiKeys } from './api-keys/store.ts'
import { requestTokenRoutes } from './request-tokens/routes.ts'
import { restSettingRoutes } from './rest-settings/routes.ts'
import { signingKeyRoutes } from './signing-keys/routes.ts'
import { deleteRemoved as deleteRemovedSigningKeys } from './signing-keys/store.ts'

/** Nothing runs beside its requests. */
export type ApiParts = HasSleeper

export const apiRoom: Room<ApiParts> = {
  name: 'api',
  routes: [...apiKeyRoutes, ...signingKeyRoutes, ...restSettingRoutes, ...requestTokenRoutes],
  chores: [
    { name: 'deleteRemovedApiKeys', everyMs: housekeepingMs, work: ({ database }) => deleteRemovedApiKeys(database) },
    { name: 'deleteRemovedSigningKeys', everyMs: housekeepingMs, work: ({ database }) => deleteRemovedSigningKeys(database) },
  ],
}
