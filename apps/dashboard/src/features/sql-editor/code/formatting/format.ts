import type { EditorView } from '@codemirror/view'
import { hasSelection } from '../parts.ts'

/** Lays out the selected statements, or all; the formatter is loaded when it is first wanted. Gives how many statements stayed as they are. */
export async function format(view: EditorView): Promise<{ readonly changed: number; readonly skipped: number }> {
  const { formatText } = await import('./format-text.ts')
  const { state } = view
  const { from, to } = hasSelection(state) ? state.selection.main : { from: 0, to: state.doc.length }
  const { edits, skipped } = formatText(state.sliceDoc(from, to))
  if (edits.length > 0 && !state.readOnly) {
    view.dispatch({
      changes: edits.map((edit) => ({ from: edit.from + from, to: edit.to + from, insert: edit.insert })),
      userEvent: 'input.format',
      scrollIntoView: true,
    })
  }
  return { changed: edits.length, skipped }
}
