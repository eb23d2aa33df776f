import type { Action, Diagnostic } from '@codemirror/lint'
import type { EditorState } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { findStrays, strayText } from '../../../../lib/sql-text/stray-characters.ts'

/** Marks of so many are shown; all of them are replaced. */
const shownStrays = 200

const replaceAll: Action = { name: 'Replace all', apply: (view) => replaceStrays(view) }

/** The marks of characters that only look like SQL's own. One without a width is marked together with what stands before it. */
export function strayMarks({ doc }: EditorState): Diagnostic[] {
  return findStrays(doc.toString())
    .slice(0, shownStrays)
    .map((stray): Diagnostic => ({
      from: stray.replacement === '' ? Math.max(0, stray.from - 1) : stray.from,
      to: stray.to,
      severity: 'warning',
      message: strayText(stray),
      actions: [replaceAll],
    }))
}

/** Puts SQL's own characters in their places, as one step that can be undone. */
export function replaceStrays(view: EditorView): void {
  const changes = findStrays(view.state.doc.toString()).map(({ from, to, replacement }) => ({ from, to, insert: replacement }))
  if (changes.length > 0 && !view.state.readOnly) view.dispatch({ changes, userEvent: 'input' })
}
