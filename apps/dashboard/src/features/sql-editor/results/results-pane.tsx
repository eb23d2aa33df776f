import { Kbd, Spinner } from '@colonnade/ui'
import type { SqlPart, SqlRunState } from '../run-store.ts'
import { QueryError, type QueryErrorProps } from './query-error.tsx'
import { ReplyView } from './reply-view.tsx'

export interface ResultsPaneProps {
  readonly run: SqlRunState
  readonly place: QueryErrorProps['place']
  readonly modifier: string
  readonly onGoTo: () => void
  readonly onRunAgain: (part: SqlPart, rowLimit: number) => void
}

export function ResultsPane({ run, place, modifier, onGoTo, onRunAgain }: ResultsPaneProps) {
  switch (run.kind) {
    case 'idle':
      return (
        <div className="flex flex-1 flex-col items-center justify-center gap-2 p-6 text-center text-soft">
          <p>
            Results appear here. Press <Kbd>{modifier}</Kbd> <Kbd>↵</Kbd> to run everything, or only what is selected.
          </p>
        </div>
      )
    case 'running':
      return (
        <output className="flex flex-1 items-center justify-center gap-2 p-6 text-soft">
          <Spinner />
          {run.isCancelling ? 'Cancelling…' : 'Running…'}
        </output>
      )
    case 'failed':
      return <QueryError error={run.error} tookMs={run.tookMs} place={place} onGoTo={onGoTo} />
    case 'done':
      return <ReplyView key={run.tookMs} reply={run.reply} rowLimit={run.rowLimit} onRaiseLimit={(rowLimit) => onRunAgain(run.part, rowLimit)} />
  }
}
