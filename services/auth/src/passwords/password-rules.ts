import type { AuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { bcryptBytesMost } from '@colonnade/credentials'
import { AuthError } from '../errors.ts'
import type { LeakedPasswords } from './leaked-passwords.ts'

export type PasswordReason = 'length' | 'characters' | 'pwned'

export interface Weakness {
  readonly message: string
  readonly reasons: readonly PasswordReason[]
}

/** A project's password rules. */
export interface PasswordChecks {
  readonly settings: Pick<AuthSettings, 'password_min_length' | 'password_required_characters' | 'password_hibp_enabled'>
  readonly leaked: LeakedPasswords
}

/** Returns what a password lacks by the project's rules; null for nothing. */
export async function weaknessOf({ settings, leaked }: PasswordChecks, password: string): Promise<Weakness | null> {
  const messages: string[] = []
  const reasons: PasswordReason[] = []
  if (password.length < settings.password_min_length) {
    reasons.push('length')
    messages.push(`Password should be at least ${settings.password_min_length} characters.`)
  }
  const sets = requiredSets(settings.password_required_characters)
  if (sets.some((set) => !Array.from(set).some((character) => password.includes(character)))) {
    reasons.push('characters')
    messages.push(`Password should contain at least one character of each: ${sets.join(', ')}.`)
  }
  if (reasons.length === 0 && settings.password_hibp_enabled && (await leaked.has(password))) {
    reasons.push('pwned')
    messages.push('Password is known to be weak and easy to guess, please choose a different one.')
  }
  return reasons.length === 0 ? null : { message: messages.join(' '), reasons }
}

/**
 * Refuses what no password may be.
 *
 * @throws AuthError `weak_password`; `validation_failed` for one that is longer than bcrypt reads
 */
export async function requirePassword(checks: PasswordChecks, password: string): Promise<void> {
  if (Buffer.byteLength(password) > bcryptBytesMost) {
    throw new AuthError('validation_failed', `Password cannot be longer than ${bcryptBytesMost} bytes`)
  }
  const weakness = await weaknessOf(checks, password)
  if (weakness !== null) throw new AuthError('weak_password', weakness.message, { reasons: weakness.reasons })
}

/** Sets of characters with colons between; `\:` is a colon in a set (GoTrue, `PasswordRequiredCharacters`). */
function requiredSets(text: string): string[] {
  return text
    .split(/(?<!\\):/)
    .map((set) => set.replaceAll('\\:', ':'))
    .filter((set) => set !== '')
}
