/** Claims of an access token, or of an API key: `request.jwt.claims`. */
export type Claims = Readonly<Record<string, unknown>>

/** Seconds that an access token is good for, as the auth service gives them out. */
const tokenSeconds = 3_600
/** A key of the API is good for years. */
const keySeconds = 10 * 365 * 24 * 3_600

/** The signed-in user: a row of auth.users, or claims entered as JSON. */
export interface TokenUser {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  /** The role of the user's tokens; 'authenticated' unless the row says otherwise. */
  readonly role: string
  readonly appMetadata: Claims
  readonly userMetadata: Claims
  readonly isAnonymous: boolean
}

/** How strongly a user proved who they are. */
export type AssuranceLevel = 'aal1' | 'aal2'

export interface ClaimsContext {
  readonly ref: string
  /** The API's address: "https://abc.example.org". */
  readonly apiUrl: string
  readonly now: Date
  readonly sessionId: string
  readonly aal: AssuranceLevel
}

/** What a key of the API says of its bearer, which is the role alone. */
export function keyClaims(role: string, { ref, now }: Pick<ClaimsContext, 'ref' | 'now'>): Claims {
  const iat = secondsOf(now)
  return { iss: 'colonnade', ref, role, iat, exp: iat + keySeconds }
}

/** What an access token says of a user who has just signed in with a password. */
export function userClaims(user: TokenUser, { apiUrl, now, sessionId, aal }: ClaimsContext): Claims {
  const iat = secondsOf(now)
  return {
    aal,
    amr: [...(aal === 'aal2' ? ['totp'] : []), 'password'].map((method) => ({ method, timestamp: iat })),
    app_metadata: user.appMetadata,
    aud: 'authenticated',
    email: user.email ?? '',
    exp: iat + tokenSeconds,
    iat,
    is_anonymous: user.isAnonymous,
    iss: `${apiUrl}/auth/v1`,
    phone: user.phone ?? '',
    role: user.role,
    session_id: sessionId,
    sub: user.id,
    user_metadata: user.userMetadata,
  }
}

/** Returns the event that a custom access token hook is called with. */
export function tokenEvent(user: Pick<TokenUser, 'id'>, claims: Claims): Claims {
  return { user_id: user.id, claims, authentication_method: 'password' }
}

/**
 * Returns the claims of the function's reply, which replace all derived claims.
 *
 * @throws Error when the function refused the token or returned no claims
 */
export function claimsOfAnswer(answer: unknown): Claims {
  const { error, claims } = recordOf(answer)
  if (error !== undefined && error !== null) {
    const { message } = recordOf(error)
    throw new Error(`The function refused the token: ${typeof message === 'string' ? message : JSON.stringify(error)}`)
  }
  if (typeof claims !== 'object' || claims === null || Array.isArray(claims)) throw new Error('The function returned no claims')
  return claims as Claims
}

/** A row of auth.users as JSON, whatever columns it has. */
export function tokenUserOf(row: unknown): TokenUser {
  const user = recordOf(row)
  const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : null)
  return {
    id: textOf(user['id']) ?? '',
    email: textOf(user['email']),
    phone: textOf(user['phone']),
    role: textOf(user['role']) ?? 'authenticated',
    appMetadata: recordOf(user['raw_app_meta_data']),
    userMetadata: recordOf(user['raw_user_meta_data']),
    isAnonymous: user['is_anonymous'] === true,
  }
}

function recordOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

function secondsOf(date: Date): number {
  return Math.floor(date.getTime() / 1000)
}
