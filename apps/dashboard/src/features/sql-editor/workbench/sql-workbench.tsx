import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { useSuspenseQuery } from '@tanstack/react-query'
import { type ReactNode, type Ref, useDeferredValue, useEffect, useEffectEvent, useImperativeHandle, useMemo, useRef, useState } from 'react'
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels'
import { useStableHandlers } from '../stable-handlers.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import { projectQuery } from '../../../scope/queries.ts'
import { CodeEditor, type CodeEditorHandle } from '../code/code-editor.tsx'
import { ExplainMenu } from '../plan/explain/explain-menu.tsx'
import { WorkbenchActionsContext } from '../plan/workbench-actions.ts'
import { ResultsPane } from '../results/results-pane.tsx'
import { errorSpan } from '../run/error-span.ts'
import { LeaveGuard } from '../run/session/leave-guard.tsx'
import { RunBar } from '../run/run-bar.tsx'
import type { RunKind } from '../run/run-button.tsx'
import type { SqlPart } from '../run/run-state.ts'
import { SaveAsMenu } from '../save-as/save-as-menu.tsx'
import { holdsTransaction } from '../run/session/session-rules.ts'
import { SessionStrip } from '../run/session/session-strip.tsx'
import { RunDialog } from '../statements/run-dialog.tsx'
import { sqlWorkbenchText } from './messages.ts'
import { useSqlRun } from './use-sql-run.ts'

/** A text that is written and run: a snippet, a new one, or what the panel holds. */
export interface SqlDocument {
  /** Distinguishes the runs of snippets open at the same time. */
  readonly key: string
  /** As it is when the workbench opens; `onText` reports later changes. */
  readonly initialText: string
  readonly onText: (text: string) => void
  /** It belongs to somebody else: it can be run, but not changed. */
  readonly isReadOnly?: boolean
  /** How its result is drawn; null, or left out, for as rows. */
  readonly chart?: SnippetChart | null
  readonly onChart?: (chart: SnippetChart | null) => void
}

/** What the workbench can be asked to run from outside. */
export interface SqlRunner {
  /** As if its own button had been pressed: with all that is asked before. */
  start(part: SqlPart): void
}

export interface SqlWorkbenchProps {
  readonly projectRef: string
  readonly document: SqlDocument
  /** What the code editor can be asked for from outside. */
  readonly ref?: Ref<CodeEditorHandle>
  readonly runner?: Ref<SqlRunner>
  /** At the left end of the bar: what is written here. */
  readonly heading?: ReactNode
  /** At the right end of the bar. */
  readonly actions?: ReactNode
}

const modifier = /Mac|iP(hone|ad)/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Where SQL is written and run: the code above, what it answers below. The page and the panel both are one of these. */
export function SqlWorkbench({ projectRef, document: text, ref, runner, heading, actions }: SqlWorkbenchProps) {
  const isReadOnly = !useIsAllowed(projectRef)('database:write')
  const { data: project } = useSuspenseQuery(projectQuery(projectRef))
  const sqlRun = useSqlRun(projectRef, text.key)
  const { run, session, choices } = sqlRun
  // what it answers comes first; the bar follows
  const running = useDeferredValue(run.kind === 'running' ? run : null)
  const [isEmpty, setIsEmpty] = useState(text.initialText.trim() === '')
  const editor = useRef<CodeEditorHandle>(null)
  useImperativeHandle(ref, () => editor.current!, [])
  const actionsBelow = useMemo(() => ({ projectRef, addText: (sql: string) => editor.current?.append(sql) }), [projectRef])
  const [isSelection, setIsSelection] = useState(false)
  const layout = useDefaultLayout({ id: 'sql-editor', panelIds: ['code', 'results'], storage: localStorage })
  const error = useMemo(() => errorSpan(run), [run])
  const isInTransaction = holdsTransaction(session)
  const lastPart = run.kind === 'done' || run.kind === 'failed' ? run.part : null

  const written = () => editor.current && { part: editor.current.part(), cursor: editor.current.cursor() }
  // whatever is run, parameters are asked for first
  const start = async (part: SqlPart) => {
    const prepared = await editor.current?.prepare(part)
    if (prepared) sqlRun.start(prepared)
  }
  const runPart = (kind: RunKind) => {
    // which one is meant is the editor's to say: the selection if there is one
    const part = editor.current?.part(kind === 'selection' ? undefined : kind)
    if (part) void start(part)
  }
  const explain = async (part: SqlPart, isUndone: boolean) => {
    const prepared = await editor.current?.prepare(part)
    if (prepared) sqlRun.explain(prepared, isUndone)
  }
  useImperativeHandle(runner, () => ({ start: (part: SqlPart) => void start(part) }))
  const handlers = useStableHandlers({
    written,
    prepare: async (part: SqlPart) => (await editor.current?.prepare(part)) ?? null,
    onExplain: (part: SqlPart, isUndone: boolean) => void explain(part, isUndone),
    onRun: runPart,
    onRunInEditor: (kind: RunKind = 'selection') => runPart(kind),
    onCancel: sqlRun.cancel,
    onChange: sqlRun.setChoices,
    onCloseSession: sqlRun.closeSession,
    onSource: sqlRun.setDatabase,
    onText: text.onText,
  })
  const end = (command: 'commit' | 'rollback') => {
    // why it failed stands in the results
    sqlRun.end(command).catch(() => {})
  }

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) sqlRun.cancel()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onEscape(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])

  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col">
      <RunBar
        projectRef={projectRef}
        heading={heading}
        actions={
          <>
            {!isReadOnly && <SaveAsMenu projectRef={projectRef} written={handlers.written} />}
            {actions}
          </>
        }
        explain={
          <ExplainMenu
            projectRef={projectRef}
            written={handlers.written}
            prepare={handlers.prepare}
            transaction={session.kind === 'kept' ? session.transaction : 'none'}
            isDisabled={isEmpty || running !== null}
            onRun={handlers.onExplain}
          />
        }
        running={running}
        session={session}
        isChecking={sqlRun.check.kind === 'checking'}
        isSelection={isSelection}
        isEmpty={isEmpty}
        isReadOnly={isReadOnly}
        modifier={modifier}
        choices={choices}
        source={{ value: sqlRun.database, isFixed: isInTransaction || running !== null, onChange: handlers.onSource }}
        onRun={handlers.onRun}
        onCancel={handlers.onCancel}
        onChange={handlers.onChange}
        onCloseSession={handlers.onCloseSession}
      />
      <SessionStrip
        session={session}
        isRunning={run.kind === 'running'}
        onCommit={() => end('commit')}
        onRollBack={() => end('rollback')}
        onRunAgain={lastPart === null ? null : () => sqlRun.start(lastPart)}
        onDismiss={sqlRun.closeSession}
      />
      <Group orientation="vertical" className="min-h-0 flex-1" defaultLayout={layout.defaultLayout} onLayoutChanged={layout.onLayoutChanged}>
        <Panel id="code" defaultSize="50%" minSize="15%" className="flex flex-col">
          <CodeEditor
            ref={editor}
            projectRef={projectRef}
            documentKey={text.key}
            initialText={text.initialText}
            isReadOnly={text.isReadOnly ?? false}
            error={error}
            onRun={handlers.onRunInEditor}
            onEmpty={setIsEmpty}
            onCancel={handlers.onCancel}
            onText={handlers.onText}
            onSelection={setIsSelection}
          />
        </Panel>
        <Separator
          className="h-px bg-line hover:bg-accent focus-visible:bg-accent focus-visible:outline-offset-0 data-[separator=active]:bg-accent"
          aria-label={sqlWorkbenchText.resultsHeight}
        />
        <Panel id="results" defaultSize="50%" minSize="15%" className="flex min-h-0 flex-col">
          <WorkbenchActionsContext value={actionsBelow}>
            <ResultsPane
              projectRef={projectRef}
              chart={text.chart ?? null}
              onChart={text.onChart}
              run={run}
              place={error?.place ?? null}
              modifier={modifier}
              onGoTo={() => error && editor.current?.select(error.span)}
              onReplaceStrays={text.isReadOnly === true ? undefined : () => editor.current?.replaceStrays()}
              onRunAgain={(part, rowLimit, commitsEach) => sqlRun.request({ part, rowLimit, ...(commitsEach && { commitsEach }) })}
            />
          </WorkbenchActionsContext>
        </Panel>
      </Group>
      <RunDialog
        projectRef={projectRef}
        projectName={project.name}
        as={sqlRun.as}
        check={sqlRun.check}
        confirm={sqlRun.confirm}
        giveUp={sqlRun.giveUp}
      />
      <LeaveGuard projectRef={projectRef} />
    </div>
  )
}
