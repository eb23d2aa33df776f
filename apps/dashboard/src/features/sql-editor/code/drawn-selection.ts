import { Compartment, EditorState, type Extension, type EditorSelection } from '@codemirror/state'
import { drawSelection } from '@codemirror/view'

const drawing = new Compartment()
const drawn = drawSelection()

/**
 * What is selected is drawn by the editor, which the browser can't do with several cursors, nor while something else has the focus. One
 * cursor alone is the browser's: to draw it would have each key press lay out the text once more, and paint a layer of its own.
 */
export const drawnSelection: Extension = [
  drawing.of([]),
  EditorState.transactionExtender.of(({ startState, newSelection }) => {
    const extension = isOneCursor(newSelection) ? [] : drawn
    const isDrawn = drawing.get(startState) === drawn
    return isDrawn === (extension === drawn) ? null : { effects: drawing.reconfigure(extension) }
  }),
]

const isOneCursor = ({ ranges, main }: EditorSelection): boolean => ranges.length === 1 && main.empty
