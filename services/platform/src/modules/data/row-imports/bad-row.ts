import { AppError } from '@colonnade/core'
import { databaseError } from '@colonnade/pg'
import pg from 'pg'
import { valueTextMax } from './limits.ts'

/** An error of a row. */
export interface BadRow {
  /** Line in the file, from 1; null if the server doesn't report the row. */
  readonly line: number | null
  /** Column of the target; null for the whole row. */
  readonly column: string | null
  /** Value as in the file, truncated; null if it is NULL or the whole row. */
  readonly value: string | null
  readonly reason: string
}

export function badRowError(bad: BadRow, code: string | null = null): AppError {
  const place = [bad.line === null ? null : `line ${bad.line}`, bad.column === null ? null : `column ${bad.column}`].filter((part) => part !== null)
  const message = place.length === 0 ? bad.reason : `${place.join(', ')}: ${bad.reason}`
  return new AppError(
    'import_row_invalid',
    { ...bad, ...(code !== null && { sqlstate: code }) },
    { message: message.charAt(0).toUpperCase() + message.slice(1) },
  )
}

export function cutValue(value: string): string {
  return value.length <= valueTextMax ? value : `${value.slice(0, valueTextMax).toWellFormed()}…`
}

/** Postgres's error for a rejected row, and its position in the data of a COPY. */
export interface RefusedRow {
  /** Line of the sent data, from 1, as Postgres counts; null for an error after the data. */
  readonly sentLine: number | null
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
  readonly sqlstate: string
}

/**
 * SQLSTATE classes of errors about a row (PostgreSQL documentation, appendix A): data exceptions, constraint violations, exceptions of triggers,
 * and values that are too large for an index or a page.
 */
const rowConditions = /^(?:22|23|P0|44)|^54000$|^54001$/

/** Returns undefined if the error isn't about a row. `relation` and `columns` are those of the COPY. */
export function refusedRow(thrown: unknown, relation: string, columns: readonly string[]): RefusedRow | undefined {
  const error = thrown instanceof AppError ? thrown.cause : thrown
  if (!(error instanceof pg.DatabaseError) || error.code === undefined || !rowConditions.test(error.code)) return undefined
  const { sentLine, column, value } = placeOf(error.where ?? '', relation, columns)
  return {
    sentLine,
    column: column ?? error.column ?? columnOfDetail(error, columns),
    value: value ?? valueOfDetail(error),
    reason: [error.message, error.detail].filter((part) => part !== undefined).join('. '),
    sqlstate: error.code,
  }
}

/** Errors that the file didn't cause. */
export function otherError(thrown: unknown): AppError {
  return databaseError(thrown)
}

/** Matches `COPY people, line 3, column id: "abc"` (src/backend/commands/copyfromparse.c, CopyFromErrorCallback), after text from triggers. */
function placeOf(
  where: string,
  relation: string,
  columns: readonly string[],
): { sentLine: number | null; column: string | null; value: string | null } {
  const begin = `COPY ${relation}, line `
  const at = where.startsWith(begin) ? 0 : where.lastIndexOf(`\n${begin}`) + 1
  const found = where.startsWith(begin, at) ? /^(\d+)([^]*)$/.exec(where.slice(at + begin.length)) : null
  if (found === null) return { sentLine: null, column: null, value: null }
  const rest = found[2]!
  const column = columns.find((name) => rest.startsWith(`, column ${name}: `)) ?? null
  const text = column === null ? '' : rest.slice(`, column ${column}: `.length)
  const value = text.startsWith('"') ? cutValue(text.slice(1, text.endsWith('"') ? -1 : undefined)) : null
  return { sentLine: Number(found[1]), column, value }
}

/** Matches "Key (id)=(1) already exists." for a key of one column. */
function keyOfDetail({ detail = '' }: pg.DatabaseError): RegExpExecArray | null {
  return /^Key \(([^]*?)\)=\(([^]*)\) (?:already exists|is not present|conflicts)/.exec(detail)
}

function columnOfDetail(error: pg.DatabaseError, columns: readonly string[]): string | null {
  const name = keyOfDetail(error)?.[1]?.replace(/^"(.*)"$/, '$1')
  return columns.find((column) => column === name) ?? null
}

function valueOfDetail(error: pg.DatabaseError): string | null {
  const value = keyOfDetail(error)?.[2]
  return value === undefined ? null : cutValue(value)
}
