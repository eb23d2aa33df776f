import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { AxisPlot, seriesColor } from './axis-plot.tsx'
import type { ChartData } from './chart-data.ts'
import { chartGeometry, nearestPoint, type ChartGeometry, type Place } from './chart-geometry.ts'
import { valueText } from './chart-scale.ts'
import { chartViewText } from './messages.ts'
import { pieCenter, PiePlot, shareText, sliceAt, slicesOf } from './pie-plot.tsx'
import { useBox } from './use-box.ts'

export interface ChartViewProps {
  readonly label: string
  readonly chart: SnippetChart
  readonly data: ChartData
}

/** Points that Page Up and Page Down go over. */
const pagePoints = 10
const leastHeightPx = 140

/** A chart that is read by pointer, finger or arrow keys. To a screen reader it is a slider over its points, and a table. */
export function ChartView({ label, chart, data }: ChartViewProps) {
  const [box, { width, height: boxHeight }] = useBox()
  const [active, setActive] = useState<number | null>(null)
  const height = Math.max(leastHeightPx, boxHeight - 1)
  const isPie = chart.kind === 'pie'
  const isStacked = chart.is_stacked && !chart.is_logarithmic && (chart.kind === 'bar' || chart.kind === 'area')
  const geometry = useMemo(() => chartGeometry(chart, data, width, height), [chart, data, width, height])
  const slices = useMemo(() => (isPie ? slicesOf(data) : []), [isPie, data])
  const last = data.points.length - 1
  const read = active === null || active > last ? null : active
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const at = { x: event.clientX - left, y: event.clientY - top }
    setActive(isPie ? sliceAt(slices, width, height, at) : nearestPoint(geometry, chart.kind === 'scatter', at))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = pointAfter(event.key, read, last)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
  }
  const drawnHeight = isPie ? height : geometry.height
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col gap-2">
      {data.series.length > 1 && (
        <ul aria-label={chartViewText.series} className="flex shrink-0 flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
          {data.series.map((name, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- names may stand twice
            <li key={at} className="flex min-w-0 items-center gap-1.5">
              <span aria-hidden className="size-2.5 shrink-0 rounded-sm" style={{ background: seriesColor(at) }} />
              <span className="truncate">{name}</span>
            </li>
          ))}
        </ul>
      )}
      <div ref={box} className="min-h-36 min-w-0 flex-1 overflow-x-hidden overflow-y-auto">
        {width > 0 && (
          <div
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has no place for pictures
            role="slider"
            tabIndex={0}
            aria-label={chartViewText.valueByValue(label)}
            aria-valuemin={0}
            aria-valuemax={Math.max(0, last)}
            aria-valuenow={read ?? 0}
            aria-valuetext={spoken(data, read ?? 0)}
            className="relative touch-pan-y rounded-sm focus-visible:-outline-offset-2"
            style={{ width, height: drawnHeight }}
            onPointerMove={onPointer}
            onPointerDown={onPointer}
            onPointerLeave={() => setActive(null)}
            onPointerCancel={() => setActive(null)}
            onBlur={() => setActive(null)}
            onKeyDown={onKeyDown}
          >
            {isPie ? (
              <PiePlot data={data} width={width} height={height} active={read} />
            ) : (
              <AxisPlot kind={chart.kind} isStacked={isStacked} isSparse={data.isSparse} geometry={geometry} series={data.series.length} />
            )}
            {isPie && <Middle data={data} at={read} share={slices[read ?? -1]?.share} width={width} height={height} />}
            {read !== null && (
              <>
                {!isPie && <Guide geometry={geometry} at={read} />}
                {!isPie && <Tip data={data} at={read} place={tipOfPoint(geometry, read)} width={width} height={drawnHeight} />}
              </>
            )}
          </div>
        )}
      </div>
      <ChartTable label={label} data={data} />
    </div>
  )
}

function Guide({ geometry, at }: { readonly geometry: ChartGeometry; readonly at: number }) {
  const { isLying, left, right, top, bottom } = geometry
  const place = Math.round(geometry.place(at))
  const size = Math.max(1, Math.min(geometry.stepPx, 60))
  const isBar = geometry.stepPx > 6
  const style = isLying
    ? { left, width: right - left, top: place - size / 2, height: size }
    : { top, height: bottom - top, left: isBar ? place - size / 2 : place, width: isBar ? size : 1 }
  return <span aria-hidden className={`pointer-events-none absolute ${isLying || isBar ? 'bg-hover' : 'bg-strong'}`} style={style} />
}

const tipPx = { width: 200, gap: 12 } as const

interface TipProps {
  readonly data: ChartData
  readonly at: number
  readonly place: Place
  readonly width: number
  readonly height: number
}

function Tip({ data, at, place, width, height }: TipProps) {
  const { label, values } = data.points[at]!
  const isLeft = place.x + tipPx.gap + tipPx.width > width
  const heightPx = 30 + values.length * 18
  return (
    <div
      aria-hidden
      className="pop pointer-events-none absolute z-10 px-2 py-1.5 text-xs"
      style={{
        width: tipPx.width,
        left: Math.max(0, isLeft ? place.x - tipPx.gap - tipPx.width : place.x + tipPx.gap),
        top: Math.min(Math.max(0, place.y - heightPx / 2), Math.max(0, height - heightPx)),
      }}
    >
      <p className="mb-0.5 line-clamp-2 font-medium break-words">{label.slice(0, 200)}</p>
      {values.map((value, series) => (
        // oxlint-disable-next-line react/no-array-index-key -- names may stand twice
        <p key={series} className="flex items-center gap-1.5 text-soft">
          <span className="size-2 shrink-0 rounded-sm" style={{ background: seriesColor(series) }} />
          <span className="min-w-0 flex-1 truncate">{data.series[series]}</span>
          <span className="font-mono text-fg tabular-nums">{valueText(value)}</span>
        </p>
      ))}
    </div>
  )
}

function tipOfPoint(geometry: ChartGeometry, at: number): Place {
  const ends = geometry.spans[at]!.flatMap((span) => (span === null ? [] : [span[1]]))
  const along = geometry.place(at)
  if (geometry.isLying) return { x: Math.min(geometry.right - 60, Math.max(geometry.left, ...ends)), y: along }
  return { x: along, y: ends.length === 0 ? geometry.top : Math.min(...ends) }
}

interface MiddleProps {
  readonly data: ChartData
  readonly at: number | null
  readonly share: number | undefined
  readonly width: number
  readonly height: number
}

/** What a pie's slice is, or the whole of it, in its middle. */
function Middle({ data, at, share, width, height }: MiddleProps) {
  const { x, y, radius } = pieCenter(width, height)
  const point = at === null ? null : data.points[at]!
  const whole = data.points.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute flex flex-col items-center justify-center text-center text-xs leading-4"
      style={{ left: x - radius * 0.5, top: y - radius * 0.5, width: radius, height: radius }}
    >
      <span className="line-clamp-2 max-w-full break-words text-soft">{point?.label ?? data.series[0]}</span>
      <span className="font-mono text-fg tabular-nums">{valueText(point ? point.values[0]! : whole)}</span>
      {share !== undefined && <span className="text-faint tabular-nums">{shareText(share)}</span>}
    </div>
  )
}

/** Where a key leads; undefined when it leads nowhere. */
function pointAfter(key: string, at: number | null, last: number): number | null | undefined {
  const from = at ?? -1
  const go = (to: number) => Math.min(last, Math.max(0, to))
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return go(from + 1)
    case 'ArrowLeft':
    case 'ArrowUp':
      return at === null ? last : go(at - 1)
    case 'PageDown':
      return go(from + pagePoints)
    case 'PageUp':
      return go(from - pagePoints)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'Escape':
      return at === null ? undefined : null
    default:
      return undefined
  }
}

function spoken({ points, series }: ChartData, at: number): string {
  const point = points[at]
  return point === undefined
    ? chartViewText.nothingShown
    : `${point.label}: ${point.values.map((value, of) => `${series[of]} ${valueText(value)}`).join(', ')}`
}

/** What is drawn, for who reads a table rather than a picture. */
function ChartTable({ label, data }: { readonly label: string; readonly data: ChartData }) {
  return (
    <div className="sr-only">
      <table>
        <caption>{chartViewText.asTable(label)}</caption>
        <thead>
          <tr>
            <th scope="col">{chartViewText.label}</th>
            {data.series.map((name, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- names may stand twice
              <th key={at} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {data.points.map(({ label: name, values }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- points have no other name
            <tr key={at}>
              <th scope="row">{name.slice(0, 200)}</th>
              {values.map((value, series) => (
                // oxlint-disable-next-line react/no-array-index-key -- in the order of the series
                <td key={series}>{valueText(value)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
