import { Button, EmptyState, IconButton, SearchInput, SegmentedControl } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ScrollText, SearchX, X } from 'lucide-react'
import { useState } from 'react'
import { FollowSwitch } from '../../../lib/log-table/follow-switch.tsx'
import { logText } from '../messages.ts'
import { hasText, logGroups } from './log-groups.ts'
import { followMs, logQuery, logRowsMost, logStep } from './log-query.ts'
import { LogRow } from './log-row.tsx'
import { LogStates } from './log-states.tsx'

export interface LogsTabProps {
  readonly projectRef: string
  readonly slug: string
}

/** Shows the log lines of a function as they arrive. */
export function LogsTab({ projectRef, slug }: LogsTabProps) {
  const [isFollowing, setIsFollowing] = useState(true)
  const [text, setText] = useState('')
  const [level, setLevel] = useState<'all' | 'errors'>('all')
  const [request, setRequest] = useState<string | null>(null)
  const [limit, setLimit] = useState(logStep)
  const query = useQuery({
    ...logQuery(projectRef, { slug, kinds: ['line', 'boot', 'shutdown'], limit, ...(request !== null && { request_id: request }) }),
    refetchInterval: isFollowing ? followMs : false,
    placeholderData: (previous) => previous,
  })
  const rows = (query.data ?? []).filter(
    (row) =>
      hasText(row, text.trim().toLowerCase()) && (level === 'all' || (row.kind === 'line' && (row.level === 'error' || row.level === 'warning'))),
  )
  const isFiltered = text.trim() !== '' || level !== 'all' || request !== null
  return (
    <div className="flex flex-col gap-3 px-4 py-4 md:px-8">
      <search aria-label={logText.lines} className="flex flex-wrap items-center gap-3">
        <SearchInput
          label={logText.search}
          placeholder={logText.search}
          className="w-full md:w-72"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <SegmentedControl<'all' | 'errors'>
          label={logText.kinds}
          value={level}
          onValueChange={setLevel}
          options={[
            { value: 'all', label: logText.allLevels },
            { value: 'errors', label: logText.errorsOnly },
          ]}
        />
        {request !== null && (
          <span className="flex items-center gap-1 rounded-md border bg-surface pl-2 font-mono text-xs text-soft">
            {request.slice(0, 12)}
            <IconButton label={logText.allRequests} onClick={() => setRequest(null)} className="size-6 [&_svg]:size-3">
              <X aria-hidden />
            </IconButton>
          </span>
        )}
        <FollowSwitch isFollowing={isFollowing} onChange={setIsFollowing} />
      </search>
      <LogStates query={query}>
        {rows.length === 0 ? (
          isFiltered ? (
            <EmptyState icon={<SearchX aria-hidden />} title={logText.noMatch} />
          ) : (
            <EmptyState icon={<ScrollText aria-hidden />} title={logText.empty.title}>
              {logText.empty.text}
            </EmptyState>
          )
        ) : (
          <ol aria-label={logText.lines} className="ruled rounded-lg border bg-surface">
            {logGroups(rows).map(({ id, requestId, rows: together }) => (
              <li key={id} className="group flex items-start py-1">
                <div className="min-w-0 flex-1">
                  {together.map((row) => (
                    <LogRow key={row.id} row={row} />
                  ))}
                </div>
                {requestId !== null && request === null && (
                  <button
                    type="button"
                    className="mt-1 mr-2 shrink-0 rounded-sm px-1 font-mono text-2xs leading-5 text-faint hover:bg-hover hover:text-fg"
                    aria-label={logText.onlyRequest(requestId)}
                    title={logText.onlyRequest(requestId)}
                    onClick={() => setRequest(requestId)}
                  >
                    {requestId.slice(0, 12)}
                  </button>
                )}
              </li>
            ))}
          </ol>
        )}
        {query.data?.length === limit && limit < logRowsMost && (
          <Button className="self-center" onClick={() => setLimit(limit + logStep)}>
            {logText.older}
          </Button>
        )}
      </LogStates>
    </div>
  )
}
