import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { sendPhoneCode } from '../phones/send-phone-code.ts'
import { challengeOf } from '../pkce/challenge.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { Addressee, bodyOf, Pkce } from '../requests/fields.ts'
import { addresseeOf, requireStrangerPause } from '../sign-up/sign-up.ts'
import { sendEmailChange } from '../users/email-change.ts'
import { recordAction } from '../users/audit.ts'
import { findUserByEmail, findUserByPhone } from '../users/user.ts'
import { codeMails, sendCodeMail } from './send-code.ts'

const Body = z.object({ type: z.enum(['signup', 'email_change', 'sms', 'phone_change']), ...Addressee, ...Pkce })

/** Sends a code again that somebody waits for; nothing is sent to strangers, nor to who needs none, and the answer is the same. */
export async function resend(call: AuthCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Body)
  const { type } = body
  const isEmail = type === 'signup' || type === 'email_change'
  if (isEmail !== (body.email !== undefined))
    throw new AuthError('validation_failed', `Type provided requires ${isEmail ? 'an email address' : 'a phone number'}`)
  const { email, phone } = addresseeOf(call, body, 'logins')
  const challenge = challengeOf(body)
  const redirectTo = redirectOf(call)
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = email === undefined ? await findUserByPhone(tx, phone!) : await findUserByEmail(tx, email)
    if (user === null) {
      requireStrangerPause(call, email, phone)
      return
    }
    if (type === 'signup' && user.email_confirmed_at === null) {
      await recordAction(call, tx, 'user_confirmation_requested', user)
      await sendCodeMail(call, tx, { mail: codeMails.confirmation, user, redirectTo, challenge })
    } else if (type === 'email_change' && user.email_change !== null && user.email_change !== '') {
      await sendEmailChange(call, tx, { user, newEmail: user.email_change, redirectTo, challenge })
    } else if (type === 'sms' && user.phone_confirmed_at === null) {
      await recordAction(call, tx, 'user_recovery_requested', user)
      await sendPhoneCode(call, tx, { user, phone: phone!, channel: 'sms', kind: 'confirmation' })
    } else if (type === 'phone_change' && user.phone_change !== null && user.phone_change !== '') {
      await sendPhoneCode(call, tx, { user, phone: user.phone_change, channel: 'sms', kind: 'phoneChange' })
    }
  })
  const messageId = await call.errands.run()
  return { json: messageId === null ? {} : { message_id: messageId } }
}
