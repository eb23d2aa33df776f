import { EditorView } from '@codemirror/view'
import type { Span } from '../../../../lib/sql-text/position.ts'
import { showMarks } from './diagnostics.ts'

/** Marks what the error of a run points at, and brings it into view; nothing when the text there has changed since. */
export function errorMark(view: EditorView, error: { readonly span: Span; readonly message: string } | null): void {
  if (error === null || error.span.to > view.state.doc.length) return showMarks(view, 'run', [])
  const { from, to } = error.span
  showMarks(view, 'run', [{ from, to, severity: 'error', message: error.message }])
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 }) })
}
