import { type Random, randomText } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import type { AuthCall } from '../call.ts'
import { refreshTokenLength } from '../limits.ts'
import type { AssuranceLevel, SessionFacts } from '../tokens/access-token.ts'
import type { UserRow } from '../users/user.ts'
import { countActive } from './active-users.ts'

/** Letters and digits of base32 (RFC 4648) in lower case, as GoTrue's tokens have. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'

export const newRefreshToken = (random: Random): string => randomText(random, alphabet, refreshTokenLength)

/** Sign-in method of a session, as in the tokens' `amr`. */
export type SignInMethod =
  | 'password'
  | 'otp'
  | 'oauth'
  | 'totp'
  | 'mfa/phone'
  | 'mfa/webauthn'
  | 'mfa/recovery_code'
  | 'sso/saml'
  | 'recovery'
  | 'invite'
  | 'magiclink'
  | 'email/signup'
  | 'email_change'
  | 'token_refresh'
  | 'anonymous'
  | 'web3'
  | 'passkey'
  | 'oauth_provider/authorization_code'

export interface NewSession {
  readonly facts: SessionFacts
  readonly refreshToken: string
  /** It was there before. */
  readonly isRefreshed?: true
}

export interface SessionOptions {
  readonly method: SignInMethod
  readonly aal?: AssuranceLevel
  /** Client of the project's OAuth server. */
  readonly client?: { readonly id: string; readonly scope: string }
}

/** Starts a session of a user: a row, how it was proved, and its first refresh token. In the transaction that proves who they are. */
export async function createSession(call: AuthCall, tx: Queryable, user: Pick<UserRow, 'id'>, options: SessionOptions): Promise<NewSession> {
  const { random, clock } = call
  const { method, aal = 'aal1', client } = options
  const sessionId = randomUUID()
  const refreshToken = newRefreshToken(random)
  const { userAgent, ip } = deviceOf(call)
  await tx.run(sql`
    with session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, oauth_client_id, scopes)
      values (${sessionId}::uuid, ${user.id}::uuid, now(), now(), ${aal}::auth.aal_level, ${userAgent}, ${ip}::inet, ${client?.id ?? null}::uuid, ${client?.scope ?? null})
    ), method as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (gen_random_uuid(), ${sessionId}::uuid, now(), now(), ${method})
    ), token as (
      insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
      values ('00000000-0000-0000-0000-000000000000', ${refreshToken}, ${user.id}, false, now(), now(), null, ${sessionId}::uuid)
    ), ${countActive(sql`select ${user.id}::uuid`)}
    update auth.users set last_sign_in_at = now(), updated_at = now() where id = ${user.id}::uuid`)
  const amr = [{ method, timestamp: Math.floor(clock.now() / 1000) }]
  return { facts: { sessionId, aal, amr, ...(client !== undefined && { client }) }, refreshToken }
}

/** Returns the stored details of the device. */
export function deviceOf({ request, caller }: Pick<AuthCall, 'request' | 'caller'>): {
  readonly userAgent: string | null
  readonly ip: string | null
} {
  const agent = request.headers['user-agent']
  return { userAgent: agent?.slice(0, 1_000) ?? null, ip: isIP(caller.address) === 0 ? null : caller.address }
}
