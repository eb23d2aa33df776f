import { signWithKey } from '@colonnade/tokens'
import type { AuthCall } from '../call.ts'
import type { UserRow } from '../users/user.ts'

/** A user's authentication, with its time: seconds since the Unix epoch. */
export interface AuthenticationMethod {
  readonly method: string
  readonly timestamp: number
}

export type AssuranceLevel = 'aal1' | 'aal2' | 'aal3'

/** A member of the project who acts in a user's name (`act` of RFC 8693). */
export interface TokenActor {
  readonly sub: string
  readonly email?: string
}

/** A token's facts beyond its user. */
export interface SessionFacts {
  readonly sessionId: string
  readonly aal: AssuranceLevel
  /** The latest first. */
  readonly amr: readonly AuthenticationMethod[]
  /** For the project's OAuth server: the application that the token is for. */
  readonly client?: { readonly id: string; readonly scope: string }
  readonly actor?: TokenActor
  /** Lifetime of its tokens, where it differs from the project's setting. */
  readonly seconds?: number
}

export interface AccessToken {
  readonly token: string
  /** Seconds. */
  readonly expiresIn: number
  /** Seconds since the Unix epoch. */
  readonly expiresAt: number
}

/** Claims of an access token, all of which hooks may see. */
export function claimsFor(
  { settings, request, clock }: AuthCall,
  user: UserRow,
  { sessionId, aal, amr, client, actor, seconds = settings.jwt_exp }: SessionFacts,
): Record<string, unknown> {
  const issuedAt = Math.floor(clock.now() / 1000)
  return {
    iss: request.publicUrl,
    sub: user.id,
    aud: user.aud ?? 'authenticated',
    exp: issuedAt + seconds,
    iat: issuedAt,
    email: user.email ?? '',
    phone: user.phone ?? '',
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    role: user.role ?? 'authenticated',
    aal,
    amr,
    session_id: sessionId,
    is_anonymous: user.is_anonymous,
    ...(client !== undefined && { client_id: client.id, ...(client.scope !== '' && { scope: client.scope }) }),
    ...(actor !== undefined && { act: actor }),
  }
}

/** Signs an access token of a session. */
export function signAccessToken(call: AuthCall, { seconds }: Pick<SessionFacts, 'seconds'>, claims: Record<string, unknown>): AccessToken {
  const expiresAt = claims['exp'] as number
  return { token: signWithKey(call.signingKey(), claims), expiresIn: seconds ?? call.settings.jwt_exp, expiresAt }
}
