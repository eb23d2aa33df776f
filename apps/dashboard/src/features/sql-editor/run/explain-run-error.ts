import type { TransactionState } from '@colonnade/contracts/data/sql-runs'
import type { AppError, ErrorCode } from '@colonnade/core'
import { isUnsent } from '../../../scope/sql-stream/unsent.ts'
import { rowsText, statementsText } from '../wording.ts'
import { partialText, runAdviceText, runErrorText } from './messages.ts'
import type { DoneStatement, ResultSet, SqlRunState } from './run-state.ts'

export interface RunErrorWords {
  readonly kind: 'failed' | 'cancelled' | 'late' | 'lost'
  readonly title: string
  /** What to do about it, where that is known. */
  readonly advice: string | null
}

const advice: Partial<Record<ErrorCode, string>> = {
  insufficient_privilege: runAdviceText.privilege,
  forbidden: runAdviceText.forbidden,
  serialization_failure: runAdviceText.serialization,
  too_many_connections: runAdviceText.tooManyConnections,
  storage_full: runAdviceText.storageFull,
  payload_too_large: runAdviceText.queryTooLarge,
  result_too_large: runAdviceText.resultTooLarge,
  project_not_active: runAdviceText.notActive,
  rate_limited: runAdviceText.rateLimited,
  query_key_in_use: runAdviceText.runAgain,
  production_locked: runAdviceText.locked,
  database_not_found: runAdviceText.replicaMissing,
  replica_not_ready: runAdviceText.replicaNotReady,
  sql_session_busy: runAdviceText.sessionBusy,
}

/** Where something ran: on a replica, or on the primary by one who may only read or who may write. */
export type RunPlace = 'replica' | 'reader' | 'writer'

/** What a failed run means, by its code. */
export function explainRunError({ code, message, details }: Pick<AppError, 'code' | 'message' | 'details'>, place: RunPlace): RunErrorWords {
  switch (code) {
    case 'read_only':
      return { kind: 'failed', title: message, advice: runAdviceText.readOnly[place] }
    case 'query_cancelled':
      return { kind: 'cancelled', title: runErrorText.cancelled, advice: runAdviceText.cancelled }
    case 'statement_timeout':
      return details['timeout_ms'] === undefined
        ? { kind: 'late', title: runErrorText.statementTimeout, advice: runAdviceText.statementTimeout(message) }
        : { kind: 'late', title: runErrorText.timeLimit(limitText(details['timeout_ms'])), advice: runAdviceText.timeLimit }
    case 'connection_lost':
      return explainLostConnection(String(details['sqlstate']), message)
    case 'sql_session_lost':
      return { kind: 'lost', title: runErrorText.sessionLost, advice: runAdviceText.sessionLost }
    case 'unavailable':
    case 'internal':
      return isUnsent({ details })
        ? { kind: 'lost', title: runErrorText.offline, advice: runAdviceText.offline }
        : { kind: 'lost', title: message, advice: runAdviceText.unknown }
    case 'payload_too_large':
      return {
        kind: 'failed',
        title: message,
        advice: details['max_bytes'] === undefined ? runAdviceText.queryTooLarge : runAdviceText.valueTooLarge,
      }
    case 'serialization_failure':
      if (details['sqlstate'] === lockNotAvailable) {
        return { kind: 'late', title: message, advice: runAdviceText.lockTimeout }
      }
      return { kind: 'failed', title: message, advice: advice[code]! }
    default:
      if (details['sqlstate'] === protocolViolation) {
        return { kind: 'failed', title: runErrorText.noValues, advice: runAdviceText.noValues }
      }
      return { kind: 'failed', title: message, advice: advice[code] ?? null }
  }
}

/** SQLSTATE of a statement whose parameters have no values (Postgres documentation, appendix A). */
const protocolViolation = '08P01'

/** Describes the results that arrived before a run failed, and says when the last one is incomplete. */
export function explainPartialResults(kind: RunErrorWords['kind'], sets: readonly Pick<ResultSet, 'isComplete' | 'count'>[]): string | null {
  const unfinished = sets.find(({ isComplete }) => !isComplete)
  if (sets.length === 0) return null
  if (unfinished === undefined) return partialText.complete
  return partialText[kind === 'lost' ? 'lost' : 'cut'](rowsText(unfinished.count))
}

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
 * Returns the outcome of the statements before the one that failed; null where there were none, where only reading is allowed, while their
 * transaction is still open, and where it is unknown.
 */
export function explainFate({ kind, statements, transaction, place }: FailedRun): string | null {
  if (statements.length === 0 || transaction !== 'none' || place !== 'writer') return null
  const gone = statements.filter(({ isRolledBack }) => isRolledBack).length
  if (gone === statements.length) return partialText.rolledBack
  if (gone > 0) return partialText.partlyRolledBack(statementsText(gone), gone)
  return kind === 'lost' || kind === 'cancelled' ? null : partialText.committed(statementsText(statements.length), statements.length)
}

/** SQLSTATE of a lock that was not waited for any longer (Postgres documentation, appendix A). */
const lockNotAvailable = '55P03'
/** SQLSTATE of a backend that was terminated: pg_terminate_backend, or a shutdown. */
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
    return { kind: 'lost', title: runErrorText.connectionEndedAt(setting), advice: runAdviceText.endedAt(message) }
  }
  return sqlstate === adminShutdown
    ? { kind: 'lost', title: runErrorText.connectionEnded, advice: runAdviceText.ended }
    : { kind: 'lost', title: runErrorText.connectionLost, advice: runAdviceText.connectionLost }
}

function limitText(timeoutMs: unknown): string {
  if (typeof timeoutMs !== 'number') return ''
  return timeoutMs < 60_000 ? ` of ${timeoutMs / 1_000} s` : ` of ${timeoutMs / 60_000} min`
}
