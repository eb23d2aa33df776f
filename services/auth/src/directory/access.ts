import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { load, traitsOf, uuidOf } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import { codeMails, sendCodeMail } from '../codes/send-code.ts'
import { AuthError } from '../errors.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { recordAction, serviceActor } from '../users/audit.ts'

/** Ends one session of a user, or all of them, with their refresh tokens. */
export async function endSessions(call: AuthCall, { id, session_id: session }: PathParameters): Promise<AuthReply> {
  const only = session === undefined ? null : uuidOf(session)
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    const ended = await tx.run(sql`delete from auth.sessions where user_id = ${user.id}::uuid and (${only}::uuid is null or id = ${only}::uuid)`)
    if (only !== null && ended === 0) throw new AuthError('session_not_found', 'Session not found', { status: 404 })
    await recordAction(call, tx, 'logout', serviceActor, { ...traitsOf(user), sessions: ended })
  })
  return { status: 204 }
}

/** Removes a factor. Sessions that it was proved in go on as what they are without it. */
export async function removeFactor(call: AuthCall, { id, factor_id: factor }: PathParameters): Promise<AuthReply> {
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    const removed = await tx.first<{ status: string }>(
      sql`delete from auth.mfa_factors where user_id = ${user.id}::uuid and id = ${uuidOf(factor!)}::uuid returning status`,
    )
    if (removed === undefined) throw new AuthError('mfa_factor_not_found', 'Factor not found')
    await tx.run(sql`update auth.sessions set aal = 'aal1', factor_id = null where user_id = ${user.id}::uuid and factor_id = ${factor!}::uuid`)
    await recordAction(call, tx, 'factor_deleted', serviceActor, { ...traitsOf(user), factor_id: factor })
  })
  return { status: 204 }
}

const Letter = z.object({ kind: z.enum(['magic_link', 'recovery']) })

/** Mails a user a sign-in link, or a link to reset the password. */
export async function sendLink(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const { kind } = await bodyOf(call.request, Letter)
  const redirectTo = redirectOf(call)
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    if (user.deleted_at !== null) throw new AuthError('user_not_found', 'User not found')
    if (user.email === null || user.email === '') throw new AuthError('validation_failed', 'The user has no email address')
    await recordAction(call, tx, 'user_recovery_requested', serviceActor, traitsOf(user))
    await sendCodeMail(call, tx, { mail: kind === 'magic_link' ? codeMails.magicLink : codeMails.recovery, user, redirectTo })
  })
  return { status: 204 }
}
