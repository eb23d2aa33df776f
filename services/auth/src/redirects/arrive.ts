import type { AuthError } from '../errors.ts'
import { type AuthReply, oauthCodeOf } from '../requests/auth-reply.ts'
import type { SessionReply } from '../sessions/session-json.ts'
import { withFragment, withQuery } from './redirect-to.ts'

/** Leads a browser back to the app with a session. */
export function arrive(redirectTo: string, session: SessionReply, more: Readonly<Record<string, string>> = {}): AuthReply {
  const { access_token, expires_in, expires_at, refresh_token } = session
  const parameters = {
    access_token,
    expires_at: String(expires_at),
    expires_in: String(expires_in),
    ...more,
    refresh_token,
    sb: '',
    token_type: 'bearer',
  }
  return { status: 302, headers: { location: withFragment(redirectTo, parameters) } }
}

/** Returns the error to the app: in the query, and behind `#`, where older clients look. */
export function fail(redirectTo: string, error: AuthError, oauthCode = oauthCodeOf(error)): AuthReply {
  const parameters = { error: oauthCode.slice(0, 100), error_code: error.code, error_description: error.message.slice(0, 500) }
  return {
    status: 302,
    headers: { location: withFragment(withQuery(redirectTo, parameters), { ...parameters, sb: '' }), 'x-sb-error-code': error.code },
    log: { code: error.code },
  }
}
