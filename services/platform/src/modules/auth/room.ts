import { housekeepingMs, issuerLookMs } from '../../kernel/limits.ts'
import type { HasAuthHookCalls } from '../../kernel/auth-hook-calls.ts'
import type { HasAuthLimits } from '../../kernel/auth-limits.ts'
import type { HasAuthMails } from '../../kernel/auth-mails.ts'
import type { HasAuthService } from '../../kernel/auth-service.ts'
import type { Room } from '../../kernel/room.ts'
import { authHookCallRoutes } from './auth-hook-calls/routes.ts'
import { authLimitRoutes } from './auth-limits/routes.ts'
import { authMailRoutes } from './auth-mails/routes.ts'
import { authSettingRoutes } from './auth-settings/routes.ts'
import { customProviderRoutes } from './custom-providers/routes.ts'
import { signInTestRoutes } from './sign-in-tests/routes.ts'
import { lookAtIssuers } from './third-party-auth/look-at-issuers.ts'
import { thirdPartyAuthRoutes } from './third-party-auth/routes.ts'
import { deleteRemoved as deleteRemovedIssuers } from './third-party-auth/store.ts'
import type { HasUserExports } from './user-exports/kept-exports.ts'
import { userExportRoutes } from './user-exports/routes.ts'
import { userImportRoutes } from './user-imports/routes.ts'
import { authUserRoutes } from './users/routes.ts'
import { deleteRemoved } from './auth-settings/store.ts'

/** Nothing runs beside its requests. */
export type AuthParts = HasAuthMails & HasAuthHookCalls & HasAuthLimits & HasAuthService & HasUserExports

export const authRoom: Room<AuthParts> = {
  name: 'auth',
  routes: [
    ...authSettingRoutes,
    ...authMailRoutes,
    ...authHookCallRoutes,
    ...authLimitRoutes,
    ...authUserRoutes,
    ...userImportRoutes,
    ...userExportRoutes,
    ...thirdPartyAuthRoutes,
    ...customProviderRoutes,
    ...signInTestRoutes,
  ],
  chores: [
    { name: 'deleteRemovedAuthSettings', everyMs: housekeepingMs, work: ({ database }) => deleteRemoved(database) },
    { name: 'deleteRemovedIssuers', everyMs: housekeepingMs, work: ({ database }) => deleteRemovedIssuers(database) },
    { name: 'lookAtIssuers', everyMs: issuerLookMs, work: lookAtIssuers },
  ],
}
