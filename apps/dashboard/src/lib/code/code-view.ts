import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, indentOnInput } from '@codemirror/language'
import { closeSearchPanel, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, keymap } from '@codemirror/view'
import { editorTheme } from './editor-theme.ts'

/**
 * Keys of a field in a form. Tab goes to the next field, and Mod-Enter, which would add a line, sends the form. Escape closes the search before
 * it reaches the panel around the field.
 */
const keys: Extension = keymap.of([
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel', stopPropagation: true },
  ...closeBracketsKeymap,
  ...searchKeymap,
  ...historyKeymap,
  ...defaultKeymap.filter(({ key }) => key !== 'Mod-Enter'),
])

const lineRem = 1.25
const paddingRem = 1

/** As high as its text, but at least `rows` lines and never much of the window. */
export const height = (rows: number): Extension =>
  EditorView.theme({
    '&.cm-editor': { height: 'auto', borderRadius: '6px' },
    '.cm-scroller': { minHeight: `${rows * lineRem + paddingRem}rem`, maxHeight: `max(60dvh, ${rows * lineRem + paddingRem}rem)`, overflow: 'auto' },
  })

const base: Extension = [
  highlightSpecialChars(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  EditorState.tabSize.of(2),
  editorTheme,
  keys,
]

/** A plain editor of code: no running, completing or checking. What differs from panel to panel comes as `more`. */
export function createCodeView(parent: HTMLElement, doc: string, onText: (text: string) => void, more: Extension): EditorView {
  const tell = EditorView.updateListener.of(({ docChanged, state }) => docChanged && onText(state.doc.toString()))
  return new EditorView({ parent, state: EditorState.create({ doc, extensions: [base, tell, more] }) })
}
