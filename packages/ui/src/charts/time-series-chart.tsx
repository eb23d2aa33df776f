import { cn } from '../class-names.ts'
import { Loading, Skeleton } from '../feedback/skeleton.tsx'
import { summarize } from '../figures/sparkline-path.ts'
import { useActiveTime } from './active-time.ts'
import { Plot, plotMargin, type Limit } from './plot.tsx'
import { bucketText, nearestIndex, pxPerCharacter, timeMarks, timeTickText, valueTicks } from './scale.ts'
import { Reader } from './reader.tsx'
import { Readout } from './readout.tsx'
import { extentOf, type ChartKind, type Series } from './series.ts'
import { useWidth } from './use-width.ts'

export type { ChartKind, Limit, Series }

export interface TimeSeriesChartProps {
  /** What it shows; its name for who does not see it. */
  readonly label: string
  /** Start of each bucket in milliseconds since 1970, ascending. Some 120 at most. */
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly kind?: ChartKind
  /** Areas or bars stand on each other. */
  readonly isStacked?: boolean
  /** A value with its unit: 1.5 GB. */
  readonly format?: (value: number) => string
  /** 1024 for bytes, so that marks are round in kB, MB and GB. */
  readonly base?: 10 | 1024
  /** A line that should not be crossed. */
  readonly limit?: Limit
  /** Height of the drawing; the line that says the values stands above. */
  readonly heightPx?: number
  readonly isLoading?: boolean
  readonly emptyText?: string
  /** Charts with the same key are read together. */
  readonly syncId?: string
  readonly className?: string
}

/** Least room at the left, for half of a time below it such as "08:50". */
const halfMarkPx = 18

const plain = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const formatPlain = (value: number): string => plain.format(value)

/**
 * Numbers over time. The pointer, a finger or the arrow keys read the values of a bucket, which stand above the drawing.
 * Import `@colonnade/ui/charts` late: few pages need it.
 */
export function TimeSeriesChart(props: TimeSeriesChartProps) {
  const { label, times, series, isStacked = false, isLoading = false, heightPx = 160, className } = props
  const extent = extentOf(series, times.length, isStacked)
  if (isLoading) {
    return (
      <Loading label={label} className={cn('flex flex-col gap-2', className)}>
        <Skeleton className="w-40" />
        <Skeleton className="w-full rounded-md" heightPx={heightPx} />
      </Loading>
    )
  }
  if (extent === null) {
    return (
      <figure aria-label={label} className={cn('flex flex-col gap-2', className)}>
        <div className="h-4" />
        <div
          className="flex items-center justify-center rounded-md border border-dashed border-strong px-4 text-center text-faint"
          style={{ height: heightPx }}
        >
          {props.emptyText ?? 'Nothing was measured in this time.'}
        </div>
      </figure>
    )
  }
  return <Chart {...props} {...{ isStacked, heightPx, extent }} />
}

type ChartProps = TimeSeriesChartProps & {
  readonly isStacked: boolean
  readonly heightPx: number
  readonly extent: NonNullable<ReturnType<typeof extentOf>>
}

function Chart(props: ChartProps) {
  const { label, times, series, kind = 'line', isStacked, format = formatPlain, base = 10, limit, heightPx, extent, syncId, className } = props
  const [box, width] = useWidth()
  const [activeTime, setActiveTime] = useActiveTime(syncId)

  const marks = valueTicks(extent.low, Math.max(extent.high, limit?.value ?? 0), { isWhole: extent.isWhole, base })
  const axisPx = Math.max(halfMarkPx, Math.ceil(Math.max(...marks.map((mark) => format(mark).length)) * pxPerCharacter) + 10)
  const plotPx = Math.max(0, width - axisPx - plotMargin.right)
  const bucketMs = times.length > 1 ? (times.at(-1)! - times[0]!) / (times.length - 1) : 60_000
  const timeDomain = domainOf(times, kind, bucketMs)
  // a single time marks itself
  const { ticks, stepMs } =
    times.length === 1
      ? { ticks: times, stepMs: timeDomain[1] - timeDomain[0] }
      : timeMarks(timeDomain, { leftPx: axisPx, plotPx, rightPx: plotMargin.right })

  const nearest = activeTime === null ? -1 : nearestIndex(times, activeTime)
  const active = nearest >= 0 && Math.abs(times[nearest]! - activeTime!) <= bucketMs ? nearest : null
  const latest = latestIndex(series, times.length)
  return (
    <figure aria-label={label} className={cn('flex min-w-0 flex-col gap-2', className)}>
      <p className="sr-only">
        {`${bucketText(times[0]!, bucketMs)} to ${bucketText(times.at(-1)!, bucketMs)}. `}
        {series.map((one) => `${one.label}: ${summarize(one.values, format)}. `)}
      </p>
      <Readout
        series={series}
        index={active ?? latest}
        timeText={bucketText(times[active ?? latest]!, bucketMs)}
        isActive={active !== null}
        format={format}
      />
      <div ref={box} className="relative" style={{ height: heightPx }}>
        {width > 0 && (
          <>
            <div aria-hidden>
              <Plot
                {...{ kind, isStacked, times, series, width, axisPx, limit, timeDomain }}
                height={heightPx}
                timeTicks={ticks}
                timeText={(time) => timeTickText(time, stepMs)}
                valueTicks={marks}
                valueText={format}
              />
            </div>
            <Reader
              {...{ label, times, series, kind, isStacked, timeDomain, active, plotPx, bucketMs, format }}
              left={axisPx}
              heightPx={heightPx - plotMargin.top - plotMargin.bottom}
              valueDomain={[marks[0]!, marks.at(-1)!]}
              onRead={(index) => setActiveTime(index === null ? null : times[index]!)}
            />
          </>
        )}
      </div>
    </figure>
  )
}

/** Bars need room for half of the first and the last; one bucket alone still needs a width. */
function domainOf(times: readonly number[], kind: ChartKind, bucketMs: number): readonly [number, number] {
  const room = kind === 'bars' || times.length === 1 ? bucketMs / 2 : 0
  return [times[0]! - room, times.at(-1)! + room]
}

/** The last bucket that has a value. */
function latestIndex(series: readonly Series[], count: number): number {
  for (let index = count - 1; index >= 0; index -= 1) if (series.some(({ values }) => (values[index] ?? null) !== null)) return index
  return count - 1
}
