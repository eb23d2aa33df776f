import type { Extension } from '@codemirror/state'
import { EditorView, ViewPlugin } from '@codemirror/view'

/** What the key of an input method has for a code (UI Events, section 8.3). */
const inputMethodCode = 229

/**
 * What a key writes is written by the editor at once. The browser would write it into the page, and tell three events and an observer, from
 * which the editor would read back what it was. What is composed or replaced (input methods, dead keys, on-screen keyboards, accents) stays
 * the browser's: only it knows which text that is about.
 */
export const typing: Extension = ViewPlugin.fromClass(
  class {
    /** The text that comes next is that of a key, before which the editor has read all that was in the page. */
    isKey = false
  },
  {
    eventObservers: {
      keydown({ keyCode, isComposing }) {
        this.isKey = keyCode !== inputMethodCode && !isComposing
      },
    },
    eventHandlers: {
      beforeinput(event, view) {
        const { isKey } = this
        this.isKey = false
        if (!isKey || !isPlain(event, view)) return false
        const { from, to } = view.state.selection.main
        const insert = () => view.state.update(view.state.replaceSelection(event.data!), { userEvent: 'input.type', scrollIntoView: true })
        if (!view.state.facet(EditorView.inputHandler).some((handle) => handle(view, from, to, event.data!, insert))) view.dispatch(insert())
        return true
      },
    },
  },
)

/** A text that takes the place of what is selected. */
function isPlain(event: InputEvent, { state, compositionStarted }: EditorView): boolean {
  if (event.inputType !== 'insertText' || event.data === null || event.isComposing || compositionStarted || state.readOnly) return false
  const [range] = event.getTargetRanges()
  return range?.collapsed === state.selection.main.empty
}
