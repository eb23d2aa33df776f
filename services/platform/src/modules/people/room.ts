import type { Room } from '../../kernel/room.ts'
import { sessionRoutes } from './sessions/routes.ts'
import { accountRoutes } from './account/routes.ts'
import { passwordResetRoutes } from './password-resets/routes.ts'
import { signUpRoutes } from './sign-ups/routes.ts'
import { accessTokenRoutes } from './access-tokens/routes.ts'
import { secondFactorRoutes } from './second-factors/routes.ts'
import { passkeyRoutes } from './passkeys/routes.ts'
import { identityRoutes } from './identities/routes.ts'
import { identityProviderRoutes } from './identity-providers/routes.ts'

export const peopleRoom: Room<unknown> = {
  name: 'people',
  routes: [
    ...sessionRoutes,
    ...accountRoutes,
    ...passwordResetRoutes,
    ...signUpRoutes,
    ...accessTokenRoutes,
    ...secondFactorRoutes,
    ...passkeyRoutes,
    ...identityRoutes,
    ...identityProviderRoutes,
  ],
}
