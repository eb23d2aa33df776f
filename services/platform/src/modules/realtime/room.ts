import { housekeepingMs } from '../../kernel/limits.ts'
import type { Room } from '../../kernel/room.ts'
import { realtimeSettingRoutes } from './realtime-settings/routes.ts'
import { deleteRemoved } from './realtime-settings/store.ts'

export const realtimeRoom: Room<object> = {
  name: 'realtime',
  routes: realtimeSettingRoutes,
  chores: [{ name: 'deleteRemovedRealtimeSettings', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) }],
}
