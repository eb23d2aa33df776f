import { AppError, type ErrorCode } from '@colonnade/core'
import pg from 'pg'

const diskFull = '53100'

/** SQLSTATE → our code (PostgreSQL documentation, appendix A). A two-letter key stands for its whole class; the longer key wins. */
const codes: { readonly [sqlstate: string]: ErrorCode } = {
  '08': 'connection_lost',
  '22': 'invalid_value',
  '23502': 'not_null_violation',
  '23503': 'foreign_key_violation',
  '23505': 'unique_violation',
  '23514': 'check_violation',
  '23P01': 'exclusion_violation',
  '23001': 'foreign_key_violation',
  '25006': 'read_only',
  '25P03': 'connection_lost',
  '25P04': 'connection_lost',
  '2BP01': 'dependent_objects',
  '2B000': 'dependent_objects',
  '40': 'serialization_failure',
  '42501': 'insufficient_privilege',
  '42601': 'syntax_error',
  '42602': 'syntax_error',
  '42701': 'duplicate_object',
  '42703': 'undefined_object',
  '42704': 'undefined_object',
  '42710': 'duplicate_object',
  '42712': 'duplicate_object',
  '42723': 'duplicate_object',
  '42883': 'undefined_object',
  '42P01': 'undefined_object',
  '42P02': 'undefined_object',
  '42P04': 'duplicate_object',
  '42P06': 'duplicate_object',
  '42P07': 'duplicate_object',
  '3F000': 'undefined_object',
  '3D000': 'undefined_object',
  '28': 'insufficient_privilege',
  [diskFull]: 'storage_full',
  '53300': 'too_many_connections',
  '55P03': 'serialization_failure',
  '57014': 'query_cancelled',
  '57P01': 'connection_lost',
  '57P02': 'connection_lost',
  '57P03': 'unavailable',
  '57P05': 'connection_lost',
}

/** Node's own codes for a server that is not there or went away. */
const lostConnection = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', 'ETIMEDOUT', 'EADDRNOTAVAIL'])

/** What a database error may tell its caller. `position` is 1-based, in characters of the statement text that was sent. */
export interface DatabaseErrorDetails {
  readonly [key: string]: unknown
  readonly sqlstate: string
  readonly position?: number
  readonly detail?: string
  readonly hint?: string
  readonly where?: string
  readonly schema?: string
  readonly table?: string
  readonly column?: string
  readonly constraint?: string
  /** The statement of a function that failed, and the place in it, 1-based, in characters. */
  readonly internal_query?: string
  readonly internal_position?: number
}

/** The code for a SQLSTATE; `database_error` where the table has none. */
export function codeForSqlstate(sqlstate: string): ErrorCode {
  return codes[sqlstate] ?? codes[sqlstate.slice(0, 2)] ?? 'database_error'
}

/** Whether the server itself refused something, and the connection can still be used. */
export function isServerError(thrown: unknown): thrown is pg.DatabaseError {
  return (
    thrown instanceof pg.DatabaseError && thrown.code !== undefined && (lacksValues(thrown) || codeForSqlstate(thrown.code) !== 'connection_lost')
  )
}

/**
 * Whether its statement has parameters ($1) that came without values. Postgres calls that a violation of the protocol, as if the connection were at
 * fault, which can be used as before; the words are English since servers run in the locale C.
 */
function lacksValues({ code, message }: pg.DatabaseError): boolean {
  return code === '08P01' && message.startsWith('bind message supplies')
}

const lacksValuesText = 'The statement has parameters ($1) but no values were sent'
const otherValuesText = 'The number of values doesn’t match the parameters ($1) of the statement'
const lacksValuesHint =
  'Send one value per parameter in `parameters`, or write the values into the statement. The SQL editor asks for named parameters, such as :id.'

/** Turns what a driver threw into an AppError that keeps Postgres's message, SQLSTATE, position, hint and detail. */
export function databaseError(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  if (thrown instanceof pg.DatabaseError && thrown.code !== undefined) {
    if (lacksValues(thrown)) {
      const message = thrown.message.startsWith('bind message supplies 0 ') ? lacksValuesText : otherValuesText
      return new AppError('undefined_object', { sqlstate: thrown.code, hint: lacksValuesHint }, { message, cause: thrown })
    }
    const details: DatabaseErrorDetails = {
      sqlstate: thrown.code,
      ...(thrown.position !== undefined && { position: Number(thrown.position) }),
      ...(thrown.internalPosition !== undefined && { internal_position: Number(thrown.internalPosition) }),
      ...present({
        detail: thrown.detail,
        hint: thrown.hint,
        where: thrown.where,
        schema: thrown.schema,
        table: thrown.table,
        column: thrown.column,
        constraint: thrown.constraint,
        internal_query: thrown.internalQuery?.slice(0, internalQueryMost),
      }),
    }
    return new AppError(codeForSqlstate(thrown.code), details, { message: messageOf(thrown), cause: thrown })
  }
  if (thrown instanceof Error) {
    const code = 'code' in thrown ? String(thrown.code) : ''
    // pg has no code for a socket that ended under a running query, only this wording
    if (lostConnection.has(code) || /Connection terminated|not queryable|connection timeout|timeout exceeded|timeout expired/.test(thrown.message)) {
      return new AppError('connection_lost', {}, { cause: thrown, internal: thrown.message })
    }
  }
  return new AppError('internal', {}, { cause: thrown, internal: thrown instanceof Error ? thrown.message : String(thrown) })
}

/** Classes with messages that repeat input of any length: values, and unreadable parts of the SQL. */
const repeating = new Set(['22', '42'])
const messageMost = 1_000
const internalQueryMost = 10_000

/**
 * Its message, with the middle left out where that is too long to be read: the position says where all of it stands. What a function raises
 * (RAISE of PL/pgSQL) repeats nothing, and stays whole.
 */
function messageOf({ code = '', message, routine }: pg.DatabaseError): string {
  if (code === diskFull && routine !== 'exec_stmt_raise') return `The disk is full: ${message}`
  if (!repeating.has(code.slice(0, 2)) || message.length <= messageMost || routine === 'exec_stmt_raise') return message
  // a cut may go through a character
  return `${message.slice(0, messageMost / 2).toWellFormed()}…${message.slice(-messageMost / 2).toWellFormed()}`
}

function present<Values extends Record<string, string | undefined>>(values: Values): { [Key in keyof Values]?: string } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as { [Key in keyof Values]?: string }
}
