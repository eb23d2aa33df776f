import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { AuthError } from '../errors.ts'
import type { SignInMethod } from '../sessions/create-session.ts'

interface FactorKind {
  /** In texts. */
  readonly name: string
  /** In error codes. */
  readonly code: string
  readonly method: SignInMethod
  readonly isEnrollable: (settings: AuthSettings) => boolean
  readonly isVerifiable: (settings: AuthSettings) => boolean
}

/** Factors that users are challenged for. Recovery codes are no such: they stand in for one. */
export const factorKinds = {
  totp: {
    name: 'TOTP',
    code: 'totp',
    method: 'totp',
    isEnrollable: (settings) => settings.mfa_totp_enroll_enabled,
    isVerifiable: (settings) => settings.mfa_totp_verify_enabled,
  },
  phone: {
    name: 'Phone',
    code: 'phone',
    method: 'mfa/phone',
    isEnrollable: (settings) => settings.mfa_phone_enroll_enabled,
    isVerifiable: (settings) => settings.mfa_phone_verify_enabled,
  },
  webauthn: {
    name: 'WebAuthn',
    code: 'webauthn',
    method: 'mfa/webauthn',
    isEnrollable: (settings) => settings.mfa_web_authn_enroll_enabled,
    isVerifiable: (settings) => settings.mfa_web_authn_verify_enabled,
  },
} as const satisfies Record<string, FactorKind>
export type FactorType = keyof typeof factorKinds

export function isFactorType(text: string): text is FactorType {
  return Object.hasOwn(factorKinds, text)
}

/** @throws AuthError `mfa_totp_enroll_not_enabled` and so on */
export function requireEnrollable(settings: AuthSettings, type: FactorType): void {
  const { isEnrollable, code, name } = factorKinds[type]
  if (!isEnrollable(settings)) throw new AuthError(`mfa_${code}_enroll_not_enabled`, `MFA enroll is disabled for ${name}`)
}

/** @throws AuthError `mfa_totp_verify_not_enabled` and so on */
export function requireVerifiable(settings: AuthSettings, type: FactorType): void {
  const { isVerifiable, code, name } = factorKinds[type]
  if (!isVerifiable(settings)) throw new AuthError(`mfa_${code}_verify_not_enabled`, `MFA verification is disabled for ${name}`)
}
