import type { LogLine, LogPage } from '@colonnade/contracts/installation/installation'
import { type LogLevel, logLevels } from '@colonnade/core'
import { Button, EmptyState, Panel, PanelContent, PanelHeader, RelativeTime, SearchInput, Select, Skeleton, type Tone } from '@colonnade/ui'
import { useQuery } from '@tanstack/react-query'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { ErrorNotice } from '../../lib/error-notice.tsx'
import { useSettled } from '../../lib/late/use-settled.ts'
import { FollowSwitch } from '../../lib/log-table/follow-switch.tsx'
import { LogFilters } from '../../lib/log-table/log-filters.tsx'
import { LogLine as LogTableLine } from '../../lib/log-table/log-line.tsx'
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
        aside={<FollowSwitch isFollowing={isFollowing} onChange={setIsFollowing} />}
      />
      <PanelContent className="py-3">
        <LogFilters label="Lines of the log">
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
        </LogFilters>
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
            <li key={`${line.time} ${line.number}`}>
              <Line line={line} />
            </li>
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
  return <LogTableLine time={time} level={levels[level]} text={event} details={fields === '{}' ? null : fields} />
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
