import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { sendPhoneCode } from '../phones/send-phone-code.ts'
import { challengeOf } from '../pkce/challenge.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { Addressee, bodyOf, Metadata, Pkce } from '../requests/fields.ts'
import { addresseeOf, attemptSignUp, requireSignUps, requireStrangerPause } from '../sign-up/sign-up.ts'
import { recordAction } from '../users/audit.ts'
import { findUserByEmail, findUserByPhone } from '../users/user.ts'
import { codeMails, sendCodeMail } from './send-code.ts'

const Body = z.object({
  ...Addressee,
  create_user: z.boolean().nullish(),
  data: Metadata,
  channel: z.enum(['sms', 'whatsapp']).nullish(),
  ...Pkce,
})

/** Sends a code, and by mail a link, to sign in without a password; makes the account where there is none, unless told not to. */
export async function requestOtp(call: AuthCall): Promise<AuthReply> {
  const body = await bodyOf(call.request, Body)
  const { email, phone } = addresseeOf(call, body, 'logins')
  const challenge = challengeOf(body)
  const channel = body.channel ?? 'sms'
  const redirectTo = redirectOf(call)
  const database = await call.database()
  const known = email === undefined ? await findUserByPhone(database, phone!) : await findUserByEmail(database, email)
  const isConfirmed = known !== null && (email === undefined ? known.phone_confirmed_at : known.email_confirmed_at) !== null
  if (known === null && body.create_user === false) {
    requireStrangerPause(call, email, phone)
    throw new AuthError('otp_disabled', 'Signups not allowed for otp')
  }
  if (!isConfirmed) {
    if (known === null) requireSignUps(call)
    const signUp = { email, phone, passwordHash: null, data: body.data ?? {}, challenge, redirectTo, channel, mustProve: true }
    const { kind } = await attemptSignUp(call, signUp)
    if (kind === 'asked') return sent(call)
  }
  await database.transaction(async (tx) => {
    const user = email === undefined ? await findUserByPhone(tx, phone!) : await findUserByEmail(tx, email)
    if (user === null) return
    await recordAction(call, tx, 'user_recovery_requested', user, { provider: email === undefined ? 'phone' : 'email' })
    if (email === undefined) await sendPhoneCode(call, tx, { user, phone: phone!, channel, kind: 'confirmation' })
    else await sendCodeMail(call, tx, { mail: codeMails.magicLink, user, redirectTo, challenge })
  })
  return sent(call)
}

/** With the provider's id of a text message, by which support finds it. */
async function sent({ errands }: AuthCall): Promise<AuthReply> {
  const messageId = await errands.run()
  return { json: messageId === null ? {} : { message_id: messageId } }
}
