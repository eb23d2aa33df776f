import { useQuery } from '@tanstack/react-query'
import { logText } from '../messages.ts'
import { logQuery, logRowsMost } from './log-query.ts'
import { LogRow } from './log-row.tsx'
import { LogStates } from './log-states.tsx'

export interface RequestLinesProps {
  readonly projectRef: string
  readonly requestId: string
  /** Interval between checks for more lines. */
  readonly everyMs?: number | undefined
}

/** Shows the log lines of one request. */
export function RequestLines({ projectRef, requestId, everyMs }: RequestLinesProps) {
  const query = useQuery({
    ...logQuery(projectRef, { request_id: requestId, kinds: ['line'], limit: logRowsMost }),
    ...(everyMs !== undefined && { refetchInterval: everyMs }),
  })
  return (
    <LogStates query={query}>
      {query.data?.length === 0 ? (
        <p className="text-xs text-faint">{logText.noLines}</p>
      ) : (
        <ol aria-label={logText.requestLines} className="rounded-md border bg-surface py-1">
          {query.data?.map((row) => (
            <li key={row.id}>
              <LogRow row={row} />
            </li>
          ))}
        </ol>
      )}
    </LogStates>
  )
}
