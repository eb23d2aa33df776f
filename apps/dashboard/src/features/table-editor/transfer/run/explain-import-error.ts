import { isAppError, type AppError } from '@colonnade/core'
import { formatNumber } from '../../../../lib/bytes.ts'
import { messageOf } from '../../../../lib/error-notice.tsx'
import type { ImportPlanInput } from '../plan/import-plan.ts'
import { explainImportErrorText } from './messages.ts'
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
  if (error instanceof FileChanged) return words(error.message, explainImportErrorText.chooseAgain)
  if (!isAppError(error)) return words(explainImportErrorText.importFailed, null, { detail: messageOf(error) })
  const said = [error.message, textOf(error, 'detail'), textOf(error, 'hint')].filter((text) => text !== null).join('\n')
  switch (error.code) {
    case 'import_row_invalid':
      return rowWords(error, plan, words)
    case 'import_file_invalid': {
      const line = numberOf(error, 'line')
      return words(
        line === null ? explainImportErrorText.unreadable : explainImportErrorText.unreadableLine(formatNumber(line)),
        explainImportErrorText.checkFormat,
        {
          detail: textOf(error, 'reason') ?? said,
        },
      )
    }
    case 'undefined_object':
      return plan.create === undefined
        ? words(explainImportErrorText.tableChanged(table), explainImportErrorText.tableChangedAdvice, { detail: said })
        : words(explainImportErrorText.unknownSchema, explainImportErrorText.checkTypes, { detail: said })
    case 'duplicate_object':
      return words(explainImportErrorText.tableExists(table), explainImportErrorText.tableExistsAdvice, { detail: said })
    case 'insufficient_privilege':
    case 'forbidden':
    case 'read_only':
      return words(explainImportErrorText.notAllowed(table), explainImportErrorText.notAllowedAdvice, { detail: said })
    case 'unauthorized':
      return words(explainImportErrorText.signedOut, explainImportErrorText.signedOutAdvice)
    case 'unavailable':
    case 'connection_lost':
      return words(explainImportErrorText.connectionWasLost, explainImportErrorText.connectionAdvice, { detail: said })
    case 'import_not_found':
      return words(explainImportErrorText.forgotten, explainImportErrorText.forgottenAdvice)
    case 'syntax_error':
    case 'invalid_value':
      return words(explainImportErrorText.refused, explainImportErrorText.refusedAdvice, { detail: said })
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
    ? explainImportErrorText.tooManyInvalid
    : row.line === null
      ? explainImportErrorText.invalidRow
      : explainImportErrorText.invalidLine(formatNumber(row.line))
  return words(title, collects ? explainImportErrorText.tooManyInvalidAdvice : explainImportErrorText.invalidAdvice, {
    row,
    canCollect: !collects,
    canBeText: plan.create !== undefined && plan.create.columns.some(({ name, type }) => name === row.column && type !== 'text'),
  })
}

function textOf({ details }: AppError, name: string): string | null {
  const value = details[name]
  return typeof value === 'string' && value !== '' ? value : null
}

function numberOf({ details }: AppError, name: string): number | null {
  const value = details[name]
  return typeof value === 'number' ? value : null
}
