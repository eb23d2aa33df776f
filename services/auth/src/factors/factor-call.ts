import { AuthError } from '../errors.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'

/** A call of somebody with an account, whose session a second factor can raise. */
export interface FactorCall extends SignedInCall {
  readonly sessionId: string
}

/**
 * Returns the call of a user. An OAuth application also has the user's token, but may not add sign-in methods.
 *
 * @throws AuthError `no_authorization` for anonymous users and applications, `session_not_found` for a token without a session
 */
export function requireAccount(call: SignedInCall): FactorCall {
  const { user, sessionId, claims } = call
  if (user.is_anonymous) {
    throw new AuthError('no_authorization', 'Anonymous user not allowed to perform these actions', { status: 403 })
  }
  if (claims['client_id'] !== undefined) {
    throw new AuthError('no_authorization', 'Applications are not allowed to perform these actions', { status: 403 })
  }
  if (sessionId === null) throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
  return { ...call, sessionId }
}

/** @throws AuthError `insufficient_aal` for a session that no second factor has raised */
export function requireRaised({ aal }: SignedInCall, text: string, status = 403): void {
  if (aal === 'aal1') throw new AuthError('insufficient_aal', text, { status })
}
