import { closeCompletion } from '@codemirror/autocomplete'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { missingEnd } from '../../../lib/sql-text/missing-end.ts'
import type { Span } from '../../../lib/sql-text/position.ts'
import type { SqlPart } from '../run/run-state.ts'
import { currentStatement } from './statements/statement-field.ts'

/** What of a text is meant: everything, what is selected, or the statement at the cursor. */
export type PartKind = 'all' | 'selection' | 'statement'

/**
 * Returns a part of the SQL. Without a kind, the selection if there is one, otherwise everything. A missing selection or statement also means
 * everything.
 */
export function partOf(view: EditorView, kind?: PartKind): SqlPart {
  // suggestions that were on offer go away
  closeCompletion(view)
  const { state } = view
  const span = spanOf(state, kind)
  if (span === null) return { text: state.doc.toString(), offset: 0, start: { line: 1, column: 1 }, isSelection: false }
  const line = state.doc.lineAt(span.from)
  const column = Array.from(line.text.slice(0, span.from - line.from)).length + 1
  return { text: state.sliceDoc(span.from, span.to), offset: span.from, start: { line: line.number, column }, isSelection: kind !== 'statement' }
}

function spanOf(state: EditorState, kind: PartKind | undefined): Span | null {
  if (kind === 'statement') return currentStatement(state)
  return kind === 'all' || !hasSelection(state) ? null : state.selection.main
}

/** Whether something that can be run is selected: more than space. */
export function hasSelection({ selection, doc }: EditorState): boolean {
  const { from, to } = selection.main
  for (let at = from; at < to; at += 1_000) if (/\S/.test(doc.sliceString(at, Math.min(to, at + 1_000)))) return true
  return false
}

/** Whether there is anything but space. */
export function isBlank({ doc }: EditorState): boolean {
  for (let at = 0; at < doc.length; at += 1_000) if (/\S/.test(doc.sliceString(at, at + 1_000))) return false
  return true
}

export function replaceText(view: EditorView, text: string, selection: Span): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: selection.from, head: selection.to },
    scrollIntoView: true,
  })
}

export function selectSpan(view: EditorView, { from, to }: Span): void {
  const { length } = view.state.doc
  view.dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, scrollIntoView: true })
  view.focus()
}

/** Writes a text below what is there, and selects it. The statement before it is ended, or the two would be one. */
export function appendText(view: EditorView, text: string): void {
  const { length } = view.state.doc
  const before = isBlank(view.state) ? '' : `${missingEnd(view.state.doc.toString())}\n\n`
  view.dispatch({ changes: { from: length, insert: before + text } })
  selectSpan(view, { from: length + before.length, to: length + before.length + text.length })
}
