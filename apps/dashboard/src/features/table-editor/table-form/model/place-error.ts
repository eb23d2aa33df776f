import { isAppError, type AppError, type ErrorCode } from '@colonnade/core'
import { quoteIdent } from '@colonnade/sql'
import { lockPatienceSeconds, type FormPath, type FormStatement } from '../statements/changes.ts'
import { constraintsOf } from '../statements/constraint-changes.ts'
import { placeErrorText } from './messages.ts'
import type { TableDraft } from './table-draft.ts'

/** A refusal, and the part of the form that it is about; null when it is about all of it. */
export interface PlacedError {
  readonly path: FormPath | null
  readonly title: string
  /** What Postgres says besides. */
  readonly detail: string | null
}

/** Finds the part of the form for what Postgres answered: by the statement that failed, and within it by the names in the answer. */
export function placeError(error: unknown, statements: readonly FormStatement[], draft: TableDraft): PlacedError {
  if (!isAppError(error)) return { path: null, title: error instanceof Error ? error.message : String(error), detail: null }
  const detail = [textOf(error, 'detail'), textOf(error, 'hint')].filter((text) => text !== null).join('\n')
  const place = error.details['statement']
  const failed = typeof place === 'number' ? statements[place] : undefined
  const words = wordsOf(error, failed)
  return { path: pathOf(error, failed, draft), title: words, detail: detail === '' ? null : detail }
}

/** lock_not_available (Postgres documentation, appendix A) */
const lockTimeout = '55P03'
/** What is no part's fault. */
const aboutAll: ReadonlySet<ErrorCode> = new Set([
  'insufficient_privilege',
  'statement_timeout',
  'query_cancelled',
  'connection_lost',
  'read_only',
  'forbidden',
])

function wordsOf(error: AppError, failed: FormStatement | undefined): string {
  if (error.code === 'connection_lost') return placeErrorText.connectionLost
  if (error.code === 'query_cancelled') return placeErrorText.cancelled
  if (error.code === 'statement_timeout') return placeErrorText.timedOut
  if (textOf(error, 'sqlstate') === lockTimeout) return placeErrorText.locked(lockPatienceSeconds)
  if (error.code === 'dependent_objects') return placeErrorText.failed(error.message)
  if (error.code === 'foreign_key_violation' && failed?.path.startsWith('key:') === true) return placeErrorText.missingTargets
  if (error.code === 'unique_violation' && failed?.path.startsWith('key:') === true) return placeErrorText.duplicates
  if (error.code === 'check_violation' && failed?.path.startsWith('partition:') === true) return placeErrorText.otherPartitions(error.message)
  if (error.code === 'not_null_violation') return placeErrorText.nulls
  return error.message
}

function pathOf(error: AppError, failed: FormStatement | undefined, draft: TableDraft): FormPath | null {
  const sqlstate = textOf(error, 'sqlstate')
  if (sqlstate === lockTimeout || aboutAll.has(error.code)) return null
  const isWhole = failed === undefined || failed.path === 'create' || failed.path === 'rows'
  // duplicate_table: also of an index that a new table brings, which the message names
  if (sqlstate === '42P07' && isWhole && error.message.includes(`"${draft.name}"`)) return 'name'
  if (sqlstate === '3F000' && isWhole) return 'schema'
  if (!isWhole) return failed.path
  const constraint = textOf(error, 'constraint')
  const key = constraint === null ? undefined : constraintsOf(draft).find((one) => one.key.name === constraint)
  if (key) return `key:${key.key.id}`
  const named = textOf(error, 'column')
  const column = named === null ? undefined : draft.columns.find(({ name }) => name === named)
  if (column) return `column:${column.id}`
  const position = error.details['position']
  return (typeof position === 'number' && failed ? columnAt(failed.sql, position, draft) : null) ?? quotedColumn(error.message, draft)
}

/** The column whose line of `create table` holds a position, which counts characters from 1; null behind the columns. */
export function columnAt(sql: string, position: number, draft: TableDraft): FormPath | null {
  const place = Array.from(sql)
    .slice(0, position - 1)
    .join('').length
  let [from, found]: [number, FormPath | null] = [0, null]
  for (const { id, name, type } of draft.columns) {
    const start = sql.indexOf(`\n  ${quoteIdent(name)} `, from)
    if (start < 0) break
    if (start > place) return found
    const typeEnd = start + 3 + quoteIdent(name).length + 1 + type.length
    found = `column:${id}:${place <= typeEnd ? 'type' : 'source'}`
    from = start + 1
  }
  const end = sql.indexOf('\n)', from)
  const rest = sql.slice(from, place)
  return place > end && end >= 0 ? null : /,\n {2}(constraint|primary key|unique|check|foreign key) /.test(rest) ? null : found
}

/** A column that a message names: 'identity column type must be smallint', 'column "x" …'. */
function quotedColumn(message: string, draft: TableDraft): FormPath | null {
  const column = draft.columns.find(({ name }) => name !== '' && message.includes(`column "${name}"`))
  return column ? `column:${column.id}` : null
}

function textOf({ details }: AppError, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : null
}
