import { AppError, isAppError } from '@colonnade/core'
import type { RowFilter } from '@colonnade/pg-meta'
import type { TableScope } from '../table-scope.ts'
import { timeoutTextCopy } from './messages.ts'

/** How long a statement ran before its time limit stopped it: "60 seconds". */
function limitText({ details }: AppError): string {
  const limit = details['timeout_ms']
  if (typeof limit !== 'number') return timeoutTextCopy.itsLimit
  if (limit < 120_000) return timeoutTextCopy.seconds(limit / 1_000)
  return timeoutTextCopy.minutes(limit / 60_000)
}

/** For a statement that ran out of time: what was stopped, after how long, and what to do; null for any other error. */
export function timeoutText(error: unknown, what: string, advice: string): string | null {
  if (!isAppError(error) || error.code !== 'statement_timeout') return null
  return timeoutTextCopy.timedOut(what, limitText(error), advice)
}

/** feature_not_supported (PostgreSQL documentation, appendix A) */
const featureNotSupported = '0A000'

/** The part of a read that explains why Postgres refuses it. */
export interface ReadPlace {
  readonly scope: Pick<TableScope, 'as'>
  readonly view: { readonly filters: readonly RowFilter[] }
}

/** What a relation or a column lacks for being read so. */
function unsupportedText(error: unknown, { scope, view }: ReadPlace): string | null {
  if (!isAppError(error) || error.details['sqlstate'] !== featureNotSupported) return null
  if (scope.as?.database !== undefined) return timeoutTextCopy.unloggedOnReplica
  if (!view.filters.some((filter) => 'operator' in filter && filter.operator.includes('~'))) return null
  return timeoutTextCopy.collation(error.message)
}

/** An error of reading rows, in words that say what to do where Postgres only says that it stopped, or refuses. */
export function readError(error: unknown, place: ReadPlace = { scope: { as: undefined }, view: { filters: [] } }): unknown {
  const text = unsupportedText(error, place) ?? timeoutText(error, timeoutTextCopy.reading, timeoutTextCopy.readingHint)
  return text !== null && isAppError(error) ? new AppError(error.code, error.details, { message: text, cause: error }) : error
}
