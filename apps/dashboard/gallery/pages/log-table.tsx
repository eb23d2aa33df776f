import { EmptyState, Select, type Tone } from '@colonnade/ui'
import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { FollowSwitch } from '../../src/lib/log-table/follow-switch.tsx'
import { LogDays } from '../../src/lib/log-table/log-days.tsx'
import { LogFilters } from '../../src/lib/log-table/log-filters.tsx'
import { LogHistogram } from '../../src/lib/log-table/log-histogram.tsx'
import { LogLine } from '../../src/lib/log-table/log-line.tsx'
import { LogTable } from '../../src/lib/log-table/log-table.tsx'
import { PeriodSelect } from '../../src/lib/log-table/period-select.tsx'
import { bucketsOf, rangeOf, type Period } from '../../src/lib/log-table/time-range.ts'
import type { Pages } from '../../src/lib/paged-list/pages.ts'
import { Specimen, Specimens } from '../specimen.tsx'

const now = new Date(2026, 10, 27, 18, 30).getTime()
const hourMs = 3_600_000

type Level = 'info' | 'warning' | 'error'
const levels: Readonly<Record<Level, { readonly label: string; readonly tone: Tone }>> = {
  info: { label: 'Info', tone: 'neutral' },
  warning: { label: 'Warning', tone: 'warning' },
  error: { label: 'Error', tone: 'danger' },
}

interface Line {
  readonly id: number
  readonly at: number
  readonly level: Level
  readonly text: string
}

const levelOf = (index: number): Level => (index % 37 === 0 ? 'error' : index % 11 === 0 ? 'warning' : 'info')
/** A line every 20 seconds, newest first: somewhat more than a day. */
const lines: readonly Line[] = Array.from({ length: 5_000 }, (_, index) => ({
  id: 5_000 - index,
  at: now - index * 20_000,
  level: levelOf(index),
  text: `GET /rest/v1/albums took ${20 + (index % 300)} ms`,
}))

const pages = (items: readonly Line[] | undefined, error: unknown = null): Pages<Line> => ({
  items,
  error,
  retry: () => {},
  hasMore: false,
  isLoadingMore: false,
  loadMore: () => {},
})

const periods: readonly Period<'1' | '24'>[] = [
  { value: '1', label: 'Last hour', ms: hourMs },
  { value: '24', label: 'Last 24 hours', ms: 24 * hourMs },
]

const renderLine = ({ id, at, level, text }: Line) => (
  <LogLine time={new Date(at).toISOString()} level={levels[level]} text={text} details={id % 3 === 0 ? JSON.stringify({ id, status: 200 }) : null} />
)

const empty = (
  <EmptyState icon={<ScrollText aria-hidden />} title="No lines" className="h-full justify-center border-0">
    Nothing was logged in this period.
  </EmptyState>
)

/** A log as a page puts it together: filters, a histogram, lines that load while people scroll. */
function Log() {
  const [period, setPeriod] = useState<'1' | '24' | undefined>('1')
  const [level, setLevel] = useState<Level | 'all'>('all')
  const [isFollowing, setIsFollowing] = useState(false)
  const { since = lines.at(-1)!.at } = rangeOf(periods, period, now)
  const shown = lines.filter((line) => line.at > since && (level === 'all' || line.level === level))
  const buckets = bucketsOf({ since, until: now })
  const countOf = (counted: Level) =>
    buckets.times.map((time) => shown.filter((line) => line.level === counted && line.at >= time && line.at < time + buckets.ms).length)
  const isFiltered = period !== undefined || level !== 'all'
  return (
    <div className="flex w-full min-w-0 flex-col gap-3">
      <LogFilters
        label="Lines of the log"
        onClear={
          isFiltered
            ? () => {
                setPeriod(undefined)
                setLevel('all')
              }
            : undefined
        }
      >
        <PeriodSelect periods={periods} value={period} onChange={setPeriod} />
        <Select<Level | 'all'>
          label="Level"
          className="w-36 max-md:flex-1"
          value={level}
          onValueChange={setLevel}
          options={[{ value: 'all', label: 'All levels' }, ...(['info', 'warning', 'error'] as const).map((value) => ({ value, ...levels[value] }))]}
        />
        <FollowSwitch isFollowing={isFollowing} onChange={setIsFollowing} />
      </LogFilters>
      <p className="text-xs text-faint">{shown.length} lines</p>
      <LogHistogram
        label="Lines by level"
        buckets={buckets}
        series={(['info', 'warning', 'error'] as const).map((each) => ({ label: levels[each].label, values: countOf(each) }))}
      />
      <LogTable
        label="Lines"
        pages={pages(shown)}
        keyOf={({ id }) => String(id)}
        renderLine={renderLine}
        empty={empty}
        className="h-80 rounded-lg border"
      />
    </div>
  )
}

interface StateProps {
  readonly label: string
  readonly shown: Pages<Line>
}

function State({ label, shown }: StateProps) {
  return <LogTable label={label} pages={shown} keyOf={({ id }) => String(id)} renderLine={renderLine} empty={empty} className="h-48 w-full" />
}

export default function LogTablePage() {
  return (
    <>
      <section aria-label="A log with everything" className="flex flex-col gap-3">
        <h2 className="text-base font-semibold">LogFilters, LogHistogram and LogTable</h2>
        <Log />
      </section>
      <Specimens title="LogTable">
        <Specimen title="Loading" className="p-0">
          <State label="Lines that load" shown={pages(undefined)} />
        </Specimen>
        <Specimen title="No lines" className="p-0">
          <State label="No lines" shown={pages([])} />
        </Specimen>
        <Specimen title="Loading failed" className="p-0">
          <State label="Lines that failed to load" shown={pages(undefined, new Error('No answer'))} />
        </Specimen>
      </Specimens>
      <Specimens title="LogDays">
        <Specimen title="Entries by day">
          <div className="flex w-full flex-col gap-4">
            <LogDays
              entries={lines.filter(({ id }) => id % 2_000 < 3)}
              keyOf={({ id }) => String(id)}
              timeOf={({ at }) => new Date(at).toISOString()}
              renderEntry={renderLine}
            />
          </div>
        </Specimen>
      </Specimens>
    </>
  )
}
