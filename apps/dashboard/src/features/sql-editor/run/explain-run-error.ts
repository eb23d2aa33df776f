import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import type { AppError, ErrorCode } from '@colonnade/core'
import { isUnsent } from '../../../scope/sql-stream/unsent.ts'
import { rowsText, statementsText } from '../wording.ts'
import type { DoneStatement, ResultSet, SqlRunState } from './run-state.ts'

export interface RunErrorWords {
  readonly kind: 'failed' | 'cancelled' | 'late' | 'lost'
  readonly title: string
  /** What to do about it, where that is known. */
  readonly advice: string | null
}

const advice: Partial<Record<ErrorCode, string>> = {
  insufficient_privilege: 'The database role that this runs as lacks a privilege for it, or no row-level security policy lets it write such a row.',
  forbidden: 'Ask an owner of the organization for a role that may do this.',
  serialization_failure: 'Its transaction was rolled back. Running it again may succeed.',
  too_many_connections: 'All connections of the database are in use. See what runs under Running queries, and try again when one is free.',
  storage_full: 'The disk is full: nothing more can be written until there is room.',
  payload_too_large: 'The text is larger than one run may be. Run it in parts, or load it with psql.',
  result_too_large: 'Ask for fewer rows or columns, or with a row limit.',
  project_not_active: 'Its database runs only while the project is active.',
  rate_limited: 'Too many runs in a short time. Try again in a moment.',
  query_key_in_use: 'Run it again.',
  production_locked: 'While the production lock is on, changes need the name of the project. Run it again to be asked for it.',
  database_not_found: 'The replica that was chosen is not there any more. The primary database is asked from now on: run it again for its answer.',
  replica_not_ready: 'Choose the primary database, or another replica, as the source.',
  sql_session_busy: 'The connection that this text keeps still runs something. Wait for it, or end it under Running queries.',
}

/** Where something ran: on a replica, or on the primary by one who may only read or who may write. */
export type RunPlace = 'replica' | 'reader' | 'writer'

const readOnlyAdvice: Readonly<Record<RunPlace, string>> = {
  replica: 'It would change something, and a replica only answers reads. Choose the primary database as the source to make the change.',
  reader: 'It would change something, and your role may only read.',
  writer: 'It would change something in a transaction that is read only, as BEGIN READ ONLY or default_transaction_read_only make it.',
}

/** What a failed run means, by its code. */
export function explainRunError({ code, message, details }: Pick<AppError, 'code' | 'message' | 'details'>, place: RunPlace): RunErrorWords {
  switch (code) {
    case 'read_only':
      return { kind: 'failed', title: message, advice: readOnlyAdvice[place] }
    case 'query_cancelled':
      return { kind: 'cancelled', title: 'Cancelled', advice: 'Postgres stopped it. What was not committed is rolled back.' }
    case 'statement_timeout':
      if (details['timeout_ms'] === undefined) {
        return {
          kind: 'late',
          title: 'It took longer than statement_timeout',
          advice: `The text, its connection or its role has set a limit of its own, below the one in the options. Postgres says: ${message}. What was not committed is rolled back.`,
        }
      }
      return {
        kind: 'late',
        title: `Stopped at its time limit${limitText(details['timeout_ms'])}`,
        advice: 'What was not committed is rolled back. Choose a longer limit in the options to let it finish.',
      }
    case 'connection_lost':
      return explainLostConnection(String(details['sqlstate']), message)
    case 'sql_session_lost':
      return {
        kind: 'lost',
        title: 'The connection that this text kept is not there any more',
        advice: 'Nothing of this run was done. Running it again opens a new one, without the temporary tables, settings and transaction of the old.',
      }
    case 'unavailable':
    case 'internal':
      if (isUnsent({ details })) {
        return {
          kind: 'lost',
          title: 'This browser is offline',
          advice: 'Nothing was sent, and nothing was run. Your text is safe: run it again once the network is back.',
        }
      }
      return {
        kind: 'lost',
        title: message,
        advice: 'Your text is safe. Whether the statements took effect is not known: look before you run them again.',
      }
    case 'payload_too_large':
      return {
        kind: 'failed',
        title: message,
        advice:
          details['max_bytes'] === undefined
            ? advice[code]!
            : 'Or leave that column out, or ask for its length. The connection was ended with it: what was not committed is rolled back.',
      }
    case 'serialization_failure':
      if (details['sqlstate'] === lockNotAvailable) {
        return {
          kind: 'late',
          title: message,
          advice:
            'Another transaction holds a lock that it needs, and it waits for locks no longer than lock_timeout, or not at all (NOWAIT). Its transaction was rolled back. See who holds it under Running queries, and run it again.',
        }
      }
      return { kind: 'failed', title: message, advice: advice[code]! }
    default:
      if (details['sqlstate'] === protocolViolation)
        return { kind: 'failed', title: 'The text has places for values, such as $1, and no values', advice: placesAdvice }
      return { kind: 'failed', title: message, advice: advice[code] ?? null }
  }
}

/** SQLSTATE of a statement whose parameters have no values (Postgres documentation, appendix A). */
const protocolViolation = '08P01'
const placesAdvice =
  'Write a value in the place of each, or a name such as :id to be asked for its value. EXPLAIN (GENERIC_PLAN) shows the plan without values, from Postgres 16 on.'

/** What is said of results that came before a run failed: how much of the last one is here, and that more of it will not come. */
export function explainPartialResults(kind: RunErrorWords['kind'], sets: readonly Pick<ResultSet, 'isComplete' | 'count'>[]): string | null {
  const unfinished = sets.find(({ isComplete }) => !isComplete)
  if (sets.length === 0) return null
  if (unfinished === undefined) return 'The results below are of the statements before it.'
  const rest = kind === 'lost' ? 'the rest of them is lost' : 'those of the last result are not all'
  return `${rowsText(unfinished.count)} came before that and ${unfinished.count === 1 ? 'stands' : 'stand'} below; ${rest}.`
}

export const sharedTransaction =
  'Statements that run together share a transaction, in which this one can’t run. Commit each statement by itself instead: an error then keeps what ran before it. To do so for every run, turn on Commit each statement in the options.'

/** SQLSTATEs of what can't run in a transaction that began before it: procedures that commit, and VACUUM and its like. */
const needsNoTransaction: ReadonlySet<unknown> = new Set(['2D000', '25001'])

/** Whether a run failed only because its statements shared a transaction, of which nothing is left open. */
export function canRunEach({
  error,
  options,
  transaction,
}: Pick<Extract<SqlRunState, { kind: 'failed' }>, 'error' | 'options' | 'transaction'>): boolean {
  return (
    needsNoTransaction.has(error.details['sqlstate']) && error.code === 'database_error' && transaction === 'none' && options.commitsEach !== true
  )
}

/** What `explainFate` goes by. */
export interface FailedRun {
  readonly kind: RunErrorWords['kind']
  readonly statements: readonly Pick<DoneStatement, 'isRolledBack'>[]
  /** Of the session, after the run. */
  readonly transaction: TransactionState
  readonly place: RunPlace
}

/**
 * Says what became of the statements before the one that failed; null where there were none, where only reading is allowed, while their
 * transaction is still open, and where nobody knows.
 */
export function explainFate({ kind, statements, transaction, place }: FailedRun): string | null {
  if (statements.length === 0 || transaction !== 'none' || place !== 'writer') return null
  const gone = statements.filter(({ isRolledBack }) => isRolledBack).length
  if (gone === statements.length) return `${earlierText(gone)} rolled back.`
  if (gone > 0) return `${statementsText(gone)} before it ${gone === 1 ? 'was' : 'were'} rolled back. What ran before that is committed.`
  return kind === 'lost' || kind === 'cancelled' ? null : `${earlierText(statements.length)} committed.`
}

function earlierText(statements: number): string {
  return statements === 1 ? 'The statement before it was' : `The ${statementsText(statements)} before it were`
}

/** SQLSTATE of a lock that was not waited for any longer (Postgres documentation, appendix A). */
const lockNotAvailable = '55P03'
/** SQLSTATE of a backend that was told to end: pg_terminate_backend, or a shutdown. */
const adminShutdown = '57P01'
/** Settings that end a connection, by the SQLSTATE that they end it with. */
const endingTimeouts: Readonly<Record<string, string>> = {
  '25P03': 'idle_in_transaction_session_timeout',
  '25P04': 'transaction_timeout',
  '57P05': 'idle_session_timeout',
}

function explainLostConnection(sqlstate: string, message: string): RunErrorWords {
  const setting = endingTimeouts[sqlstate]
  if (setting !== undefined) {
    return {
      kind: 'lost',
      title: `Its connection was ended at ${setting}`,
      advice: `The text, its connection, its role or the database has set that limit. Postgres says: ${message}. Work that was not committed is rolled back. Your text is safe.`,
    }
  }
  return sqlstate === adminShutdown
    ? {
        kind: 'lost',
        title: 'Its connection was ended',
        advice:
          'Somebody ended its process, or it did so itself; or the database shuts down. Work that was not committed is rolled back. Your text is safe.',
      }
    : {
        kind: 'lost',
        title: 'The connection to the database was lost',
        advice: 'Work that was not committed is rolled back. The database may be restarting: your text is safe, run it again in a moment.',
      }
}

function limitText(timeoutMs: unknown): string {
  if (typeof timeoutMs !== 'number') return ''
  return timeoutMs < 60_000 ? ` of ${timeoutMs / 1_000} s` : ` of ${timeoutMs / 60_000} min`
}
