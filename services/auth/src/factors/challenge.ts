import type { Queryable } from '@colonnade/pg'
import { z } from 'zod'
import { uuidOf } from '../admin/users.ts'
import { requirePause } from '../codes/send-code.ts'
import { hashOtp, newOtp } from '../one-time-tokens/token-hash.ts'
import { testCodeOf } from '../phones/send-phone-code.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, OptionalLine } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { deviceOf } from '../sessions/create-session.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { recordAction } from '../users/audit.ts'
import { beginAuthentication, beginRegistration } from '../webauthn/ceremonies.ts'
import { relyingPartyOf } from '../webauthn/relying-party.ts'
import { challengeSeconds, insertChallenge, withdrawChallenge } from './challenges.ts'
import { type FactorCall, requireAccount } from './factor-call.ts'
import { type FactorType, isFactorType, requireVerifiable } from './kinds.ts'
import { type Factor, findFactor, knownCredential, noFactor } from './store.ts'

const Body = z.object({
  channel: z.enum(['sms', 'whatsapp']).nullish(),
  webauthn: z.object({ rpId: OptionalLine }).nullish(),
})

/** Asks for a second factor: for the code of an app, for that of a message that is sent, or for a key. */
export async function challengeFactor(signedIn: SignedInCall, { id }: PathParameters): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const body = await bodyOf(call.request, Body)
  const { factor, type } = await loadFactor(call, id!)
  requireVerifiable(call.settings, type)
  const made = type === 'webauthn' ? await challengeKey(call, factor, body.webauthn?.rpId) : await challengeCode(call, factor, body.channel ?? 'sms')
  return { json: { ...made, type, expires_at: Math.floor(call.clock.now() / 1000) + challengeSeconds } }
}

/** @throws AuthError `mfa_factor_not_found`, also for those of others */
export async function loadFactor(call: FactorCall, id: string): Promise<{ readonly factor: Factor; readonly type: FactorType }> {
  const factor = await findFactor(await call.database(), call.user.id, uuidOf(id), false)
  // recovery codes are asked for nowhere
  if (factor === null || !isFactorType(factor.factor_type)) throw noFactor()
  return { factor, type: factor.factor_type }
}

/** Where challenges come from, as far as it is known. */
export const addressOf = (call: FactorCall): string => deviceOf(call).ip ?? '0.0.0.0'

async function challengeCode(call: FactorCall, factor: Factor, channel: 'sms' | 'whatsapp'): Promise<{ readonly id: string }> {
  const { user, settings, random, clock } = call
  const database = await call.database()
  return database.transaction(async (tx) => {
    const now = await findFactor(tx, user.id, factor.id, true)
    if (now === null) throw noFactor()
    const { phone } = now
    const isPhone = now.factor_type === 'phone' && phone !== null
    if (isPhone) requirePause(call, now.last_challenged_at, settings.mfa_phone_max_frequency, 'over_sms_send_rate_limit')
    const fixed = isPhone ? testCodeOf(settings, phone, clock.now()) : null
    const otp = fixed ?? newOtp(random, settings.mfa_phone_otp_length)
    const id = await insertChallenge(tx, { factorId: factor.id, address: addressOf(call), ...(isPhone && { otpHash: hashOtp(phone, otp) }) })
    await recordAction(call, tx, 'challenge_created', user, { factor_id: factor.id, factor_status: now.status })
    if (isPhone && fixed === null) {
      const undo = (db: Queryable): Promise<void> => withdrawChallenge(db, { id, factorId: factor.id, challengedAt: now.last_challenged_at })
      await call.sms.send(call, tx, { phone, channel, otp, user, isFactor: true, undo })
    }
    return { id }
  })
}

async function challengeKey(call: FactorCall, factor: Factor, rpId: string | undefined): Promise<{ readonly id: string; readonly webauthn: object }> {
  const { user } = call
  const party = relyingPartyOf(call, rpId)
  const { status, web_authn_credential: credential } = factor
  const isNew = status === 'unverified'
  // one that counts and has no key opens to none: whoever came first could register theirs
  if (!isNew && credential === null) throw noFactor()
  const options =
    isNew || credential === null
      ? await beginRegistration(party, { user, known: [], isDiscoverable: false })
      : await beginAuthentication(party, [knownCredential(credential).id])
  const database = await call.database()
  const id = await database.transaction(async (tx) => {
    if ((await findFactor(tx, user.id, factor.id, true)) === null) throw noFactor()
    await recordAction(call, tx, 'challenge_created', user, { factor_id: factor.id, factor_status: status })
    return insertChallenge(tx, { factorId: factor.id, address: addressOf(call), webauthn: { challenge: options.challenge } })
  })
  return { id, webauthn: { type: isNew ? 'create' : 'request', credential_options: { publicKey: options } } }
}
