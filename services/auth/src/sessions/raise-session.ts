import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthenticationMethod } from '../tokens/access-token.ts'
import { newRefreshToken, type NewSession, type SignInMethod } from './create-session.ts'

export interface Raise {
  readonly userId: string
  readonly sessionId: string
  readonly factorId: string
  readonly method: SignInMethod
}

/**
 * Raises a session to aal2 once a second factor was proved, with a new refresh token in place of the one before. The user's other sessions
 * that have shown no second factor end: one of them may be why there is one.
 *
 * @throws AuthError `session_not_found`
 */
export async function raiseSession(call: AuthCall, tx: Transaction, { userId, sessionId, factorId, method }: Raise): Promise<NewSession> {
  const refreshToken = newRefreshToken(call.random)
  const raised = await tx.first<{ client: string | null; scopes: string | null }>(sql`
    update auth.sessions set aal = 'aal2', factor_id = ${factorId}::uuid, updated_at = now() where id = ${sessionId}::uuid and user_id = ${userId}::uuid
    returning oauth_client_id as client, scopes`)
  if (raised === undefined) throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
  await tx.run(sql`
    with method as (
      insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
      values (gen_random_uuid(), ${sessionId}::uuid, now(), now(), ${method})
      on conflict (session_id, authentication_method) do update set updated_at = now()
    ), used as (
      update auth.refresh_tokens set revoked = true, updated_at = now() where session_id = ${sessionId}::uuid and revoked is not true
      returning id, token
    )
    insert into auth.refresh_tokens (instance_id, token, user_id, revoked, created_at, updated_at, parent, session_id)
    values ('00000000-0000-0000-0000-000000000000', ${refreshToken}, ${userId}, false, now(), now(), (select token from used order by id desc limit 1),
      ${sessionId}::uuid)`)
  await tx.run(sql`
    delete from auth.sessions where user_id = ${userId}::uuid and id <> ${sessionId}::uuid and coalesce(aal, 'aal1') = 'aal1'`)
  const amr = await tx.rows<AuthenticationMethod>(sql`
    select authentication_method as method, extract(epoch from updated_at)::bigint::float8 as timestamp from auth.mfa_amr_claims
    where session_id = ${sessionId}::uuid order by updated_at desc`)
  const client = raised.client === null ? {} : { client: { id: raised.client, scope: raised.scopes ?? '' } }
  return { facts: { sessionId, aal: 'aal2', amr, ...client }, refreshToken }
}

/** Takes back what a factor that is no more has raised. */
export async function lowerSessions(tx: Transaction, userId: string, factorId: string, method: SignInMethod): Promise<void> {
  await tx.run(sql`
    with lowered as (
      update auth.sessions set aal = 'aal1', factor_id = null, updated_at = now() where user_id = ${userId}::uuid and factor_id = ${factorId}::uuid
      returning id
    )
    delete from auth.mfa_amr_claims where session_id in (select id from lowered) and authentication_method = ${method}`)
}
