import { type Completion, CompletionContext, completionStatus, type CompletionResult, moveCompletionSelection } from '@codemirror/autocomplete'
import { type EditorState, type Extension, Prec, StateEffect, StateField } from '@codemirror/state'
import { type Command, EditorView, keymap } from '@codemirror/view'

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

/** Time since which a list is shown, in epoch milliseconds. It stays while its options are searched again; null without a list. */
const shownField = StateField.define<number | null>({
  create: () => null,
  update: (shownAt, { state }) => {
    const status = completionStatus(state)
    if (status === null) return null
    return status === 'active' ? (shownAt ?? Date.now()) : shownAt
  },
})

const move = StateEffect.define<1 | -1>()

/** Number of options to move the selection down (up, if negative) in the upcoming list. */
const movesField = StateField.define<number>({
  create: () => 0,
  update: (moves, { docChanged, selection, effects, state }) =>
    docChanged || selection !== undefined || completionStatus(state) !== 'pending'
      ? 0
      : effects.reduce((sum, effect) => (effect.is(move) ? sum + effect.value : sum), moves),
})

/** The list that was moved in before it came is there. */
const movesOnceDrawn = EditorView.updateListener.of(({ startState, state, docChanged, selectionSet, view }) => {
  const moves = startState.field(movesField)
  if (moves === 0 || docChanged || selectionSet || completionStatus(state) !== 'active') return
  const step = moveCompletionSelection(moves > 0)
  for (let left = Math.abs(moves); left > 0; left -= 1) step(view)
})

/**
 * The list follows what is written once the keys rest, so that no key waits for it to be drawn. An Enter or Tab that comes before then accepts
 * what it is about to offer first; the arrows up and down move the choice in it as soon as it is there.
 */
export function acceptsBeforeDrawn(complete: (context: CompletionContext) => OfferedResult | null): Extension {
  const coming = (view: EditorView): OfferedResult | null => {
    const { state } = view
    return isBehind(state) ? complete(new CompletionContext(state, state.selection.main.head, false, view)) : null
  }
  const accept: Command = (view) => {
    const result = coming(view)
    if (result === null) return false
    const moves = view.state.field(movesField)
    // from the last to the first and back, as in the list
    const chosen = result.options.at(moves % result.options.length)!
    chosen.apply(view, chosen, result.from, result.to)
    return true
  }
  const moveBy =
    (by: 1 | -1): Command =>
    (view) => {
      if (coming(view) === null) return false
      view.dispatch({ effects: move.of(by) })
      return true
    }
  const keys = [
    { key: 'Enter', run: accept },
    { key: 'Tab', run: accept },
    { key: 'ArrowDown', run: moveBy(1) },
    { key: 'ArrowUp', run: moveBy(-1) },
  ]
  return [shownField, movesField, movesOnceDrawn, Prec.highest(keymap.of(keys))]
}

/** Whether the list that is shown is that of an earlier text. */
function isBehind(state: EditorState): boolean {
  const shownAt = state.field(shownField)
  return !state.readOnly && completionStatus(state) === 'pending' && shownAt !== null && Date.now() - shownAt >= interactionDelayMs
}
