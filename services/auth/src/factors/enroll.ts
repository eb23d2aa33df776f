import { newTotpSecret, totpUri } from '@colonnade/credentials'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { renderSVG } from 'uqr'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { friendlyNameMost } from '../limits.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, OptionalLine, phoneOf } from '../requests/fields.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { recordAction } from '../users/audit.ts'
import type { FactorRow } from '../users/user.ts'
import { challengeSeconds } from './challenges.ts'
import { type FactorCall, requireAccount, requireRaised } from './factor-call.ts'
import { type FactorType, isFactorType, requireEnrollable } from './kinds.ts'
import { forgetAbandoned, insertFactor, listFactors, lockUser } from './store.ts'

const Body = z.object({
  factor_type: z.string().default(''),
  friendly_name: z.string().max(friendlyNameMost).nullish(),
  issuer: OptionalLine,
  phone: OptionalLine,
})

/** Begins a second factor. It counts once it is verified. */
export async function enrollFactor(signedIn: SignedInCall): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const body = await bodyOf(call.request, Body)
  const type = body.factor_type
  if (!isFactorType(type)) throw new AuthError('validation_failed', 'factor_type needs to be totp, phone, or webauthn')
  requireEnrollable(call.settings, type)
  const friendlyName = (body.friendly_name ?? '').trim()
  const phone = type === 'phone' ? phoneOf(body.phone ?? '') : undefined
  const secret = type === 'totp' ? newTotpSecret(call.random) : undefined
  const id = await enroll(call, { type, friendlyName, phone, secret })
  return {
    json: {
      id,
      type,
      friendly_name: friendlyName,
      ...(secret !== undefined && { totp: totpJson(call, secret, body.issuer) }),
      ...(phone !== undefined && { phone }),
    },
  }
}

interface Enrollment {
  readonly type: FactorType
  readonly friendlyName: string
  readonly phone: string | undefined
  readonly secret: string | undefined
}

async function enroll(call: FactorCall, { type, friendlyName, phone, secret }: Enrollment): Promise<string> {
  const { user } = call
  const database = await call.database()
  return database.transaction(async (tx) => {
    await lockUser(tx, user.id)
    await forgetAbandoned(tx, user.id, challengeSeconds)
    if (phone !== undefined) await forgetUnverifiedPhone(tx, user.id, phone)
    const factors = await listFactors(tx, user.id)
    requireRoom(call, factors, friendlyName)
    if (phone !== undefined && factors.some((each) => each.phone === phone)) {
      throw new AuthError('mfa_verified_factor_exists', 'A verified phone factor already exists, unenroll the existing factor to continue')
    }
    const id = await insertFactor(tx, {
      userId: user.id,
      type,
      friendlyName,
      ...(phone !== undefined && { phone }),
      ...(secret !== undefined && { secret }),
    })
    await recordAction(call, tx, 'factor_in_progress', user, { factor_id: id, factor_type: type })
    return id
  })
}

/**
 * Refuses a factor too many, one of the same name, and one that a session without a second factor would add to those that there are.
 *
 * @throws AuthError `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, `insufficient_aal`
 */
export function requireRoom(call: FactorCall, factors: readonly FactorRow[], friendlyName: string): void {
  if (friendlyName !== '' && factors.some((each) => each.friendly_name === friendlyName)) {
    throw new AuthError('mfa_factor_name_conflict', `A factor with the friendly name "${friendlyName}" for this user already exists`)
  }
  if (factors.length >= call.settings.mfa_max_enrolled_factors) {
    throw new AuthError('too_many_enrolled_mfa_factors', 'Maximum number of verified factors reached, unenroll to continue')
  }
  if (factors.some(({ status }) => status === 'verified')) requireRaised(call, 'AAL2 required to enroll a new factor')
}

/** Deletes the unverified factor: a user who lost the message starts again. */
async function forgetUnverifiedPhone(tx: Transaction, userId: string, phone: string): Promise<void> {
  await tx.run(sql`delete from auth.mfa_factors where user_id = ${userId}::uuid and phone = ${phone} and status = 'unverified'`)
}

function totpJson({ settings, user }: FactorCall, secret: string, issuer: string | undefined): object {
  const account = [user.email, user.phone, user.id].find((each) => each !== null && each !== '')!
  const uri = totpUri(secret, account, issuer ?? hostOf(settings.site_url))
  // the client puts it into a data URL as it is: no `#` may be in it
  return { qr_code: renderSVG(uri, { pixelSize: 4, border: 4, whiteColor: 'white', blackColor: 'black' }), secret, uri }
}

function hostOf(url: string): string {
  return URL.canParse(url) && new URL(url).host !== '' ? new URL(url).host : url
}
