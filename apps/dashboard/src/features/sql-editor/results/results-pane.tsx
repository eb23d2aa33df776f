import { Kbd, Progress, Spinner } from '@colonnade/ui'
import { useState } from 'react'
import type { ResultSet, SqlPart, SqlRunState } from '../run/run-state.ts'
import { rowsText } from '../wording.ts'
import { OutputView, type OutputViewProps } from './output-view.tsx'
import { QueryError, type QueryErrorProps } from './query-error.tsx'

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
  if (run.kind === 'idle') {
    return (
      <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-soft">
        <p>
          Results appear here. Press <Kbd>{modifier}</Kbd> <Kbd>↵</Kbd> to run everything, or only what is selected.
        </p>
      </div>
    )
  }
  const { sets, statements, notices } = run.output
  const isEmpty = sets.length + statements.length + notices.length === 0
  const output = (
    <OutputView
      key={number}
      projectRef={projectRef}
      run={run}
      onRaiseLimit={(rowLimit) => onRunAgain(run.part, rowLimit)}
      chart={chart}
      onChart={onChart}
    />
  )
  switch (run.kind) {
    case 'running':
      if (isEmpty) {
        return (
          <output className="flex flex-1 items-center justify-center gap-2 p-6 text-soft">
            <Spinner />
            {run.isCancelling ? 'Cancelling…' : 'Running…'}
          </output>
        )
      }
      return (
        <>
          <Progress label={`Running, ${rowsText(sets.reduce((all, { count }) => all + count, 0))} so far`} value={null} className="-mb-1 h-1" />
          {output}
        </>
      )
    case 'failed':
      return (
        <>
          <QueryError error={run.error} tookMs={run.tookMs} place={place} onGoTo={onGoTo} isAbove={!isEmpty} note={partialNote(sets)} />
          {!isEmpty && output}
        </>
      )
    case 'done':
      return output
  }
}

/** What is said of results that came before the end. */
function partialNote(sets: readonly ResultSet[]): string | null {
  if (sets.length === 0) return null
  return sets.every(({ isComplete }) => isComplete)
    ? 'The results below are of the statements before it.'
    : 'The rows below came before that; those of the last result are not all.'
}

/** Counts runs: what is chosen and arranged in the results of one is not taken to the next. */
function useRunNumber(run: SqlRunState): number {
  const part = run.kind === 'idle' ? null : run.part
  const [seen, setSeen] = useState({ part, number: 0, wasRunning: run.kind === 'running' })
  const isNew = seen.part !== part || (run.kind === 'running' && !seen.wasRunning)
  if (isNew) setSeen({ part, number: seen.number + 1, wasRunning: run.kind === 'running' })
  else if (seen.wasRunning !== (run.kind === 'running')) setSeen({ ...seen, wasRunning: run.kind === 'running' })
  return isNew ? seen.number + 1 : seen.number
}
