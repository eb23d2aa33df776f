import { type Completion, CompletionContext, completionStatus, type CompletionResult } from '@codemirror/autocomplete'
import { type EditorState, type Extension, Prec, StateField } from '@codemirror/state'
import { type Command, type EditorView, keymap } from '@codemirror/view'

export interface OfferedCompletion extends Completion {
  readonly apply: (view: EditorView, completion: Completion, from: number, to: number) => void
  readonly goesOn?: true
}

export interface OfferedResult extends CompletionResult {
  readonly to: number
  readonly options: readonly OfferedCompletion[]
}

/** Milliseconds. Enter can't be meant for a list that has just come: CodeMirror's own default, kept for both ways of accepting. */
export const interactionDelayMs = 75

/** Since when a list is shown, in milliseconds since the epoch. It stays while what it offers is looked for anew; null without one. */
const shownField = StateField.define<number | null>({
  create: () => null,
  update: (shownAt, { state }) => {
    const status = completionStatus(state)
    if (status === null) return null
    return status === 'active' ? (shownAt ?? Date.now()) : shownAt
  },
})

/**
 * The list follows what is written once the keys rest, so that no key waits for it to be drawn. An Enter or Tab that comes before then accepts
 * what it is about to offer first.
 */
export function acceptsBeforeDrawn(complete: (context: CompletionContext) => OfferedResult | null): Extension {
  const accept: Command = (view) => {
    const { state } = view
    const result = isBehind(state) ? complete(new CompletionContext(state, state.selection.main.head, false, view)) : null
    if (result === null) return false
    const [first] = result.options
    first!.apply(view, first!, result.from, result.to)
    return true
  }
  const keys = ['Enter', 'Tab'].map((key) => ({ key, run: accept }))
  return [shownField, Prec.highest(keymap.of(keys))]
}

/** Whether the list that is shown is that of an earlier text. */
function isBehind(state: EditorState): boolean {
  const shownAt = state.field(shownField)
  return !state.readOnly && completionStatus(state) === 'pending' && shownAt !== null && Date.now() - shownAt >= interactionDelayMs
}
