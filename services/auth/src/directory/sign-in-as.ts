import { z } from 'zod'
import { load, traitsOf } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { withFragment } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { createMemberSession, memberMethod, noRefreshToken } from '../sessions/member-session.ts'
import { requireUnbanned } from '../sessions/sign-in.ts'
import { issueAccessToken } from '../tokens/issue-access-token.ts'
import { recordAction, serviceActor } from '../users/audit.ts'

const Body = z.object({ member_email: z.string().max(320).optional(), reason: z.string().trim().max(500).optional() })

/**
 * Signs a member of the project in as one of its users, for an hour at most. The token says who acts in `act` (RFC 8693, 4.1). It can't be
 * refreshed, and opens the data, but not the account.
 *
 * @throws AuthError `user_not_found`, `user_banned`, `not_admin` for callers that are no members, and as the hook refuses
 */
export async function signInAs(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const { member_email: email, reason } = await bodyOf(call.request, Body)
  const member = call.caller.userId
  if (member === null) throw new AuthError('not_admin', 'Only members of the project can sign in as its users')
  const database = await call.database()
  const actor = { sub: member, ...(email !== undefined && { email }) }
  const { user, session } = await database.transaction(async (tx) => {
    const found = await load(call, tx, id!)
    if (found.deleted_at !== null) throw new AuthError('user_not_found', 'User not found')
    requireUnbanned(call, found)
    const made = await createMemberSession(call, tx, found, actor)
    const traits = { ...traitsOf(found), provider: memberMethod, session_id: made.facts.sessionId, ...(reason !== undefined && { reason }) }
    await recordAction(call, tx, 'login', serviceActor, traits)
    return { user: found, session: made }
  })
  const { token, expiresIn, expiresAt } = await issueAccessToken(call, user, session.facts, memberMethod)
  const link = withFragment(call.settings.site_url, {
    access_token: token,
    expires_at: String(expiresAt),
    expires_in: String(expiresIn),
    refresh_token: noRefreshToken,
    token_type: 'bearer',
    type: 'magiclink',
    sb: '',
  })
  return { json: { session_id: session.facts.sessionId, access_token: token, expires_at: new Date(expiresAt * 1000).toISOString(), link } }
}
