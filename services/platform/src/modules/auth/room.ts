import { housekeepingMs } from '../../kernel/limits.ts'
import type { HasAuthHookCalls } from '../../kernel/auth-hook-calls.ts'
import type { HasAuthMails } from '../../kernel/auth-mails.ts'
import type { HasAuthService } from '../../kernel/auth-service.ts'
import type { Room } from '../../kernel/room.ts'
import { authHookCallRoutes } from './auth-hook-calls/routes.ts'
import { authMailRoutes } from './auth-mails/routes.ts'
import { authSettingRoutes } from './auth-settings/routes.ts'
import { authUserRoutes } from './users/routes.ts'
import { deleteRemoved } from './auth-settings/store.ts'

/** Nothing runs beside its requests. */
export type AuthParts = HasAuthMails & HasAuthHookCalls & HasAuthService

export const authRoom: Room<AuthParts> = {
  name: 'auth',
  routes: [...authSettingRoutes, ...authMailRoutes, ...authHookCallRoutes, ...authUserRoutes],
  chores: [{ name: 'deleteRemovedAuthSettings', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) }],
}
