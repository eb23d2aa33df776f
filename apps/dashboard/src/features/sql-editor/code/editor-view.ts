import {
  acceptCompletion,
  autocompletion,
  closeCompletion,
  closeBrackets,
  closeBracketsKeymap,
  completeFromList,
  completionKeymap,
  ifNotIn,
} from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { PostgreSQL, sql } from '@codemirror/lang-sql'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Prec, type Extension } from '@codemirror/state'
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
} from '@codemirror/view'
import type { CompletionCatalog } from '@colonnade/pg-meta'
import type { Span } from '../position.ts'
import type { SqlPart } from '../run-store.ts'
import { namespaceOf, routineCompletions } from './completion.ts'
import { editorTheme } from './theme.ts'

export interface EditorCallbacks {
  readonly onRun: () => void
  /** Whether there was anything to cancel. */
  readonly onCancel: () => boolean
  readonly onText: (text: string) => void
  readonly onSelection: (isSelected: boolean) => void
}

export interface SqlEditorView {
  readonly view: EditorView
  setCatalog(catalog: CompletionCatalog): void
}

/** A CodeMirror editor for PostgreSQL. The callbacks are asked for each time, so they may change. */
export function createEditorView(parent: HTMLElement, text: string, callbacks: () => EditorCallbacks): SqlEditorView {
  const language = new Compartment()
  const view = new EditorView({
    parent,
    state: EditorState.create({ doc: text, extensions: [runKeys(callbacks), ...editing, language.of(languageOf(null)), watch(callbacks)] }),
  })
  return {
    view,
    setCatalog: (catalog) => view.dispatch({ effects: language.reconfigure(languageOf(catalog)) }),
  }
}

/** What a run sends: the selection if there is one, else everything. Suggestions that were on offer go away. */
export function partOf(view: EditorView): SqlPart {
  closeCompletion(view)
  const { state } = view
  const { from, to } = state.selection.main
  const selected = state.sliceDoc(from, to)
  if (selected.trim() === '') return { text: state.doc.toString(), offset: 0, start: { line: 1, column: 1 }, isSelection: false }
  const line = state.doc.lineAt(from)
  const column = Array.from(line.text.slice(0, from - line.from)).length + 1
  return { text: selected, offset: from, start: { line: line.number, column }, isSelection: true }
}

export function replaceText(view: EditorView, text: string, selection: Span): void {
  view.dispatch({
    changes: { from: 0, to: view.state.doc.length, insert: text },
    selection: { anchor: selection.from, head: selection.to },
    scrollIntoView: true,
  })
}

/** Underlines what an error points at; nothing when the text there has changed since. */
export function showErrorAt(view: EditorView, error: { readonly span: Span; readonly message: string } | null): void {
  const length = view.state.doc.length
  if (error === null || error.span.to > length) return view.dispatch(setDiagnostics(view.state, []))
  const { from, to } = error.span
  view.dispatch(setDiagnostics(view.state, [{ from, to, severity: 'error', message: error.message }]))
  view.dispatch({ effects: EditorView.scrollIntoView(from, { y: 'nearest', yMargin: 60 }) })
}

const editing: Extension[] = [
  lineNumbers(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  EditorState.allowMultipleSelections.of(true),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  autocompletion({ icons: false }),
  highlightActiveLine(),
  highlightSelectionMatches(),
  EditorState.tabSize.of(2),
  EditorView.contentAttributes.of({ 'aria-label': 'SQL', tabindex: '0', spellcheck: 'false', autocorrect: 'off', autocapitalize: 'off' }),
  placeholder('select …'),
  editorTheme,
  keymap.of([
    { key: 'Tab', run: acceptCompletion },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
]

function runKeys(callbacks: () => EditorCallbacks): Extension {
  const run = () => {
    callbacks().onRun()
    return true
  }
  return [
    Prec.highest(
      keymap.of([
        { key: 'Mod-Enter', run },
        { key: 'Ctrl-Enter', run },
      ]),
    ),
    Prec.low(keymap.of([{ key: 'Escape', run: () => callbacks().onCancel() }])),
  ]
}

function languageOf(catalog: CompletionCatalog | null): Extension {
  if (catalog === null) return sql({ dialect: PostgreSQL })
  const defaultSchema = catalog.search_path[0] ?? 'public'
  const source = ifNotIn(['String', 'QuotedIdentifier', 'LineComment', 'BlockComment', '.'], completeFromList(routineCompletions(catalog)))
  return [sql({ dialect: PostgreSQL, schema: namespaceOf(catalog), defaultSchema }), PostgreSQL.language.data.of({ autocomplete: source })]
}

function watch(callbacks: () => EditorCallbacks): Extension {
  return EditorView.updateListener.of((update) => {
    if (update.docChanged) callbacks().onText(update.state.doc.toString())
    if (!update.selectionSet && !update.docChanged) return
    const { from, to } = update.state.selection.main
    callbacks().onSelection(to > from && update.state.sliceDoc(from, to).trim() !== '')
  })
}
