import { withoutWords } from '@colonnade/contracts/foundation/guessable-passwords'
import { AppError, partsOfAddress } from '@colonnade/core'
import { hashPassword } from './password-hash.ts'
import { isWellKnown, wellKnownText } from './well-known-passwords.ts'

/** Known details of the password's owner. */
export interface PasswordOwner {
  readonly email?: string
  readonly username?: string
}

/** Minimum number of letters besides such words. */
const ownLettersMin = 4

/**
 * Refuses common passwords (over 3,000 of them are long enough for the contract's `Password`; OWASP ASVS 5, 6.2.4), and passwords that consist of context words or the person's name and address (6.2.11). There are no other rules except for the length (6.2.5).
 *
 * @throws AppError `invalid_input` for the field `password`
 */
export function requireUncommon(password: string, { email = '', username = '' }: PasswordOwner = {}): void {
  if (isWellKnown(password)) throw refused(`${wellKnownText}. Choose another, such as a few unrelated words`)
  const rest = withoutWords(password, [partsOfAddress(email).local, username])
  const isOwn = rest !== null && rest.replaceAll(/[^\p{L}]/gu, '').length < ownLettersMin
  if (isOwn) throw refused('This password is too easy to guess: it consists of your name or of common words')
}

/** Checks and hashes a new password. @throws AppError `invalid_input` as `requireUncommon`, `unavailable` as `hashPassword` */
export function hashNewPassword(password: string, owner?: PasswordOwner): Promise<string> {
  requireUncommon(password, owner)
  return hashPassword(password)
}

function refused(message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', 'password'], message }] }, { message })
}
