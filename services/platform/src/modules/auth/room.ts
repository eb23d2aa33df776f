import { housekeepingMs } from '../../kernel/limits.ts'
import type { Room } from '../../kernel/room.ts'
import { authSettingRoutes } from './auth-settings/routes.ts'
import { deleteRemoved } from './auth-settings/store.ts'

export const authRoom: Room<object> = {
  name: 'auth',
  routes: authSettingRoutes,
  chores: [{ name: 'deleteRemovedAuthSettings', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) }],
}
