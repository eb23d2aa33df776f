import { withoutWords } from '@colonnade/contracts/foundation/guessable-passwords'
import { AppError, partsOfAddress } from '@colonnade/core'
import { hashPassword } from './password-hash.ts'
import { isWellKnown, wellKnownText } from './well-known-passwords.ts'

/** Whose password it is to be, as far as it is known. */
export interface PasswordOwner {
  readonly email?: string
  readonly username?: string
}

/** Letters that must be left of a password without such words, digits and signs. */
const ownLettersMin = 4

/**
 * Refuses what is guessed first: the well-known passwords (over 3,000 of them are long enough for the contract's `Password`; OWASP ASVS 5, 6.2.4) and
 * those made of nothing but words that belong to this place, or of this person's name and address (6.2.11). Nothing else is asked of a password but its length (6.2.5).
 *
 * @throws AppError `invalid_input` for the field `password`
 */
export function requireUncommon(password: string, { email = '', username = '' }: PasswordOwner = {}): void {
  if (isWellKnown(password)) throw refused(`${wellKnownText}. Choose another, such as a few unrelated words`)
  const rest = withoutWords(password, [partsOfAddress(email).local, username])
  const isOwn = rest !== null && rest.replaceAll(/[^\p{L}]/gu, '').length < ownLettersMin
  if (isOwn) throw refused('This is too easy to guess here: it is made of your name or of words that belong to this place')
}

/** The hash of a password that somebody chooses. @throws AppError `invalid_input` as `requireUncommon`, `unavailable` as `hashPassword` */
export function hashNewPassword(password: string, owner?: PasswordOwner): Promise<string> {
  requireUncommon(password, owner)
  return hashPassword(password)
}

function refused(message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', 'password'], message }] }, { message })
}
