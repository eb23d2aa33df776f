import type { FunctionInvocation } from '@colonnade/contracts/functions/function-logs'
import { Badge, Button, EmptyState, SearchInput, type Tone } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { Activity, ChevronRight, SearchX } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '../../../lib/bytes.ts'
import { FollowSwitch } from '../../../lib/log-table/follow-switch.tsx'
import { durationText } from '../duration.ts'
import { logText } from '../messages.ts'
import { LimitLink } from './limit-link.tsx'
import { hasText } from './log-groups.ts'
import { followMs, logQuery, logRowsMost, logStep } from './log-query.ts'
import { LogTime } from './log-row.tsx'
import { LogStates } from './log-states.tsx'
import { RequestLines } from './request-lines.tsx'

export interface InvocationsTabProps {
  readonly projectRef: string
  readonly slug: string
}

/** Lists the invocations of a function with their log lines. */
export function InvocationsTab({ projectRef, slug }: InvocationsTabProps) {
  const [isFollowing, setIsFollowing] = useState(true)
  const [text, setText] = useState('')
  const [limit, setLimit] = useState(logStep)
  const query = useQuery({
    ...logQuery(projectRef, { slug, kinds: ['invocation'], limit }),
    refetchInterval: isFollowing ? followMs : false,
    placeholderData: (previous) => previous,
  })
  const wanted = text.trim().toLowerCase()
  const calls = (query.data ?? []).filter((row): row is FunctionInvocation => row.kind === 'invocation' && hasText(row, wanted)).toReversed()
  return (
    <div className="flex flex-col gap-3 px-4 py-4 md:px-8">
      <search aria-label={logText.invocations} className="flex flex-wrap items-center gap-3">
        <SearchInput
          label={logText.searchInvocations}
          placeholder={logText.searchInvocations}
          className="w-full md:w-72"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FollowSwitch isFollowing={isFollowing} onChange={setIsFollowing} />
      </search>
      <LogStates query={query}>
        {calls.length === 0 ? (
          wanted !== '' ? (
            <EmptyState icon={<SearchX aria-hidden />} title={logText.noMatch} />
          ) : (
            <EmptyState icon={<Activity aria-hidden />} title={logText.noInvocations.title}>
              {logText.noInvocations.text}
            </EmptyState>
          )
        ) : (
          <ol aria-label={logText.invocations} className="ruled rounded-lg border bg-surface">
            {calls.map((call) => (
              <li key={call.id}>
                <Invocation projectRef={projectRef} call={call} />
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

function Invocation({ projectRef, call }: { readonly projectRef: string; readonly call: FunctionInvocation }) {
  const [isOpen, setIsOpen] = useState(false)
  const { slug, timestamp, method, path, status, error_code, limit, duration_ms, is_cold, cpu_ms, memory_bytes, version, request_id } = call
  return (
    <details className="group" onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className="flex cursor-pointer flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1.5 hover:bg-hover">
        <LogTime timestamp={timestamp} />
        <Badge tone={toneOf(status)}>{status}</Badge>
        <span className="min-w-0 flex-1 basis-40 truncate font-mono text-xs" title={`${method} ${path}`}>
          {method} {path}
        </span>
        {is_cold && (
          <span title={logText.coldHint}>
            <Badge>{logText.cold}</Badge>
          </span>
        )}
        <span className="w-16 text-right text-xs tabular-nums">{durationText(duration_ms)}</span>
        <ChevronRight aria-hidden className="size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90" />
      </summary>
      {isOpen && (
        <div className="flex flex-col gap-2 bg-sunken px-3 py-2">
          <p className="dotted text-xs text-soft">
            {error_code !== null && <span className="font-mono">{error_code}</span>}
            <span>CPU {durationText(cpu_ms)}</span>
            <span>{formatBytes(memory_bytes)}</span>
            <span>{logText.version(version)}</span>
            <span className="font-mono wrap-anywhere">{request_id}</span>
            {limit != null && <LimitLink projectRef={projectRef} slug={slug} limit={limit} />}
          </p>
          <RequestLines projectRef={projectRef} requestId={request_id} />
        </div>
      )}
    </details>
  )
}

export function toneOf(status: number): Tone {
  if (status >= 500) return 'danger'
  return status >= 400 ? 'warning' : 'accent'
}
