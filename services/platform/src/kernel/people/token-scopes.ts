import { type Endpoint, tokenScopes } from '@colonnade/contracts/foundation/endpoint'
import type { Permission } from '@colonnade/contracts/foundation/permissions'
import { AppError } from '@colonnade/core'
import type { Actor } from '../serve.ts'

/**
 * Refuses calls that the actor's access token doesn't allow, before anything is looked up. Sessions pass.
 *
 * @throws AppError `access_token_refused` with the missing `scope`; null for calls that accept no tokens
 */
export function refuseBeyondScopes(endpoint: Endpoint, { token }: Actor): void {
  if (token === undefined || endpoint.auth === 'public') return
  const scopes = tokenScopes(endpoint)
  if (scopes === null) {
    throw new AppError('access_token_refused', { scope: null }, { message: 'Access tokens can’t be used here. Sign in to the dashboard instead' })
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
      { message: 'The access token is limited to one organization, which doesn’t include this' },
    )
  }
}

/** Returns true if the actor's token excludes an organization of the person, which is then treated as missing. */
export function isBeyondToken({ token }: Actor, organizationId: string): boolean {
  return token !== undefined && token.organizationId !== null && token.organizationId !== organizationId
}

/** Returns the actor's permissions in a role: all of them with a session, those of its scopes with a token. */
export function withinScopes({ token }: Actor, held: readonly Permission[]): readonly Permission[] {
  return token === undefined ? held : held.filter((permission) => token.scopes.includes(permission))
}
