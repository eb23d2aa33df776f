import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { type FactorCall, requireAccount, requireRaised } from '../factors/factor-call.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { type UserRow, verifiedFactors } from '../users/user.ts'

/** A browser's response to a challenge. */
export const Ceremony = z.object({ challenge_id: z.string().max(100).default(''), credential: z.record(z.string(), z.unknown()).default({}) })

export const failed = (): AuthError => new AuthError('webauthn_verification_failed', 'The passkey could not be verified')

/** @throws AuthError `passkey_disabled` */
export function requirePasskeys({ settings }: Pick<AuthCall, 'settings'>): void {
  if (!settings.passkey_enabled) throw new AuthError('passkey_disabled', 'Passkeys are disabled')
}

/**
 * A passkey opens the account for as long as there is one: only who may change how one signs in adds or removes one.
 *
 * @throws AuthError `passkey_disabled`, `no_authorization`, `user_sso_managed`, `email_not_confirmed`, `insufficient_aal`
 */
export function requireOwner(signedIn: SignedInCall): FactorCall {
  requirePasskeys(signedIn)
  const call = requireAccount(signedIn)
  if (call.user.is_sso_user)
    throw new AuthError('user_sso_managed', 'Users with single sign-on sign in through their organization and can’t have passkeys')
  requireConfirmed(call.user)
  if (verifiedFactors(call.user).length > 0) requireRaised(call, 'AAL2 required to change passkeys')
  return call
}

/** @throws AuthError `email_not_confirmed`, `phone_not_confirmed` */
export function requireConfirmed(user: UserRow): void {
  if (user.email_confirmed_at !== null || user.phone_confirmed_at !== null) return
  if (user.email !== null && user.email !== '') throw new AuthError('email_not_confirmed', 'Email not confirmed')
  if (user.phone !== null && user.phone !== '') throw new AuthError('phone_not_confirmed', 'Phone not confirmed')
}
