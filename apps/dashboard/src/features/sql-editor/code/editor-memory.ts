import { historyField } from '@codemirror/commands'
import { foldState } from '@codemirror/language'
import type { EditorSelection, EditorState, Extension, StateEffect, Text } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { maxTabs } from '../limits.ts'

/** What an editor held when it was left: to go on there as if one had never been away. */
export interface LeftEditor {
  readonly doc: Text
  readonly selection: EditorSelection
  /** What can be undone and done again, and what is folded. */
  readonly fields: Extension
  readonly scroll: StateEffect<unknown>
}

/** The ones that were left last, by the key of their texts; the newest at the end. */
const left = new Map<string, LeftEditor>()

/** Notes what an editor holds, while it is still in the page. */
export function leaveEditor(key: string, view: EditorView): void {
  left.delete(key)
  left.set(key, { doc: view.state.doc, selection: view.state.selection, fields: fieldsOf(view.state), scroll: view.scrollSnapshot() })
  const [oldest] = left.keys()
  if (left.size > maxTabs && oldest !== undefined) left.delete(oldest)
}

export const leftEditor = (key: string): LeftEditor | undefined => left.get(key)

function fieldsOf(state: EditorState): Extension {
  const undo: unknown = state.field(historyField)
  const folded = state.field(foldState)
  return [historyField.init(() => undo), foldState.init(() => folded)]
}
