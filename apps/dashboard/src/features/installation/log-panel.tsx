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
import { logPanelText } from './messages.ts'
import { logsQuery } from './queries.ts'

const levels: Readonly<Record<LogLevel, { readonly label: string; readonly tone: Tone }>> = {
  debug: { label: logPanelText.debug, tone: 'neutral' },
  info: { label: logPanelText.info, tone: 'neutral' },
  warn: { label: logPanelText.warning, tone: 'warning' },
  error: { label: logPanelText.error, tone: 'danger' },
}
const choices: Readonly<Record<LogLevel, string>> = {
  debug: 'Everything',
  info: logPanelText.infoAbove,
  warn: logPanelText.warningsErrors,
  error: logPanelText.errors,
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
    <Panel label={logPanelText.log}>
      <PanelHeader
        title={logPanelText.log}
        description={data && <Kept page={data} />}
        aside={<FollowSwitch isFollowing={isFollowing} onChange={setIsFollowing} />}
      />
      <PanelContent className="py-3">
        <LogFilters label={logPanelText.logLines}>
          <SearchInput
            label={logPanelText.searchLog}
            placeholder={logPanelText.searchLog}
            className="min-w-0 flex-1 basis-48"
            value={search}
            maxLength={200}
            onChange={(event) => setSearch(event.target.value)}
          />
          <Select
            label={logPanelText.level}
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
        <EmptyState
          icon={<ScrollText aria-hidden />}
          title={search === '' ? logPanelText.noLogLinesYet : logPanelText.noMatchingLines}
          className="border-0"
        >
          {search === '' ? logPanelText.errorsWarningsPlatformShow : logPanelText.changeSearchLevel}
        </EmptyState>
      ) : (
        <ol aria-label={logPanelText.log} className="ruled">
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
              {logPanelText.showMore}
            </Button>
          ) : (
            <p className="text-xs text-faint">{logPanelText.moreLinesExistSearch}</p>
          )}
        </PanelContent>
      )}
    </Panel>
  )
}

function Kept({ page: { since } }: { readonly page: LogPage }) {
  return (
    <>
      {logPanelText.platformLogSince} <RelativeTime value={since} />, {logPanelText.keptMemoryWrittenStandard}
    </>
  )
}

function Line({ line: { time, level, event, fields } }: { readonly line: LogLine }) {
  return <LogTableLine time={time} level={levels[level]} text={event} details={fields === '{}' ? null : fields} />
}

function Loading() {
  return (
    <output aria-label={logPanelText.loadingLog} className="flex flex-col gap-3">
      <Skeleton className="w-2/3" />
      <Skeleton className="w-1/2" />
      <Skeleton className="w-2/3" />
    </output>
  )
}
