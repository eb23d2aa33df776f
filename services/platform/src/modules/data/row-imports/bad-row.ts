import { AppError } from '@colonnade/core'
import { databaseError } from '@colonnade/pg'
import pg from 'pg'
import { valueTextMax } from './limits.ts'

/** What is wrong with a row. */
export interface BadRow {
  /** Of the file, from 1; null where the server does not say which row it was. */
  readonly line: number | null
  /** The target's name; null when it is about the whole row. */
  readonly column: string | null
  /** As the file has it, cut; null when it is NULL or the whole row. */
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

/** What Postgres says of a row that it did not take, and where in the data of a COPY it was. */
export interface RefusedRow {
  /** Of the data that was sent, from 1, as Postgres counts; null when it came after the data. */
  readonly sentLine: number | null
  readonly column: string | null
  readonly value: string | null
  readonly reason: string
  readonly sqlstate: string
}

/**
 * Conditions that are about one row (PostgreSQL documentation, appendix A): data exceptions, violated constraints, what a trigger raises,
 * and values that are too large for an index or a page.
 */
const rowConditions = /^(?:22|23|P0|44)|^54000$|^54001$/

/** Undefined when it is not about a row. `relation` and `columns` are those of the COPY. */
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

/** Not a fault of the file. */
export function otherError(thrown: unknown): AppError {
  return databaseError(thrown)
}

/** `COPY people, line 3, column id: "abc"` (src/backend/commands/copyfromparse.c, CopyFromErrorCallback), after what triggers add. */
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

/** "Key (id)=(1) already exists." of a key of one column. */
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
