import { Kbd, Progress, Spinner } from '@colonnade/ui'
import { useState } from 'react'
import type { SqlPart, SqlRunState } from '../run/run-state.ts'
import { rowsText } from '../wording.ts'
import { OutputView, type OutputViewProps } from './output-view.tsx'
import { QueryError, type QueryErrorProps } from './query-error.tsx'
import { Rehearsal } from './rehearsal.tsx'

export interface ResultsPaneProps {
  readonly projectRef: string
  readonly run: SqlRunState
  readonly place: QueryErrorProps['place']
  readonly modifier: string
  readonly onGoTo: () => void
  readonly onRunAgain: (part: SqlPart, rowLimit: number | null) => void
  /** How the result was drawn when that was last chosen; null for as rows. */
  readonly chart: OutputViewProps['chart']
  readonly onChart: OutputViewProps['onChart']
}

/** What a run answers, from its first row on. */
export function ResultsPane({ projectRef, run, place, modifier, onGoTo, onRunAgain, chart, onChart }: ResultsPaneProps) {
  const number = useRunNumber(run)
  const shown = useShownRun(run, number)
  if (run.kind === 'idle') {
    return (
      <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-soft">
        <p>
          Results appear here. Press <Kbd>{modifier}</Kbd> <Kbd>↵</Kbd> to run everything, or only what is selected.
        </p>
        <Rehearsal projectRef={projectRef} />
      </div>
    )
  }
  const { sets } = run.output
  const isWaiting = run.kind === 'running' && isEmpty(run)
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {isWaiting && (
        <output className="absolute inset-0 flex items-center justify-center gap-2 p-6 text-soft">
          <Spinner />
          {run.isCancelling ? 'Cancelling…' : 'Running…'}
        </output>
      )}
      {run.kind === 'running' && !isWaiting && (
        <Progress label={`Running, ${rowsText(sets.reduce((all, { count }) => all + count, 0))} so far`} value={null} className="-mb-1 h-1" />
      )}
      {run.kind === 'failed' && (
        <QueryError
          error={run.error}
          tookMs={run.tookMs}
          place={place}
          onGoTo={onGoTo}
          onRunAgain={() => onRunAgain(run.part, run.options.rowLimit)}
          isAbove={!isEmpty(run)}
          sets={sets}
        />
      )}
      {shown !== null && (
        // out of sight, and of reach, until the new run has something to show in its place; `visibility` would have each element styled anew
        <div className={isWaiting ? 'flex min-h-0 flex-1 flex-col [content-visibility:hidden]' : 'flex min-h-0 flex-1 flex-col'}>
          <OutputView
            projectRef={projectRef}
            run={shown.run}
            number={shown.number}
            onRaiseLimit={(rowLimit) => onRunAgain(shown.run.part, rowLimit)}
            chart={chart}
            onChart={onChart}
          />
        </div>
      )}
    </div>
  )
}

type Begun = Exclude<SqlRunState, { kind: 'idle' }>

function isEmpty({ output: { sets, statements, notices } }: Begun): boolean {
  return sets.length + statements.length + notices.length === 0
}

interface ShownRun {
  readonly run: Begun
  readonly number: number
}

/**
 * The run whose answer stands in the page: while a new one has said nothing yet, the one before. To build all of its parts anew would take
 * longer than most answers do.
 */
function useShownRun(run: SqlRunState, number: number): ShownRun | null {
  const [before, setBefore] = useState<ShownRun | null>(null)
  if (run.kind === 'running' && isEmpty(run)) return before
  const hasNone = run.kind === 'idle' || (run.kind === 'failed' && isEmpty(run))
  if (before?.run === run || (hasNone && before === null)) return before
  const shown = hasNone ? null : { run, number }
  setBefore(shown)
  return shown
}

/** Counts runs: what is chosen and arranged in the results of one is not taken to the next. */
function useRunNumber(run: SqlRunState): number {
  const key = run.kind === 'idle' ? null : run.key
  const [seen, setSeen] = useState({ key, number: 0 })
  if (seen.key === key) return seen.number
  const now = { key, number: seen.number + 1 }
  setSeen(now)
  return now.number
}
