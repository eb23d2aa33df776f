import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { challengeOf } from '../pkce/challenge.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, emailOf, OptionalLine, Pkce } from '../requests/fields.ts'
import { requireStrangerPause } from '../sign-up/sign-up.ts'
import { recordAction } from '../users/audit.ts'
import { findUserByEmail } from '../users/user.ts'
import { codeMails, sendCodeMail } from './send-code.ts'

const Body = z.object({ email: OptionalLine, ...Pkce })

/** Mails a link to somebody who has forgotten the password; strangers get the same answer. */
export async function recover(call: AuthCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Body)
  if (body.email === undefined) throw new AuthError('validation_failed', 'Password recovery requires an email')
  const email = emailOf(body.email)
  const challenge = challengeOf(body)
  const redirectTo = redirectOf(call)
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (user === null) return requireStrangerPause(call, email, undefined)
    await recordAction(call, tx, 'user_recovery_requested', user)
    await sendCodeMail(call, tx, { mail: codeMails.recovery, user, redirectTo, challenge })
  })
  return { json: {} }
}
