import { cn, Kbd, Progress, Spinner } from '@colonnade/ui'
import { startTransition, useDeferredValue, useEffect, useState } from 'react'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { useIsAllowed } from '../../../scope/permissions.ts'
import type { SqlPart, SqlRunState } from '../run/run-state.ts'
import { rowsText } from '../wording.ts'
import { canRunEach } from '../run/explain-run-error.ts'
import { resultsPaneText } from './messages.ts'
import { OutputView, type OutputViewProps } from './output-view.tsx'
import { QueryError, type QueryErrorProps } from './query-error.tsx'
import { rehearsal } from './rehearsal.ts'

/** The rehearsal waits so long for a page that has nothing to do. */
const rehearsalPatienceMs = 2_000

export interface ResultsPaneProps {
  readonly projectRef: string
  readonly run: SqlRunState
  readonly place: QueryErrorProps['place']
  readonly modifier: string
  readonly onGoTo: () => void
  /** Replaces characters that only look like SQL's own in the editor; undefined where there is none. */
  readonly onReplaceStrays?: (() => void) | undefined
  readonly onRunAgain: (part: SqlPart, rowLimit: number | null, commitsEach?: boolean) => void
  /** How the result was drawn when that was last chosen; null for as rows. */
  readonly chart: OutputViewProps['chart']
  readonly onChart: OutputViewProps['onChart']
}

/** What a run answers, from its first row on. */
export function ResultsPane({ projectRef, run, place, modifier, onGoTo, onReplaceStrays, onRunAgain, chart, onChart }: ResultsPaneProps) {
  const mayWrite = useIsAllowed(projectRef)('database:write')
  const number = useRunNumber(run)
  const shown = useShownRun(run, number)
  const isIdle = run.kind === 'idle'
  const isWaiting = run.kind === 'running' && isEmpty(run)
  const isRehearsed = useRehearsed()
  // the first answer is drawn in small steps, in which the page goes on answering; later ones find most of what they need
  const isBegun = useDeferredValue(shown !== null)
  const { run: drawn, number: drawnNumber } = (isBegun ? shown : null) ?? { run: rehearsal, number: 0 }
  const isHidden = !isBegun || shown === null
  return (
    <div className="relative flex min-h-0 flex-1 flex-col">
      {isIdle && (
        <p className="m-auto p-6 text-center text-soft">
          {resultsPaneText.press} <Kbd>{modifier}</Kbd> <Kbd>↵</Kbd> {resultsPaneText.toRun}
        </p>
      )}
      {isWaiting && (
        <output className="absolute inset-0 flex items-center justify-center gap-2 p-6 text-soft">
          <Spinner />
          {run.isCancelling ? resultsPaneText.cancelling : resultsPaneText.running}
        </output>
      )}
      {run.kind === 'running' && !isWaiting && (
        <Progress
          label={resultsPaneText.runningSoFar(rowsText(run.output.sets.reduce((all, { count }) => all + count, 0)))}
          value={null}
          className="-mb-1 h-1"
        />
      )}
      {run.kind === 'failed' && (
        <QueryError
          error={run.error}
          ranOn={run.options.database !== undefined ? 'replica' : mayWrite ? 'writer' : 'reader'}
          tookMs={run.tookMs}
          place={place}
          onGoTo={onGoTo}
          text={run.part.text}
          onReplaceStrays={onReplaceStrays}
          onRunAgain={() => onRunAgain(run.part, run.options.rowLimit)}
          onRunEach={canRunEach(run) ? () => onRunAgain(run.part, run.options.rowLimit, true) : null}
          isAbove={!isEmpty(run)}
          output={run.output}
          transaction={run.transaction}
        />
      )}
      {(isRehearsed || !isHidden) && (
        // out of sight, and of reach, until there is something to show in its place. While waiting, none of it is styled again; but as
        // long as anything in the page is hidden that way, each key in the editor costs two milliseconds more
        <div
          inert={isHidden}
          className={cn('flex min-h-0 flex-1 flex-col', isHidden ? 'invisible absolute inset-0' : isWaiting && '[content-visibility:hidden]')}
        >
          <OutputView
            projectRef={projectRef}
            run={drawn}
            number={drawnNumber}
            onRaiseLimit={(rowLimit) => onRunAgain(drawn.part, rowLimit)}
            chart={isHidden ? null : chart}
            onChart={onChart}
          />
        </div>
      )}
    </div>
  )
}

/** True once the page has had time to draw an answer that nobody sees. */
function useRehearsed(): boolean {
  const [isRehearsed, setIsRehearsed] = useState(false)
  useEffect(() => whenIdle(() => startTransition(() => setIsRehearsed(true)), rehearsalPatienceMs), [])
  return isRehearsed
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
 * The run whose answer stands in the page: while a new one has said nothing yet, the one before. Building all of its parts again would
 * take longer than most answers do.
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
