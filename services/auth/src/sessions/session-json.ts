import type { AuthCall } from '../call.ts'
import { issueAccessToken } from '../tokens/issue-access-token.ts'
import { userJson } from '../users/user-json.ts'
import type { UserRow } from '../users/user.ts'
import type { NewSession } from './create-session.ts'

/** Fields of a session beyond its tokens. */
export interface SessionExtras {
  readonly provider_token?: string
  readonly provider_refresh_token?: string
  readonly weak_password?: { readonly message: string; readonly reasons: readonly string[] }
}

export interface SessionReply extends SessionExtras {
  readonly access_token: string
  readonly token_type: 'bearer'
  /** Seconds. */
  readonly expires_in: number
  /** Seconds since the Unix epoch. */
  readonly expires_at: number
  readonly refresh_token: string
  readonly user: object
}

/** Returns a `Session` of @supabase/auth-js. The user is read after the sign-in, so that its changes show. */
export async function sessionJson(
  call: AuthCall,
  user: UserRow,
  { facts, refreshToken, isRefreshed }: NewSession,
  extras: SessionExtras = {},
): Promise<SessionReply> {
  const { token, expiresIn, expiresAt } = await issueAccessToken(call, user, facts, isRefreshed ? 'token_refresh' : (facts.amr[0]?.method ?? ''))
  return {
    access_token: token,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: expiresAt,
    refresh_token: refreshToken,
    user: userJson(user),
    ...extras,
  }
}
