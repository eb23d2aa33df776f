import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { cellKind, takesEmptyText } from '../../../lib/data-grid/cells/cell-kind.ts'
import { jsonProblem } from '../../../lib/texts/json-problem.ts'
import { cellDraftText } from './messages.ts'

/** What a typed text means for a column: emptied fields of types without an empty value are NULL. */
export function inputOfText(column: EntityColumn, text: string): CellInput {
  return text === '' && !takesEmptyText(column) ? { kind: 'null' } : { kind: 'text', text }
}

/** Whether an input leaves a value as it is. */
export function isSame(input: CellInput, value: string | null): boolean {
  if (input.kind === 'default') return false
  return input.kind === 'null' ? value === null : input.text === value
}

/** What is wrong with a text before the database is asked; null when nothing is known to be. Numbers stay text: no digit is touched. */
export function problemOf(column: EntityColumn, input: CellInput): string | null {
  if (input.kind === 'null') return column.is_nullable ? null : cellDraftText.mustHaveValue(column.name)
  if (input.kind !== 'text' || cellKind(column) !== 'json') return null
  return jsonProblem(input.text)
}

/** What a cell shows while its change is on the way. A default is known only when the answer comes. */
export function previewOf(input: CellInput, value: string | null): string | null {
  if (input.kind === 'text') return input.text
  return input.kind === 'null' ? null : value
}
