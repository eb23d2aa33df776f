import { AuthError } from '../errors.ts'

/** Scopes that applications can request (OpenID Connect Core 1.0, 5.4). */
export const scopes = ['openid', 'profile', 'email', 'phone', 'offline_access'] as const

/** @throws AuthError `validation_failed` for one that there is not */
export function scopesOf(text: string | null): readonly string[] {
  const asked = [...new Set((text ?? '').split(' ').filter((each) => each !== ''))]
  if (asked.length === 0) return ['email']
  const unknown = asked.find((each) => !(scopes as readonly string[]).includes(each))
  if (unknown !== undefined) throw new AuthError('validation_failed', `scope: ${unknown.slice(0, 50)} is not supported`, { oauth: 'invalid_scope' })
  return asked
}
