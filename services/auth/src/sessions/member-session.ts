import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import type { AuthCall } from '../call.ts'
import { memberSessionSecondsMost } from '../limits.ts'
import type { SessionFacts, TokenActor } from '../tokens/access-token.ts'
import type { UserRow } from '../users/user.ts'
import { deviceOf } from './create-session.ts'

/** In `amr`, and among the methods of a session. */
export const memberMethod = 'sign_in_as'

/**
 * In place of a refresh token, for clients that take no session without one. No refresh token looks like it, so exchanging it fails as for any
 * token that there is not.
 */
export const noRefreshToken = 'not-refreshable'

/** Tag of sessions that a member of the project started: it names the member, and shows that the user didn't start them. */
const tagPrefix = 'member:'

/** A session that a member started in a user's name. It has no refresh token, so it ends with its access token. */
export interface MemberSession {
  readonly facts: SessionFacts & { readonly actor: TokenActor; readonly seconds: number }
}

/** Starts a session of a user for a member of the project. The user hasn't signed in, so nothing of them changes. */
export async function createMemberSession(call: AuthCall, tx: Queryable, user: Pick<UserRow, 'id'>, actor: TokenActor): Promise<MemberSession> {
  const sessionId = randomUUID()
  const seconds = Math.min(call.settings.jwt_exp, memberSessionSecondsMost)
  const { userAgent, ip } = deviceOf(call)
  await tx.run(sql`
    with session as (
      insert into auth.sessions (id, user_id, created_at, updated_at, aal, user_agent, ip, tag, not_after)
      values (${sessionId}::uuid, ${user.id}::uuid, now(), now(), 'aal1', ${userAgent}, ${ip}::inet, ${`${tagPrefix}${actor.sub}`},
        now() + make_interval(secs => ${seconds}::float8))
    )
    insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
    values (gen_random_uuid(), ${sessionId}::uuid, now(), now(), ${memberMethod})`)
  const amr = [{ method: memberMethod, timestamp: Math.floor(call.clock.now() / 1000) }]
  return { facts: { sessionId, aal: 'aal1', amr, actor, seconds } }
}

/** The member who started a session with this tag; null for those of users. */
export const memberOfTag = (tag: string | null): string | null => (tag?.startsWith(tagPrefix) ? tag.slice(tagPrefix.length) : null)
