import { AppError } from '@colonnade/core'
import {
  BatchError,
  type Command,
  databaseError,
  execute,
  executeBatch,
  type ExecutedResult,
  type ExecuteOptions,
  type SplitText,
} from '@colonnade/pg'
import type pg from 'pg'
import { messages } from './messages.ts'

/** What begins and ends transactions. Savepoints are no harm, nor is going back to one. */
const control = new Set(['begin', 'start', 'commit', 'end', 'abort', 'rollback'])

/** The command in capitals if it begins or ends a transaction. */
export function controlOf({ words }: Command): string | null {
  const [first = '', second = ''] = words
  const isControl = (control.has(first) && !(first === 'rollback' && words.includes('to'))) || (first === 'prepare' && second === 'transaction')
  return isControl ? first.toUpperCase() : null
}

/** Returns a failed command of a batch as an AppError. `offset` is where the command begins in the whole query. */
export function commandError({ cause }: BatchError, offset: number): AppError {
  const { code, message, details } = databaseError(cause)
  const { position } = details
  return new AppError(code, typeof position === 'number' ? { ...details, position: position + offset } : details, { message, cause })
}

/**
 * Commits what ran since BEGIN.
 *
 * @throws AppError `database_error` when something has ended the transaction in between: that must not go unsaid
 */
export async function commit(client: pg.Client): Promise<void> {
  const isOpen = client.getTransactionStatus() === 'T'
  const { command } = await client.query('commit')
  if (!isOpen || command !== 'COMMIT') throw new AppError('database_error', {}, { message: messages.rolledBack })
}

/** What Postgres runs only outside of transaction blocks (25001), and procedures that commit (2D000). */
const needsNoTransaction: ReadonlySet<unknown> = new Set(['25001', '2D000'])

export type RecordedOptions = Pick<ExecuteOptions, 'rowLimit' | 'byteLimit' | 'resultLimit' | 'claim'> & { readonly split: SplitText }

/**
 * Runs a migration and records it, in one transaction. Only a single statement that can't be part of a transaction runs outside of one, before
 * its record.
 *
 * @throws AppError `invalid_input` with `details.position`, before anything runs, for a text that begins or ends transactions itself; by SQLSTATE
 */
export async function executeRecorded(
  client: pg.Client,
  text: string,
  options: RecordedOptions,
  record: () => Promise<void>,
): Promise<ExecutedResult[]> {
  const commands = await options.split(text)
  for (const command of commands) refuseInMigration(command)
  await client.query('begin')
  try {
    const results = await executeBatch(client, commands, options)
    await record()
    await commit(client)
    return results.slice(0, options.resultLimit)
  } catch (thrown) {
    const error = thrown instanceof BatchError ? commandError(thrown, commands[thrown.index]!.offset) : databaseError(thrown)
    if (!needsNoTransaction.has(error.details['sqlstate'])) throw error
    if (commands.length > 1)
      throw new AppError(error.code, { ...error.details, hint: messages.separateHint }, { message: error.message, cause: error })
  }
  await client.query('rollback')
  const results = await execute(client, text, options)
  await record()
  return results
}

function refuseInMigration(command: Command): void {
  const { text, offset, words } = command
  const found = words[0] === 'copy' ? 'COPY' : controlOf(command)
  if (found === null) return
  const position = offset + 1 + text.length - text.trimStart().length
  const message = found === 'COPY' ? messages.migrationCopy : messages.migrationControl(found)
  throw new AppError('invalid_input', { position, issues: [{ path: ['body', 'query'], message }] }, { message })
}
