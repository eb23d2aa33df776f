import { housekeepingMs } from '../../kernel/limits.ts'
import type { HasAuthMails } from '../../kernel/auth-mails.ts'
import type { Room } from '../../kernel/room.ts'
import { authMailRoutes } from './auth-mails/routes.ts'
import { authSettingRoutes } from './auth-settings/routes.ts'
import { deleteRemoved } from './auth-settings/store.ts'

/** Nothing runs beside its requests. */
export type AuthParts = HasAuthMails

export const authRoom: Room<AuthParts> = {
  name: 'auth',
  routes: [...authSettingRoutes, ...authMailRoutes],
  chores: [{ name: 'deleteRemovedAuthSettings', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) }],
}
