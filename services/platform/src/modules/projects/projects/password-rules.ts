import { guessableBecause } from '@colonnade/contracts/foundation/guessable-passwords'
import { AppError } from '@colonnade/core'
import { isWellKnown, wellKnownText } from '@colonnade/credentials'

/**
 * Refuses a database password that is made of what everybody knows of the project, or is one of the well-known ones, of which the list is kept
 * here alone; what nobody should take for any is refused by the contract.
 *
 * @param own its name, and its ref if it has one
 * @throws AppError `invalid_input` for the field `db_pass`
 */
export function requireUnguessable(password: string | undefined, own: readonly string[]): void {
  if (password === undefined) return
  const message = guessableBecause(password, own) ?? (isWellKnown(password) ? wellKnownText : null)
  if (message !== null) throw new AppError('invalid_input', { issues: [{ path: ['body', 'db_pass'], message }] }, { message: `db_pass: ${message}` })
}
