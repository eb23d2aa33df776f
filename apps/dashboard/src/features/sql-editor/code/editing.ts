import { acceptCompletion, closeBrackets, closeBracketsKeymap, completionKeymap, nextSnippetField, prevSnippetField } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { PostgreSQL } from '@codemirror/lang-sql'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { lintKeymap } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension, Prec } from '@codemirror/state'
import {
  crosshairCursor,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  placeholder,
  rectangularSelection,
} from '@codemirror/view'
import { catalogField } from './catalog/catalog-field.ts'
import { checks } from './checking/checks.ts'
import { marksField } from './checking/diagnostics.ts'
import { signatures } from './completion/signature.ts'
import { sqlCompletion } from './completion/source.ts'
import { drawnSelection } from './drawn-selection.ts'
import { closeDescription, describeAtCursor, descriptions } from './reading/hover.ts'
import { currentStatementMark } from './statements/current-mark.ts'
import { statementField } from './statements/statement-field.ts'
import { editorTheme } from '../../../lib/code/editor-theme.ts'
import { editingText } from './messages.ts'

/**
 * Without its own completion: that knows no names. A key press has the parser read on to the next part of the tree that it can take over as
 * it is: parts of 128 places of the text instead of 1,024, so a long script's tree uses more memory (3 MB for 5,000 lines).
 */
const language: Extension = PostgreSQL.language.configure({ bufferLength: 128 })

const look: Extension = [
  lineNumbers(),
  foldGutter({ openText: '⌄', closedText: '›' }),
  codeFolding(),
  highlightActiveLineGutter(),
  highlightSpecialChars(),
  drawnSelection,
  dropCursor(),
  bracketMatching(),
  highlightActiveLine(),
  highlightSelectionMatches(),
  editorTheme,
  // what is written is laid out and painted without a look at the rest of the page; the layer of tooltips has the theme's class, too, and is none of it
  EditorView.theme({
    '&.cm-editor': { contain: 'strict' },
    // and a line without a look at the others: the browser keeps what it has painted of them. Not `content`, which axe-core takes for a layer above
    // the shade of a sheet, and so finds its colours wanting
    '.cm-line': { contain: 'layout paint' },
  }),
]

const selecting: Extension = [
  EditorState.allowMultipleSelections.of(true),
  EditorView.clickAddsSelectionRange.of((event) => event.altKey && !event.shiftKey),
  rectangularSelection({ eventFilter: (event) => event.altKey && event.shiftKey && event.button === 0 }),
  crosshairCursor({ key: 'Alt' }),
]

const keys: Extension = [
  Prec.high(
    keymap.of([
      { key: 'Tab', run: acceptCompletion },
      { key: 'Mod-i', run: describeAtCursor, preventDefault: true },
      { key: 'Escape', run: closeDescription },
    ]),
  ),
  keymap.of([
    { key: 'Tab', run: nextSnippetField, shift: prevSnippetField },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]),
]

/** Everything of the editor that is the same for every text. */
export const editing: Extension = [
  statementField,
  catalogField,
  marksField,
  language,
  look,
  selecting,
  history(),
  indentOnInput(),
  closeBrackets(),
  sqlCompletion,
  signatures,
  descriptions,
  checks,
  currentStatementMark,
  search({ top: true }),
  EditorState.phrases.of({
    next: editingText.next,
    previous: editingText.previous,
    all: editingText.selectAll,
    replace: editingText.replace,
    'replace all': editingText.replaceAll,
    'match case': editingText.matchCase,
    regexp: editingText.regularExpression,
    'by word': editingText.wholeWords,
  }),
  EditorState.tabSize.of(2),
  EditorView.contentAttributes.of({
    'aria-label': editingText.sql,
    'aria-description': editingText.tabHint,
    tabindex: '0',
    spellcheck: 'false',
    autocorrect: 'off',
    autocapitalize: 'off',
  }),
  placeholder('select …'),
  keys,
]
