import { guessableBecause } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'

/**
 * Refuses a database password that is made of what everybody knows of the project; what nobody should take for any is refused by the contract.
 *
 * @param own its name, and its ref if it has one
 * @throws AppError `invalid_input` for the field `db_pass`
 */
export function requireUnguessable(password: string | undefined, own: readonly string[]): void {
  const message = password === undefined ? null : guessableBecause(password, own)
  if (message !== null) throw new AppError('invalid_input', { issues: [{ path: ['body', 'db_pass'], message }] }, { message })
}
