import { toast } from '@colonnade/ui'
import { useSuspenseQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { ErrorNotice, failureText } from '../../../lib/error-notice.tsx'
import { loaded } from '../../../lib/late/loaded.ts'
import { profileQuery } from '../../../scope/queries.ts'
import type { CodeEditorHandle } from '../code/code-editor.tsx'
import { conflictWords } from '../diff/conflict-words.ts'
import { keepRunsOf } from '../history/kept-runs.ts'
import { sqlRunStore } from '../run/run-store.ts'
import { SqlWorkbench, type SqlRunner } from '../workbench/sql-workbench.tsx'
import { saveRunMs } from '../limits.ts'
import type { OpenDocument } from './document-state.ts'
import type { SqlDocumentStore } from './document-store.ts'
import { documentPaneText } from './messages.ts'
import { MissingDocument } from './missing-document.tsx'
import { NameField } from './name-field.tsx'
import { SaveNote } from './save-note.tsx'
import { useDocument } from './use-document.ts'

const ConflictDialog = lazy(loaded(() => import('../diff/conflict-dialog.tsx'), 'ConflictDialog'))

export interface DocumentPaneProps {
  readonly store: SqlDocumentStore
  /** It is the new text. */
  readonly isNew: boolean
  /** The editor of what is open, and what runs in it. */
  readonly editor: RefObject<CodeEditorHandle | null>
  readonly runner: RefObject<SqlRunner | null>
  /** Runs it as soon as it is open. */
  readonly isRunDue: boolean
  readonly onRunBegun: () => void
  readonly onClose: () => void
  readonly onNew: () => void
  /** Makes another text of this one. */
  readonly onCopy: (text: string, name: string) => void
}

/** One text: the workbench as soon as it is known, and why there is none when there is not. */
export function DocumentPane(props: DocumentPaneProps) {
  const { store, isNew, onClose, onNew } = props
  const state = useDocument(store, isNew)
  switch (state.kind) {
    case 'opening':
      return <div aria-busy className="flex-1" />
    case 'failed':
      return (
        <div className="p-4">
          <ErrorNotice error={state.error} subject={documentPaneText.openFailed} onRetry={() => void store.reopen()} />
        </div>
      )
    case 'missing':
      return <MissingDocument onClose={onClose} onNew={onNew} />
    case 'open':
      return <OpenDocumentPane {...props} document={state} />
  }
}

interface OpenDocumentPaneProps extends DocumentPaneProps {
  readonly document: OpenDocument
}

function OpenDocumentPane({ store, document, editor, runner, isRunDue, onRunBegun, onCopy }: OpenDocumentPaneProps) {
  const { ref: projectRef, id } = store.key
  const [initialText] = useState(() => store.text)
  const [isComparing, setIsComparing] = useState(false)
  useEffect(() => store.onText((text) => editor.current?.update(text)), [store, editor])
  // what came between the first look and this one
  useEffect(() => editor.current?.update(store.text), [store, editor])
  useEffect(() => keepRunsOf(store.key), [store])
  const begin = useEffectEvent(() => {
    onRunBegun()
    const part = editor.current?.part()
    if (part) runner.current?.start(part)
  })
  useEffect(() => {
    if (isRunDue) begin()
  }, [isRunDue])
  useEffect(() => {
    const runs = sqlRunStore(projectRef, id)
    let due: ReturnType<typeof setTimeout> | undefined
    const save = () => {
      due = undefined
      store.touch()
    }
    let wasRunning = false
    // what is run is saved, but not before its answer: both would wait for each other
    const note = () => {
      const isRunning = runs.get().kind === 'running'
      if (isRunning && !wasRunning) due ??= setTimeout(save, saveRunMs)
      wasRunning = isRunning
    }
    note()
    const stop = runs.subscribe(note)
    return () => {
      stop()
      if (due === undefined) return
      clearTimeout(due)
      save()
    }
  }, [store, projectRef, id])
  // leaving it for another page or text
  useEffect(() => () => void store.save(), [store])
  const address = useSuspenseQuery(profileQuery).data.primary_email
  const conflict = document.save.kind === 'conflict' ? conflictWords(document.save.theirs, address) : null
  const settle = () => {
    setIsComparing(false)
    // after the dialog has put the focus where it thinks best
    setTimeout(() => editor.current?.focus())
  }
  const copy = () => onCopy(store.text, document.name)
  return (
    <>
      <SqlWorkbench
        ref={editor}
        runner={runner}
        projectRef={projectRef}
        document={{
          key: id,
          initialText,
          onText: (text) => store.write(text),
          isReadOnly: document.snippet?.is_writable === false,
          chart: document.chart,
          onChart: (chart) => store.draw(chart),
        }}
        heading={
          // as wide whatever it says, so that what stands beside it stays in its place
          <div className="mr-1 flex w-full min-w-0 items-center gap-1.5 md:w-auto md:max-w-[30rem] md:basis-80 md:has-data-warning:grow">
            <NameField
              name={document.name}
              isWritable={document.snippet?.is_writable !== false}
              onRename={(name) => {
                store.rename(name).catch((thrown: unknown) => toast.error(failureText('rename', thrown)))
              }}
            />
            <SaveNote document={document} conflict={conflict} onCompare={() => setIsComparing(true)} onCopy={copy} />
          </div>
        }
      />
      {document.save.kind === 'conflict' && conflict !== null && isComparing && (
        <Suspense>
          <ConflictDialog
            store={store}
            theirs={document.save.theirs}
            words={conflict}
            onCopy={copy}
            onClose={() => setIsComparing(false)}
            onSettled={settle}
          />
        </Suspense>
      )}
    </>
  )
}
