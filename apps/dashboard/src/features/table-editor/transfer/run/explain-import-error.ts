import { isAppError, type AppError } from '@colonnade/core'
import { formatNumber } from '../../../../lib/bytes.ts'
import { messageOf } from '../../../../lib/error-notice.tsx'
import type { ImportPlanInput } from '../plan/import-plan.ts'
import { FileChanged } from './outcome.ts'

/** Why an import failed and what can be done. Nothing of it was kept. */
export interface ImportFailure {
  readonly title: string
  /** What the database or the server said, where that says more. */
  readonly detail: string | null
  /** Of the file, where one row is to blame. */
  readonly row: { readonly line: number | null; readonly column: string | null; readonly value: string | null; readonly reason: string } | null
  readonly advice: string | null
  /** Ways on that the panel offers as buttons: another type for the column, or collecting bad rows. */
  readonly canCollect: boolean
  readonly canBeText: boolean
  readonly error: unknown
}

const blank = { detail: null, row: null, advice: null, canCollect: false, canBeText: false }

/** By the error's code, never by its words. */
export function explainImportError(error: unknown, { plan }: { readonly plan: ImportPlanInput }): ImportFailure {
  const table = `${plan.schema}.${plan.table}`
  const words = (title: string, advice: string | null = null, more: Partial<ImportFailure> = {}): ImportFailure => ({
    ...blank,
    title,
    advice,
    error,
    ...more,
  })
  if (error instanceof FileChanged) return words(error.message, 'Choose it again and start anew.')
  if (!isAppError(error)) return words('The import failed', null, { detail: messageOf(error) })
  const said = [error.message, textOf(error, 'detail'), textOf(error, 'hint')].filter((text) => text !== null).join('\n')
  switch (error.code) {
    case 'import_row_invalid':
      return rowWords(error, plan, words)
    case 'import_file_invalid': {
      const line = numberOf(error, 'line')
      return words(
        line === null ? 'The file can not be read like this' : `Line ${formatNumber(line)} of the file can not be read`,
        'Look at the format, the delimiter and the encoding.',
        {
          detail: textOf(error, 'reason') ?? said,
        },
      )
    }
    case 'undefined_object':
      return plan.create === undefined
        ? words(`${table} is not what it was`, 'It, or a column of it, was dropped or renamed meanwhile. Refresh and look.', { detail: said })
        : words('There is no such schema or type', 'Look at the types of the columns.', { detail: said })
    case 'duplicate_object':
      return words(`${table} is there already`, 'Give the new table another name, or import into the one that is there.', { detail: said })
    case 'insufficient_privilege':
    case 'forbidden':
    case 'read_only':
      return words(`You may not write to ${table}`, 'Ask whoever owns the table, or an owner of the organization.', { detail: said })
    case 'unauthorized':
      return words('You have been signed out', 'Sign in again; then the import can be started anew.')
    case 'unavailable':
    case 'connection_lost':
      return words('The connection was lost', 'Try again once it is back.', { detail: said })
    case 'import_not_found':
      return words('The server no longer knows this import', 'It may have been started anew meanwhile. Try again.')
    case 'syntax_error':
    case 'invalid_value':
      return words('The database does not take the table like this', 'Look at the names and types of the columns.', { detail: said })
    default:
      return words(error.message, null, { detail: textOf(error, 'detail') })
  }
}

function rowWords(
  error: AppError,
  plan: ImportPlanInput,
  words: (title: string, advice: string | null, more: Partial<ImportFailure>) => ImportFailure,
): ImportFailure {
  const row = {
    line: numberOf(error, 'line'),
    column: textOf(error, 'column'),
    value: textOf(error, 'value'),
    reason: textOf(error, 'reason') ?? error.message,
  }
  const collects = plan.on_bad_row === 'collect'
  const title = collects
    ? 'There are too many bad rows'
    : row.line === null
      ? 'A row does not fit the table'
      : `Line ${formatNumber(row.line)} does not fit the table`
  return words(
    title,
    collects ? 'Look at the columns and their types first.' : 'Correct the file, change the column, or collect bad rows and load the others.',
    {
      row,
      canCollect: !collects,
      canBeText: plan.create !== undefined && plan.create.columns.some(({ name, type }) => name === row.column && type !== 'text'),
    },
  )
}

function textOf({ details }: AppError, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf({ details }: AppError, name: string): number | null {
  const value = details[name]
  return typeof value === 'number' ? value : null
}
