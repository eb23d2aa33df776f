import { AppError } from '@colonnade/core'
import type pg from 'pg'
import type { Command } from '../commands.ts'

/**
 * Goes to the server ahead of each statement that may only read, in the same pipeline. As a query it takes the transaction's snapshot, after
 * which Postgres refuses to make the transaction writable (25001, check_transaction_read_only of src/backend/commands/variable.c), in
 * subtransactions and functions as well. Neither can it change the encoding that the statement is read in. It also holds in a transaction that the statement before began (COMMIT AND CHAIN).
 */
export const readOnlyGuard =
  "select pg_catalog.set_config('transaction_read_only', 'on', true), pg_catalog.set_config('client_encoding', 'UTF8', true)"

/** Begins a read-only transaction that no statement can make writable. What the connection was in before is rolled back. */
export async function beginReadOnly(client: pg.Client): Promise<void> {
  if (client.getTransactionStatus() !== 'I') await client.query('rollback')
  await client.query('begin read only')
  await client.query(readOnlyGuard)
}

/**
 * Checks that the server is still in a transaction before the next statement is sent to it.
 *
 * @throws AppError `read_only` when a statement has ended it; `position` is that of the statement that was not run
 */
export function refuseOutsideReadOnly(client: pg.Client, next: Command): void {
  if (client.getTransactionStatus() === 'T') return
  const position = next.offset + 1 + next.text.length - next.text.trimStart().length
  throw new AppError('read_only', { sqlstate: '25006', position, hint: endedHint }, { message: endedMessage })
}

const endedMessage = 'A statement ended the read-only transaction. Later statements did not run'
const endedHint = 'All statements of a read-only run share one transaction. Remove COMMIT and ROLLBACK, or run the rest separately.'
