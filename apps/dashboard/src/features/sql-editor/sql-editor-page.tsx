import { toast } from '@colonnade/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { messageOf } from '../../lib/error-notice.tsx'
import { keep, readKept } from '../../lib/kept.ts'
import { useTitle } from '../../lib/use-title.ts'
import { useIsAllowed } from '../../scope/permissions.ts'
import { CodeEditor, type CodeEditorHandle } from './code/code-editor.tsx'
import { appendToDraft, readDraft } from './draft.ts'
import { errorSpan } from './error-span.ts'
import { defaultRowLimit, defaultTimeLimit, rowLimits, timeLimits, type RowLimit, type TimeLimit } from './limits.ts'
import { completionCatalogQuery } from './queries.ts'
import { ResultsPane } from './results/results-pane.tsx'
import { RunBar } from './run-bar.tsx'
import { sqlRunStore, type SqlPart, type SqlRunState } from './run-store.ts'
import { useDraft } from './use-draft.ts'

export interface SqlEditorPageProps {
  readonly projectRef: string
  readonly projectName: string
  /** A text that another page asks to write; it goes below what is there. */
  readonly addition: string | undefined
  readonly onAdditionTaken: () => void
}

const modifier = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

export function SqlEditorPage({ projectRef, projectName, addition, onAdditionTaken }: SqlEditorPageProps) {
  useTitle('SQL editor', projectName)
  const isReadOnly = !useIsAllowed(projectRef)('database:write')
  const queryClient = useQueryClient()
  const store = sqlRunStore(projectRef)
  const run = useSyncExternalStore(store.subscribe, store.get)
  const { data: catalog = null } = useQuery(completionCatalogQuery(projectRef))
  const draft = useDraft(projectRef)
  const editor = useRef<CodeEditorHandle>(null)
  const [isSelection, setIsSelection] = useState(false)
  const [rowLimit, setRowLimit] = useKeptChoice<RowLimit>('sql-row-limit', rowLimits, defaultRowLimit)
  const [timeLimit, setTimeLimit] = useKeptChoice<TimeLimit>('sql-time-limit', timeChoices, defaultTimeLimit)
  const layout = useDefaultLayout({ id: 'sql-editor', panelIds: ['code', 'results'], storage: localStorage })
  const error = useMemo(() => errorSpan(run), [run])

  useEffect(() => {
    if (addition === undefined) return
    const { text, from } = appendToDraft(readDraft(projectRef), addition)
    editor.current?.replace(text, { from, to: text.trimEnd().length })
    editor.current?.focus()
    onAdditionTaken()
  }, [addition, projectRef, onAdditionTaken])

  const send = async (part: SqlPart, limit: number) => {
    const end: SqlRunState = await store.run(part, { rowLimit: limit, timeoutMs: Number(timeLimit) })
    // statements may have made, changed or removed anything in the project
    if (end.kind === 'done' && end.reply.results.some(({ command }) => command !== 'SELECT')) {
      await queryClient.invalidateQueries({ queryKey: ['projects', projectRef], predicate: ({ queryKey }) => queryKey.length > 2 })
    }
  }
  const runPart = () => {
    const part = editor.current?.part()
    if (part && part.text.trim() !== '') void send(part, rowLimit)
  }
  const cancel = () => {
    if (store.get().kind !== 'running') return false
    store.cancel().catch((thrown: unknown) => toast.error(`Failed to cancel: ${messageOf(thrown)}`))
    return true
  }

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) cancel()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <main className="flex min-h-0 flex-1 flex-col">
      <RunBar
        run={run}
        isSelection={isSelection}
        isEmpty={draft.isEmpty}
        isReadOnly={isReadOnly}
        modifier={modifier}
        rowLimit={rowLimit}
        timeLimit={timeLimit}
        onRun={runPart}
        onCancel={cancel}
        onRowLimit={setRowLimit}
        onTimeLimit={setTimeLimit}
      />
      <Group orientation="vertical" className="min-h-0 flex-1" defaultLayout={layout.defaultLayout} onLayoutChanged={layout.onLayoutChanged}>
        <Panel id="code" defaultSize="50%" minSize="15%" className="flex flex-col">
          <CodeEditor
            ref={editor}
            initialText={draft.initial}
            catalog={catalog}
            error={error}
            onRun={runPart}
            onCancel={cancel}
            onText={draft.write}
            onSelection={setIsSelection}
          />
        </Panel>
        <Separator
          className="h-px bg-line outline-none hover:bg-accent focus-visible:bg-accent data-[separator=active]:bg-accent"
          aria-label="Height of the results"
        />
        <Panel id="results" defaultSize="50%" minSize="15%" className="flex min-h-0 flex-col">
          <ResultsPane
            run={run}
            place={error?.place ?? null}
            modifier={modifier}
            onGoTo={() => error && editor.current?.select(error.span)}
            onRunAgain={(part, limit) => void send(part, limit)}
          />
        </Panel>
      </Group>
    </main>
  )
}

const timeChoices = timeLimits.map(({ value }) => value)

/** One of a few values, remembered by the browser. */
function useKeptChoice<Value extends string | number>(key: string, choices: readonly Value[], first: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => choices.find((choice) => String(choice) === readKept(key)) ?? first)
  return [
    value,
    (next) => {
      setValue(next)
      keep(key, String(next))
    },
  ]
}
