import { nextDiagnostic } from '@codemirror/lint'
import { toast } from '@colonnade/ui'
import { type Ref, useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react'
import { updateText } from '../../../lib/code/update-text.ts'
import { focusLate } from '../../../lib/late/late-focus.ts'
import { lineAndColumn, type Span } from '../../../lib/sql-text/position.ts'
import type { SqlPart } from '../run/run-state.ts'
import { setCatalog } from './catalog/catalog-field.ts'
import { useSqlCatalog } from './catalog/use-sql-catalog.ts'
import { showMarks } from './checking/diagnostics.ts'
import { leaveEditor, leftEditor } from './editor-memory.ts'
import { createEditorView, type EditorActions, type EditorCallbacks, type SqlEditorView } from './editor-view.ts'
import { format } from './formatting/format.ts'
import { appendText, partOf, replaceText, selectSpan, type PartKind } from './parts.ts'
import { useDefinition } from './reading/use-definition.tsx'
import type { Refusal } from './sending/read-part.ts'
import { usePreparedPart } from './sending/use-prepared-part.tsx'
import { StatusBar } from './status-bar.tsx'
import { StatusStore } from './status.ts'
import { errorMark } from './checking/run-error.ts'
import { replaceStrays } from './checking/stray-marks.ts'
import { codeEditorText } from './messages.ts'

export interface CodeEditorHandle {
  /** Returns the SQL; without a kind the selection, if there is one, otherwise everything. A missing selection or statement also means everything. */
  part(kind?: PartKind): SqlPart
  /**
   * A part as it is sent: commands of psql's become queries, and the values of parameters are asked for. Null when it can't be sent, which the
   * editor then explains, or when the person gave up. To be asked before every run.
   */
  prepare(part: SqlPart): Promise<SqlPart | null>
  /** Lays out the selection, or everything. */
  format(): Promise<void>
  /** Where the cursor is, in units from the beginning of the text. */
  cursor(): number
  replace(text: string, selection: Span): void
  /** Takes over a text that was written elsewhere; the cursor stays. */
  update(text: string): void
  /** Writes SQL below what is there, and selects it. */
  append(sql: string): void
  select(span: Span): void
  /** Replaces characters that only look like SQL's own. */
  replaceStrays(): void
  focus(): void
}

export interface CodeEditorProps extends EditorCallbacks {
  readonly ref: Ref<CodeEditorHandle>
  readonly projectRef: string
  /** The values of parameters are remembered under it, and what can be undone. */
  readonly documentKey: string
  readonly initialText: string
  /** It can be read, selected and run, but not changed. */
  readonly isReadOnly?: boolean
  readonly error: { readonly span: Span; readonly message: string } | null
}

/** Edits SQL. The line below it shows the cursor position and problems. */
export function CodeEditor(props: CodeEditorProps) {
  const { ref, projectRef, documentKey, initialText, isReadOnly = false, error } = props
  const place = useRef<HTMLDivElement>(null)
  const editor = useRef<SqlEditorView>(null)
  const memoryKey = `${projectRef} ${documentKey}`
  const [status] = useState(() => new StatusStore())
  const [refusal, setRefusal] = useState<string | null>(null)
  const catalog = useSqlCatalog(projectRef)
  const { define, dialog: definition } = useDefinition(projectRef, () => editor.current?.view ?? null)

  const onRefused = (part: SqlPart, refusals: readonly Refusal[]) => {
    const { view } = editor.current!
    const [worst] = refusals
    setRefusal(worst === undefined ? null : codeEditorText.line(part.start.line + lineAndColumn(part.text, worst.span.from).line - 1, worst.words))
    showMarks(
      view,
      'refused',
      refusals.map(({ span, words }) => ({ from: span.from + part.offset, to: span.to + part.offset, severity: 'error', message: words })),
    )
    if (worst !== undefined) view.dispatch({ selection: { anchor: worst.span.from + part.offset }, scrollIntoView: true })
  }
  const { prepare, dialog: parameters } = usePreparedPart(`sql-parameters:${projectRef}:${documentKey}`, onRefused)

  const formatText = async () => {
    try {
      const { changed, skipped } = await format(editor.current!.view)
      if (skipped > 0) toast.error(codeEditorText.skipped(skipped))
      else if (changed === 0) toast.success(codeEditorText.alreadyFormatted)
    } catch {
      toast.error(codeEditorText.formatterFailed)
    }
  }
  const callbacksNow = useEffectEvent((): EditorCallbacks => props)
  const actionsNow = useEffectEvent((): EditorActions => ({
    onFormat: () => void formatText(),
    onDefinition: define,
    onUpdate: (update) => {
      status.update(update)
      if (update.docChanged) setRefusal(null)
    },
  }))
  // while it still stands in the page, or where it was scrolled to would be lost
  useLayoutEffect(
    () => () => {
      if (editor.current) leaveEditor(memoryKey, editor.current.view)
    },
    [memoryKey],
  )
  const first = useRef(initialText)
  useEffect(() => {
    const left = leftEditor(memoryKey)
    const created = createEditorView(
      place.current!,
      left ?? first.current,
      () => callbacksNow(),
      () => actionsNow(),
    )
    editor.current = created
    // changed elsewhere since it was left
    if (left) updateText(created.view, first.current)
    status.show(created.view.state)
    focusLate(place.current!, () => created.view.focus())
    // before what keeps the text when the page is left: that one listens later
    const flush = () => created.flush()
    window.addEventListener('pagehide', flush)
    return () => {
      window.removeEventListener('pagehide', flush)
      first.current = created.view.state.doc.toString()
      created.destroy()
      editor.current = null
    }
  }, [status, memoryKey])
  useEffect(() => editor.current?.setReadOnly(isReadOnly), [isReadOnly])
  useEffect(() => {
    if (catalog !== null) editor.current?.view.dispatch({ effects: setCatalog.of(catalog) })
  }, [catalog])
  useEffect(() => {
    if (editor.current) errorMark(editor.current.view, error)
  }, [error])
  useImperativeHandle(ref, () => {
    const view = () => editor.current!.view
    return {
      part: (kind) => partOf(view(), kind),
      prepare,
      format: formatText,
      cursor: () => view().state.selection.main.head,
      replace: (text, selection) => replaceText(view(), text, selection),
      update: (text) => updateText(view(), text),
      append: (sql) => appendText(view(), sql),
      select: (span) => selectSpan(view(), span),
      replaceStrays: () => replaceStrays(view()),
      focus: () => view().focus(),
    }
  })
  const goToProblem = () => {
    const { view } = editor.current!
    nextDiagnostic(view)
    view.focus()
  }
  return (
    <>
      <div ref={place} className="min-h-0 flex-1 overflow-hidden" />
      <StatusBar status={status} refusal={refusal} onNextProblem={goToProblem} />
      {parameters}
      {definition}
    </>
  )
}
