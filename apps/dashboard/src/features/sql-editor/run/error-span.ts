import { spanBeforeEdits } from '../../../lib/sql-text/edits.ts'
import { lineAndColumn, spanAtPosition, type Span } from '../../../lib/sql-text/position.ts'
import type { SqlPart, SqlRunState } from './run-state.ts'

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
  const { offset, start, source } = run.part
  const found = spanAtPosition(run.part.text, position)
  const shift = shiftAt(run.part, found.from)
  if (shift === null) return null
  const prepared = { from: found.from - shift, to: found.to - shift }
  const { from, to } = source === undefined ? prepared : spanBeforeEdits(source.edits, prepared)
  const message = typeof hint === 'string' ? `${run.error.message}\n${hint}` : run.error.message
  const { line, column } = lineAndColumn(source?.text ?? writtenText(run.part), from)
  const place = { line: line + start.line - 1, column: line === 1 ? column + start.column - 1 : column }
  return { message, span: { from: from + offset, to: to + offset }, place }
}

/** How much of what stands before a place was put in; null for a place in what was put in. */
function shiftAt({ insertions = [] }: SqlPart, from: number): number | null {
  if (insertions.some(({ at, length }) => from >= at && from < at + length)) return null
  return insertions.reduce((shift, { at, length }) => (at + length <= from ? shift + length : shift), 0)
}

/** The part without what was put in. */
function writtenText({ text, insertions = [] }: SqlPart): string {
  return insertions.reduceRight((written, { at, length }) => written.slice(0, at) + written.slice(at + length), text)
}
