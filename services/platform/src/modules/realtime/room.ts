import { housekeepingMs } from '../../kernel/limits.ts'
import type { Room } from '../../kernel/room.ts'
import type { HasRealtimeLive } from '../../kernel/realtime-live.ts'
import { realtimeLiveRoutes } from './realtime-live/routes.ts'
import { realtimeSettingRoutes } from './realtime-settings/routes.ts'
import { deleteRemoved } from './realtime-settings/store.ts'

/** Nothing runs beside its requests. */
export type RealtimeParts = HasRealtimeLive

export const realtimeRoom: Room<RealtimeParts> = {
  name: 'realtime',
  routes: [...realtimeSettingRoutes, ...realtimeLiveRoutes],
  chores: [{ name: 'deleteRemovedRealtimeSettings', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) }],
}
