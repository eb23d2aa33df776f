import type { EditorView } from '@codemirror/view'

/** Returns a text with line feeds only, as an editor has it: it splits lines at CR and CRLF too. */
export const asEdited = (text: string): string => (text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text)

/** Replaces the text with one that was written elsewhere. Only what differs is changed, so that the cursor stays where it is. */
export function updateText(view: EditorView, replacement: string): void {
  const text = asEdited(replacement)
  const current = view.state.doc.toString()
  if (current === text) return
  const shorter = Math.min(current.length, text.length)
  let from = 0
  while (from < shorter && current[from] === text[from]) from += 1
  let end = 0
  while (end < shorter - from && current[current.length - 1 - end] === text[text.length - 1 - end]) end += 1
  view.dispatch({ changes: { from, to: current.length - end, insert: text.slice(from, text.length - end) } })
}
