import type { LogLine, LogPage } from '@colonnade/contracts/installation/installation'
import { type LogLevel, logLevels } from '@colonnade/core'
import {
  Badge,
  Button,
  CodeBlock,
  EmptyState,
  Panel,
  PanelContent,
  PanelHeader,
  RelativeTime,
  SearchInput,
  Select,
  Skeleton,
  Switch,
  type Tone,
} from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ScrollText } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useSettled } from '../../lib/late/use-settled.ts'
import { logLinesMax, logLinesStep, settleMs } from './limits.ts'
import { logsQuery } from './queries.ts'

const levels: Readonly<Record<LogLevel, { readonly label: string; readonly tone: Tone }>> = {
  debug: { label: 'Debug', tone: 'neutral' },
  info: { label: 'Info', tone: 'neutral' },
  warn: { label: 'Warning', tone: 'warning' },
  error: { label: 'Error', tone: 'danger' },
}
const choices: Readonly<Record<LogLevel, string>> = {
  debug: 'Everything',
  info: 'Info and worse',
  warn: 'Warnings and errors',
  error: 'Errors',
}

/** What the platform itself logged lately. */
export function LogPanel() {
  const [level, setLevel] = useState<LogLevel>('info')
  const [search, setSearch] = useState('')
  const [isFollowing, setIsFollowing] = useState(true)
  const [limit, setLimit] = useState(logLinesStep)
  const { data, error, refetch } = useQuery(logsQuery({ level, search: useSettled(search, settleMs), limit }, isFollowing))
  const offered = data === undefined ? logLevels : logLevels.slice(logLevels.indexOf(data.least_level))
  return (
    <Panel label="Log">
      <PanelHeader
        title="Log"
        description={data && <Kept page={data} />}
        aside={<Switch isOn={isFollowing} onChange={setIsFollowing} label={<span className="text-xs text-soft">Follow</span>} />}
      />
      <PanelContent className="flex flex-wrap gap-2 py-3">
        <SearchInput
          label="Search the log"
          placeholder="Search the log"
          className="min-w-0 flex-1 basis-48"
          value={search}
          maxLength={200}
          onChange={(event) => setSearch(event.target.value)}
        />
        <Select
          label="Level"
          className="w-44"
          value={level}
          options={offered.map((each) => ({ value: each, label: choices[each] }))}
          onValueChange={setLevel}
        />
      </PanelContent>
      {error && <PanelContent>{<ErrorNotice error={error} onRetry={() => void refetch()} />}</PanelContent>}
      {data === undefined ? (
        !error && (
          <PanelContent>
            <Loading />
          </PanelContent>
        )
      ) : data.items.length === 0 ? (
        <EmptyState icon={<ScrollText aria-hidden />} title={search === '' ? 'Nothing was logged' : 'No line has that'} className="border-0">
          {search === '' ? 'No news is good news: what goes wrong shows up here.' : 'Look for something else, or for less.'}
        </EmptyState>
      ) : (
        <ol aria-label="Log" className="ruled">
          {data.items.map((line) => (
            <Line key={`${line.time} ${line.number}`} line={line} />
          ))}
        </ol>
      )}
      {data?.has_more === true && (
        <PanelContent className="flex justify-center">
          {limit < logLinesMax ? (
            <Button size="sm" onClick={() => setLimit(Math.min(limit + logLinesStep, logLinesMax))}>
              Show more
            </Button>
          ) : (
            <p className="text-xs text-faint">There are more. Search for what you look for.</p>
          )}
        </PanelContent>
      )}
    </Panel>
  )
}

function Kept({ page: { since } }: { readonly page: LogPage }) {
  return (
    <>
      What the platform itself wrote since <RelativeTime value={since} />, kept in its memory. All of it goes to its standard output, too.
    </>
  )
}

function Line({ line: { time, level, event, fields } }: { readonly line: LogLine }) {
  const hasFields = fields !== '{}'
  const head = (
    <>
      <Badge tone={levels[level].tone} className="shrink-0">
        {levels[level].label}
      </Badge>
      <span className="min-w-0 flex-1 wrap-anywhere">{event}</span>
      {hasFields && <ChevronRight aria-hidden className="mt-0.5 size-3.5 shrink-0 text-faint transition-transform group-open:rotate-90" />}
    </>
  )
  return (
    <li className="flex items-start gap-x-3 gap-y-1 px-4 py-2 max-sm:flex-col">
      <span className="w-24 shrink-0 text-xs leading-5 text-faint">
        <RelativeTime value={time} />
      </span>
      {hasFields ? (
        <details className="group min-w-0 flex-1 max-sm:w-full">
          <summary className="flex cursor-pointer items-start gap-2 rounded-sm">{head}</summary>
          <CodeBlock className="mt-2" label={`details of ${event}`} code={fields} isWrapped />
        </details>
      ) : (
        <div className="flex min-w-0 flex-1 items-start gap-2">{head}</div>
      )}
    </li>
  )
}

function Loading() {
  return (
    <output aria-label="Loading the log" className="flex flex-col gap-3">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-2/3" />
    </output>
  )
}
