import { type Endpoint, tokenScopes } from '@colonnade/contracts/foundation/endpoint'
import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { Actor } from '../serve.ts'

/**
 * Refuses a call that the actor's access token does not open, before anything is looked up. A session opens everything.
 *
 * @throws AppError `access_token_refused` with the `scope` that it lacks; null where the call takes no token
 */
export function refuseBeyondScopes(endpoint: Endpoint, { token }: Actor): void {
  if (token === undefined || endpoint.auth === 'public') return
  const scopes = tokenScopes(endpoint)
  if (scopes === null) {
    throw new AppError('access_token_refused', { scope: null }, { message: 'Access tokens do not open this: sign in to the dashboard for it' })
  }
  const lacking = scopes.find((scope) => !token.scopes.includes(scope))
  if (lacking !== undefined) {
    throw new AppError('access_token_refused', { scope: lacking }, { message: `The access token lacks the scope ${lacking}` })
  }
  const namesNoOrganization = endpoint.permission === undefined && endpoint.method !== 'GET'
  if (token.organizationId !== null && namesNoOrganization) {
    throw new AppError(
      'access_token_refused',
      { scope: null },
      { message: 'The access token opens one organization only, and this is outside of it' },
    )
  }
}

/** Whether the actor's token leaves out an organization that the person belongs to: as if it were not there. */
export function isBeyondToken({ token }: Actor, organizationId: string): boolean {
  return token !== undefined && token.organizationId !== null && token.organizationId !== organizationId
}

/** What the actor may do with a role: all of it with a session, what the token's scopes name with a token. */
export function withinScopes({ token }: Actor, held: readonly Permission[]): readonly Permission[] {
  return token === undefined ? held : held.filter((permission) => token.scopes.includes(permission))
}
