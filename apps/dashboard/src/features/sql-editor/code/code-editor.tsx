import type { EditorView } from '@codemirror/view'
import type { CompletionCatalog } from '@colonnade/pg-meta'
import { useEffect, useRef, type Ref, useImperativeHandle } from 'react'
import type { Span } from '../position.ts'
import type { SqlPart } from '../run-store.ts'
import { createEditorView, partOf, replaceText, showErrorAt, type EditorCallbacks, type SqlEditorView } from './editor-view.ts'

export interface CodeEditorHandle {
  part(): SqlPart
  replace(text: string, selection: Span): void
  select(span: Span): void
  focus(): void
}

export interface CodeEditorProps extends EditorCallbacks {
  readonly ref: Ref<CodeEditorHandle>
  readonly initialText: string
  readonly catalog: CompletionCatalog | null
  readonly error: { readonly span: Span; readonly message: string } | null
}

export function CodeEditor({ ref, initialText, catalog, error, onRun, onCancel, onText, onSelection }: CodeEditorProps) {
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<SqlEditorView>(null)
  const callbacks = useRef<EditorCallbacks>({ onRun, onCancel, onText, onSelection })
  const first = useRef(initialText)
  useEffect(() => {
    callbacks.current = { onRun, onCancel, onText, onSelection }
  })
  useEffect(() => {
    const created = createEditorView(place.current!, first.current, () => callbacks.current)
    editor.current = created
    created.view.focus()
    return () => {
      first.current = created.view.state.doc.toString()
      created.view.destroy()
      editor.current = null
    }
  }, [])
  useEffect(() => {
    if (catalog !== null) editor.current?.setCatalog(catalog)
  }, [catalog])
  useEffect(() => {
    if (editor.current) showErrorAt(editor.current.view, error)
  }, [error])
  useImperativeHandle(ref, () => handleOf(() => editor.current!.view), [])
  return <div ref={place} className="min-h-0 flex-1 overflow-hidden" />
}

function handleOf(view: () => EditorView): CodeEditorHandle {
  return {
    part: () => partOf(view()),
    replace: (text, selection) => replaceText(view(), text, selection),
    select({ from, to }) {
      const { length } = view().state.doc
      view().dispatch({ selection: { anchor: Math.min(from, length), head: Math.min(to, length) }, scrollIntoView: true })
      view().focus()
    },
    focus: () => view().focus(),
  }
}
