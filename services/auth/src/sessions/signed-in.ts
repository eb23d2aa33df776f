import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { memberOfTag } from './member-session.ts'
import { methodsOf } from './session-methods.ts'
import { isBanned, userColumns, type UserRow } from '../users/user.ts'
import type { AssuranceLevel, AuthenticationMethod } from '../tokens/access-token.ts'

/** A call with a user's token, whose user and session exist now. */
export interface SignedInCall extends AuthCall {
  readonly user: UserRow
  /** null for tokens that name none. */
  readonly sessionId: string | null
  readonly aal: AssuranceLevel
  readonly amr: readonly AuthenticationMethod[]
  /** The member of the project who is signed in as this user; null for users themselves. */
  readonly memberId: string | null
  /** The application of the project's OAuth server that the token was given to, with what it may know; null for the user's own apps. */
  readonly application: { readonly id: string; readonly scope: string } | null
}

interface FoundSession {
  readonly aal: AssuranceLevel | null
  readonly amr: AuthenticationMethod[]
  readonly client_id: string | null
  readonly scopes: string | null
  readonly tag: string | null
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/**
 * Returns the caller, read from the database again: a token is valid for an hour, but a removed or banned user, or one with an ended session, is
 * refused at once.
 *
 * @throws AuthError `no_authorization`, `bad_jwt`, `user_not_found`, `user_banned`, `session_not_found`
 */
export async function requireUser(call: AuthCall): Promise<SignedInCall> {
  const { caller, claims, clock } = call
  if (caller.tokenRefusal !== null) throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${textOf(caller.tokenRefusal)}`)
  const { sub, session_id: session, iss } = claims
  if (typeof sub !== 'string') {
    if (caller.role === 'anon') throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token')
    throw new AuthError('bad_jwt', 'invalid claim: missing sub claim')
  }
  if (!uuid.test(sub)) throw new AuthError('bad_jwt', 'invalid claim: sub claim must be a UUID')
  // tokens of other issuers open the data, and nothing here
  if (typeof iss === 'string' && !iss.endsWith('/auth/v1')) throw new AuthError('bad_jwt', 'invalid claim: the token has another issuer')
  const sessionId = typeof session === 'string' && uuid.test(session) ? session : null
  const database = await call.database()
  const found = await database.first<{ user: UserRow; session: FoundSession | null }>(sql`
    select ${userColumns}, (
      select jsonb_build_object('aal', s.aal, 'amr', ${methodsOf(sql`s.id`)}, 'client_id', s.oauth_client_id, 'scopes', s.scopes, 'tag', s.tag)
      from auth.sessions s where s.id = ${sessionId}::uuid and s.user_id = u.id and coalesce(s.not_after > now(), true)
    ) as session
    from auth.users u where u.id = ${sub}::uuid and u.deleted_at is null`)
  if (found === undefined) throw new AuthError('user_not_found', 'User from sub claim in JWT does not exist', { status: 403 })
  if (isBanned(found.user, clock.now())) throw new AuthError('user_banned', 'User is banned', { status: 403 })
  if (sessionId !== null && found.session === null) {
    throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
  }
  const clientId = found.session?.client_id ?? null
  const application = clientId === null ? null : { id: clientId, scope: found.session?.scopes ?? '' }
  const memberId = memberOfTag(found.session?.tag ?? null)
  return { ...call, user: found.user, sessionId, aal: found.session?.aal ?? 'aal1', amr: found.session?.amr ?? [], application, memberId }
}

function textOf(refusal: string): string {
  if (refusal === 'expired') return 'token has invalid claims: token is expired'
  if (refusal === 'not_yet_valid') return 'token has invalid claims: token is not valid yet'
  return `token is ${refusal.replaceAll('_', ' ')}`
}

/** @throws AuthError `not_admin`, `no_authorization`, `bad_jwt` unless the call has a key or token of service_role */
export function requireAdmin({ caller }: AuthCall): void {
  if (caller.tokenRefusal !== null) throw new AuthError('bad_jwt', `invalid JWT: unable to parse or verify signature, ${textOf(caller.tokenRefusal)}`)
  if (caller.role === 'anon') throw new AuthError('no_authorization', 'This endpoint requires a valid Bearer token')
  if (caller.role !== 'service_role') throw new AuthError('not_admin', 'User not allowed')
}
