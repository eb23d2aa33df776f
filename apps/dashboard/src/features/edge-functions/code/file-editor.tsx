import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete'
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput } from '@codemirror/language'
import { type Diagnostic, lintKeymap, setDiagnostics } from '@codemirror/lint'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { loadLanguage } from '../../../lib/code/code-language.ts'
import { editorTheme } from '../../../lib/code/editor-theme.ts'
import { updateText } from '../../../lib/code/update-text.ts'
import { languageOf } from './source.ts'

export interface FilePlace {
  readonly path: string
  readonly line: number
  readonly column: number
}

export interface FileEditorProps {
  readonly path: string
  readonly text: string
  /** Accessible name. */
  readonly label: string
  /** Undefined makes the file read-only. */
  readonly onChange?: ((text: string) => void) | undefined
  readonly problems: readonly { readonly line: number; readonly column: number; readonly message: string }[]
  /** Moves the cursor there, once per object. */
  readonly goTo: FilePlace | null
}

const extensions: Extension = [
  lineNumbers(),
  foldGutter({ openText: '⌄', closedText: '›' }),
  codeFolding(),
  highlightActiveLineGutter(),
  highlightActiveLine(),
  highlightSpecialChars(),
  highlightSelectionMatches(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  search({ top: true }),
  EditorState.tabSize.of(2),
  editorTheme,
  // Escape, then Tab leaves the editor
  keymap.of([...closeBracketsKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap, ...defaultKeymap, indentWithTab]),
]

/** Edits the files of a function. Each file keeps its history and cursor while another is open. Loaded late. */
export function FileEditor({ path, text, label, onChange, problems, goTo }: FileEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const shown = useRef(path)
  const [left] = useState(() => new Map<string, EditorState>())
  const [parts] = useState(() => ({ look: new Compartment(), language: new Compartment() }))
  const isReadOnly = onChange === undefined
  const tell = useEffectEvent((written: string) => written !== text && onChange?.(written))
  const begin = useEffectEvent(() => {
    const told = EditorView.updateListener.of(({ docChanged, state }) => docChanged && tell(state.doc.toString()))
    return EditorState.create({ doc: text, extensions: [extensions, told, parts.look.of([]), parts.language.of([])] })
  })
  useEffect(() => {
    const created = new EditorView({ parent: place.current!, state: begin() })
    view.current = created
    return () => {
      created.destroy()
      view.current = null
    }
  }, [])
  useEffect(() => {
    if (!view.current || shown.current === path) return
    left.set(shown.current, view.current.state)
    shown.current = path
    view.current.setState(left.get(path) ?? begin())
  }, [left, path])
  useEffect(() => {
    if (view.current) updateText(view.current, text)
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each file has a state of its own
  }, [path, text])
  useEffect(() => {
    const look: Extension = [
      EditorState.readOnly.of(isReadOnly),
      EditorView.contentAttributes.of({
        'aria-label': label,
        'aria-readonly': String(isReadOnly),
        tabindex: '0',
        spellcheck: 'false',
        autocorrect: 'off',
        autocapitalize: 'off',
      }),
    ]
    view.current?.dispatch({ effects: parts.look.reconfigure(look) })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each file has a state of its own
  }, [parts, path, label, isReadOnly])
  useEffect(() => {
    let isCurrent = true
    void loadLanguage(languageOf(path)).then((extension) => isCurrent && view.current?.dispatch({ effects: parts.language.reconfigure(extension) }))
    return () => {
      isCurrent = false
    }
  }, [parts, path])
  useEffect(() => {
    if (view.current) view.current.dispatch(setDiagnostics(view.current.state, marksOf(view.current.state, problems)))
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- each file has a state of its own
  }, [path, problems])
  useEffect(() => {
    if (!view.current || goTo?.path !== path) return
    view.current.dispatch({ selection: { anchor: offsetOf(view.current.state, goTo) }, scrollIntoView: true })
    view.current.focus()
  }, [path, goTo])
  return <div ref={place} className="h-full min-h-0 overflow-hidden" />
}

function offsetOf({ doc }: EditorState, { line: number, column }: { readonly line: number; readonly column: number }): number {
  const line = doc.line(Math.max(1, Math.min(number, doc.lines)))
  return Math.min(line.to, line.from + Math.max(0, column - 1))
}

function marksOf(state: EditorState, problems: FileEditorProps['problems']): Diagnostic[] {
  return problems.map((problem) => {
    const from = offsetOf(state, problem)
    const word = state.wordAt(from)
    return { from, to: word === null ? Math.min(from + 1, state.doc.length) : word.to, severity: 'error' as const, message: problem.message }
  })
}
