import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import type { DoneStatement, SessionHolds } from '../run-state.ts'

/** What of a session would be missed if it were gone. */
export interface SessionMemory extends SessionHolds {
  /** Settings, temporary tables, prepared statements, cursors or channels created on it. */
  readonly isMarked: boolean
}

export const emptyMemory: SessionMemory = { transaction: 'none', transactionStartedAt: null, statements: 0, isMarked: false }

/** Command tags of what lasts as long as a session. */
const lasting = new Set(['SET', 'PREPARE', 'LISTEN', 'DECLARE CURSOR', 'LOAD'])
/** What tags do not tell: they are the same for tables that stay, and for functions of any kind. */
const lastingText = /\btemp(?:orary)?\b|\bset_config\b|\badvisory_lock/i
const clearing = new Set(['DISCARD ALL'])

/** What a session holds after a run; of a transaction that began elsewhere (in a procedure, say) only that it is open. */
export function afterRun(
  before: SessionMemory,
  text: string,
  statements: readonly DoneStatement[],
  end: { readonly transaction: TransactionState; readonly transactionStartedAt: string | null },
): SessionMemory {
  let count = before.statements
  let beforeEnd = count
  let isMarked = before.isMarked || (statements.length > 0 && lastingText.test(text))
  for (const { command } of statements) {
    if (clearing.has(command)) isMarked = false
    if (lasting.has(command)) isMarked = true
    if (command === 'COMMIT' || command === 'ROLLBACK') {
      // or back to a savepoint: the state at the end shows which
      beforeEnd = count + 1
      count = 0
    } else if (count > 0 || command === 'BEGIN' || command === 'START TRANSACTION') count += 1
  }
  if (end.transaction === 'none') return { ...emptyMemory, isMarked }
  return { ...end, statements: count > 0 ? count : beforeEnd, isMarked }
}

export function isMissed({ transaction, isMarked }: SessionMemory): boolean {
  return transaction !== 'none' || isMarked
}
