import { lineAndColumn, spanAtPosition, type Span } from './position.ts'
import type { SqlRunState } from './run-store.ts'

export interface ErrorSpan {
  readonly message: string
  readonly span: Span
  readonly place: { readonly line: number; readonly column: number }
}

/** Where in the editor a failed run went wrong; null when Postgres gave no position. */
export function errorSpan(run: SqlRunState): ErrorSpan | null {
  if (run.kind !== 'failed') return null
  const { position, hint } = run.error.details
  if (typeof position !== 'number' || position < 1) return null
  const { text, offset, start } = run.part
  const { from, to } = spanAtPosition(text, position)
  const message = typeof hint === 'string' ? `${run.error.message}\n${hint}` : run.error.message
  const { line, column } = lineAndColumn(text, from)
  const place = { line: line + start.line - 1, column: line === 1 ? column + start.column - 1 : column }
  return { message, span: { from: from + offset, to: to + offset }, place }
}
