import { guessableBecause } from '@colonnade/contracts/foundation/guessable-passwords'
import { AppError } from '@colonnade/core'
import { isWellKnown, wellKnownText } from '@colonnade/credentials'

/**
 * Refuses a database password that contains public facts about the project, or is one of the well-known ones, which are listed
 * only here. The contract refuses passwords that are too weak for any project.
 *
 * @param own its name, and its ref if it has one
 * @throws AppError `invalid_input` for the field `db_pass`
 */
export function requireUnguessable(password: string | undefined, own: readonly string[]): void {
  if (password === undefined) return
  const message = guessableBecause(password, own) ?? (isWellKnown(password) ? wellKnownText : null)
  if (message !== null) throw new AppError('invalid_input', { issues: [{ path: ['body', 'db_pass'], message }] }, { message: `db_pass: ${message}` })
}
