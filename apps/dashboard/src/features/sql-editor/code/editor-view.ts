import { Compartment, EditorState, type Extension, Prec } from '@codemirror/state'
import { EditorView, keymap, tooltips, type ViewUpdate } from '@codemirror/view'
import { promptTextLength } from '../limits.ts'
import { editing } from './editing.ts'
import type { LeftEditor } from './editor-memory.ts'
import { hasSelection, isBlank, type PartKind } from './parts.ts'

export interface EditorCallbacks {
  /** Without a kind: the selection, or everything. */
  readonly onRun: (kind?: PartKind) => void
  /** Whether there was anything to cancel. */
  readonly onCancel: () => boolean
  /** At every change; of long texts, once the keys rest, and when the editor is left. */
  readonly onText: (text: string) => void
  readonly onSelection: (isSelected: boolean) => void
  /** Whether there is nothing but space: at every change. */
  readonly onEmpty?: (isEmpty: boolean) => void
}

/** What the editor itself answers to. */
export interface EditorActions {
  readonly onFormat: () => void
  readonly onDefinition: (offset: number) => void
  readonly onUpdate: (update: ViewUpdate) => void
}

export interface SqlEditorView {
  readonly view: EditorView
  setReadOnly(isReadOnly: boolean): void
  /** Reports the SQL if it wasn't reported yet. */
  flush(): void
  /** Removes it from the page and reports what wasn't reported yet. */
  destroy(): void
}

/** Long SQL is reported this long after the last key press. */
const restMs = 200

/** Where tooltips have room: not over what is above the editor, such as its buttons. */
function tooltipSpace({ dom }: EditorView) {
  const { clientWidth, clientHeight } = document.documentElement
  return { top: dom.getBoundingClientRect().top, left: 0, bottom: clientHeight, right: clientWidth }
}

/** A CodeMirror editor for PostgreSQL: a text, or what another editor of it left. The callbacks are asked for each time, so they may change. */
export function createEditorView(
  parent: HTMLElement,
  begin: string | LeftEditor,
  callbacks: () => EditorCallbacks,
  actions: () => EditorActions,
): SqlEditorView {
  const readOnly = new Compartment()
  const teller = new TextTeller((written) => callbacks().onText(written))
  // beside the lines, tooltips would change which line is the last child, and the styles of all lines would be computed again
  const tooltipLayer = document.createElement('div')
  tooltipLayer.style.position = 'absolute'
  parent.append(tooltipLayer)
  const stopListening = listenForRun(parent, callbacks)
  const own = [ownKeys(callbacks, actions), tooltips({ parent: tooltipLayer, tooltipSpace })]
  const extensions = [own, editing, readOnly.of([]), watch(teller, callbacks, actions)]
  const view = new EditorView(
    typeof begin === 'string'
      ? { parent, state: EditorState.create({ doc: begin, extensions }) }
      : {
          parent,
          state: EditorState.create({ doc: begin.doc, selection: begin.selection, extensions: [extensions, begin.fields] }),
          scrollTo: begin.scroll,
        },
  )
  return {
    view,
    setReadOnly: (isReadOnly) => view.dispatch({ effects: readOnly.reconfigure(EditorState.readOnly.of(isReadOnly)) }),
    flush: () => teller.flush(),
    destroy: () => {
      stopListening()
      teller.flush()
      view.destroy()
      tooltipLayer.remove()
    },
  }
}

/**
 * Mod-Enter and Ctrl-Enter, with Shift for the statement, before the editor hears of them: for each key that it hears of it asks for a frame,
 * and a browser keeps the answer waiting until that frame, in which nothing changes, is drawn. Gives what stops it.
 */
function listenForRun(parent: HTMLElement, callbacks: () => EditorCallbacks): () => void {
  const listening = new AbortController()
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.altKey || event.isComposing) return
    event.preventDefault()
    event.stopPropagation()
    callbacks().onRun(event.shiftKey ? 'statement' : undefined)
  }
  parent.addEventListener('keydown', onKey, { capture: true, signal: listening.signal })
  return () => listening.abort()
}

function ownKeys(callbacks: () => EditorCallbacks, actions: () => EditorActions): Extension {
  const define = ({ state }: EditorView) => {
    actions().onDefinition(state.selection.main.head)
    return true
  }
  const format = () => {
    actions().onFormat()
    return true
  }
  return [
    Prec.highest(
      keymap.of([
        { key: 'F12', run: define, preventDefault: true },
        { key: 'Shift-Alt-f', run: format, preventDefault: true },
      ]),
    ),
    EditorView.domEventHandlers({
      mousedown: (event, view) => {
        if (event.button !== 0 || event.altKey || event.shiftKey || !(event.metaKey || event.ctrlKey)) return false
        const offset = view.posAtCoords({ x: event.clientX, y: event.clientY })
        if (offset === null) return false
        event.preventDefault()
        actions().onDefinition(offset)
        return true
      },
    }),
    Prec.low(keymap.of([{ key: 'Escape', run: () => callbacks().onCancel() }])),
  ]
}

/** Reports the SQL: short ones at once, long ones when typing pauses, so that no key press copies megabytes. */
class TextTeller {
  readonly #tell: (text: string) => void
  #waiting: { readonly read: () => string; readonly timer: ReturnType<typeof setTimeout> } | null = null

  constructor(tell: (text: string) => void) {
    this.#tell = tell
  }

  tell(length: number, read: () => string): void {
    if (this.#waiting !== null) clearTimeout(this.#waiting.timer)
    this.#waiting = null
    if (length <= promptTextLength) this.#tell(read())
    else this.#waiting = { read, timer: setTimeout(() => this.flush(), restMs) }
  }

  flush(): void {
    if (this.#waiting === null) return
    clearTimeout(this.#waiting.timer)
    const { read } = this.#waiting
    this.#waiting = null
    this.#tell(read())
  }
}

function watch(teller: TextTeller, callbacks: () => EditorCallbacks, actions: () => EditorActions): Extension {
  let isEmpty: boolean | null = null
  return [
    EditorView.updateListener.of((update) => {
      if (update.docChanged) {
        teller.tell(update.state.doc.length, () => update.state.doc.toString())
        const isNowEmpty = isBlank(update.state)
        if (isNowEmpty !== isEmpty) callbacks().onEmpty?.(isNowEmpty)
        isEmpty = isNowEmpty
      }
      if (update.selectionSet || update.docChanged) callbacks().onSelection(hasSelection(update.state))
      actions().onUpdate(update)
    }),
    EditorView.domEventHandlers({
      blur: () => {
        teller.flush()
        return false
      },
    }),
  ]
}
