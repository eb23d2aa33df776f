import { AppError, isAppError } from '@colonnade/core'
import type { RowFilter } from '@colonnade/pg-meta'
import type { TableScope } from '../table-scope.ts'

/** How long a statement ran before its time limit stopped it: "60 seconds". */
function limitText({ details }: AppError): string {
  const limit = details['timeout_ms']
  if (typeof limit !== 'number') return 'its time limit'
  if (limit < 120_000) return limit === 1_000 ? '1 second' : `${(limit / 1_000).toLocaleString('en-US')} seconds`
  return `${(limit / 60_000).toLocaleString('en-US')} minutes`
}

/** For a statement that ran out of time: what was stopped, after how long, and what to do; null for any other error. */
export function timeoutText(error: unknown, what: string, advice: string): string | null {
  if (!isAppError(error) || error.code !== 'statement_timeout') return null
  return `${what} took longer than ${limitText(error)} and was stopped. ${advice}`
}

/** feature_not_supported (PostgreSQL documentation, appendix A) */
const featureNotSupported = '0A000'

/** What is read, as far as it tells why Postgres refuses it. */
export interface ReadPlace {
  readonly scope: Pick<TableScope, 'as'>
  readonly view: { readonly filters: readonly RowFilter[] }
}

/** What a relation or a column lacks for being read so. */
function unsupportedText(error: unknown, { scope, view }: ReadPlace): string | null {
  if (!isAppError(error) || error.details['sqlstate'] !== featureNotSupported) return null
  if (scope.as?.database !== undefined) return "A read replica can't read unlogged tables. Choose the primary database as the source."
  if (!view.filters.some((filter) => 'operator' in filter && filter.operator.includes('~'))) return null
  return `The collation of a filtered column knows no patterns: ${error.message}. Filter by =, or by a condition in SQL with another collation, such as: name collate "default" ilike '%text%'`
}

/** An error of reading rows, in words that say what to do where Postgres only says that it stopped, or refuses. */
export function readError(error: unknown, place: ReadPlace = { scope: { as: undefined }, view: { filters: [] } }): unknown {
  const text =
    unsupportedText(error, place) ??
    timeoutText(
      error,
      'Reading these rows',
      'Filter or sort by columns that have an index, or take a sort away; a query in the SQL editor can be given more time.',
    )
  return text !== null && isAppError(error) ? new AppError(error.code, error.details, { message: text, cause: error }) : error
}
