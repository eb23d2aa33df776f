import { sql } from '@colonnade/sql'
import type { SignedInCall } from './signed-in.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { recordAction } from '../users/audit.ts'

/** Which sessions end: all of the user, this one, or all others. */
const conditions = {
  global: ({ user }: SignedInCall) => sql`user_id = ${user.id}::uuid`,
  local: ({ sessionId }: SignedInCall) => sql`id = ${sessionId}::uuid`,
  others: ({ user, sessionId }: SignedInCall) => sql`user_id = ${user.id}::uuid and id <> ${sessionId}::uuid`,
} as const

function isScope(text: string): text is keyof typeof conditions {
  return Object.hasOwn(conditions, text)
}

/** Ends sessions, and with each its refresh tokens. */
export async function logOut(call: SignedInCall): Promise<AuthReply> {
  const asked = call.request.query.get('scope') ?? 'global'
  // clients sign out everywhere unless told otherwise; a member ends nobody else's sessions by it
  const scope = call.memberId === null ? asked : 'local'
  if (!isScope(scope)) throw new AuthError('validation_failed', `Unsupported logout scope "${scope.slice(0, 50)}"`)
  if (scope !== 'global' && call.sessionId === null) throw new AuthError('session_not_found', 'Session from session_id claim in JWT does not exist')
  const database = await call.database()
  await database.transaction(async (tx) => {
    await recordAction(call, tx, 'logout', call.user)
    await tx.run(sql`delete from auth.sessions where ${conditions[scope](call)}`)
  })
  return { status: 204 }
}
