import { area, line } from 'd3-shape'
import { memo } from 'react'
import { colorOf, topsOf, type ChartKind, type Series } from './series.ts'

/** Where the drawing lies in its box, in pixels: what reads the chart lies exactly over it. */
export const plotMargin = { top: 8, right: 10, bottom: 22 } as const

export interface Limit {
  readonly value: number
  readonly label: string
}

export interface PlotProps {
  readonly kind: ChartKind
  readonly isStacked: boolean
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly width: number
  readonly height: number
  /** Pixels that the marks of values take at the left. */
  readonly axisPx: number
  readonly timeDomain: readonly [number, number]
  readonly timeTicks: readonly number[]
  readonly timeText: (time: number) => string
  readonly valueTicks: readonly number[]
  readonly valueText: (value: number) => string
  readonly limit: Limit | undefined
}

/** Share of its place that a bar fills. */
const barShare = 0.72
const maxBarPx = 32
/** From an axis to its texts, in pixels. */
const textGapPx = 6

/** A value on the screen: where it is, what it stands on, and whether it has neighbours. */
interface Mark {
  readonly x: number
  readonly top: number
  readonly bottom: number
  readonly isAlone: boolean
}

/** The drawing alone. It does not move: neither when it appears nor when its numbers change. */
export const Plot = memo(function Plot(props: PlotProps) {
  const { kind, isStacked, times, series, width, height, axisPx, timeDomain, valueTicks, limit } = props
  const right = width - plotMargin.right
  const bottom = height - plotMargin.bottom
  const [low, high] = [valueTicks[0]!, valueTicks.at(-1)!]
  const x = (time: number): number => axisPx + ((time - timeDomain[0]) / (timeDomain[1] - timeDomain[0])) * (right - axisPx)
  const y = (value: number): number => bottom - ((value - low) / (high - low)) * (bottom - plotMargin.top)

  const tops = times.map((_, index) => topsOf(series, index, isStacked))
  const marksOf = (at: number): readonly (Mark | null)[] =>
    times.map((time, index) => {
      const top = tops[index]![at] ?? null
      if (top === null) return null
      const standsOn = isStacked ? (tops[index]!.slice(0, at).findLast((below) => below !== null) ?? 0) : 0
      const isAlone = (tops[index - 1]?.[at] ?? null) === null && (tops[index + 1]?.[at] ?? null) === null
      return { x: x(time), top: y(top), bottom: y(standsOn), isAlone }
    })
  const placePx = ((right - axisPx) / Math.max(times.length, 1)) * barShare
  const rowPx = Math.min(maxBarPx, Math.max(1, Math.floor(isStacked ? placePx : placePx / series.length)))
  return (
    <svg width={width} height={height} aria-hidden className="block">
      <g className="fill-faint text-[11px] tabular-nums">
        {valueTicks.map((value) => (
          <g key={value}>
            <line x1={axisPx} x2={right} y1={y(value)} y2={y(value)} stroke={value === low ? 'var(--line-strong)' : 'var(--line)'} />
            <text x={axisPx - textGapPx} y={y(value)} dy="0.32em" textAnchor="end">
              {props.valueText(value)}
            </text>
          </g>
        ))}
        {props.timeTicks.map((time) => (
          <text key={time} x={x(time)} y={bottom + textGapPx} dy="0.8em" textAnchor="middle">
            {props.timeText(time)}
          </text>
        ))}
      </g>
      {limit && (
        <g>
          <line x1={axisPx} x2={right} y1={y(limit.value)} y2={y(limit.value)} stroke="var(--faint)" strokeDasharray="3 3" />
          <text x={right} y={y(limit.value) + textGapPx} dy="0.7em" textAnchor="end" className="fill-faint text-[11px]">
            {limit.label}
          </text>
        </g>
      )}
      {series.map((one, at) => {
        const drawn = { marks: marksOf(at), color: colorOf(one, at) }
        if (kind !== 'bars') return <Curve key={one.label} {...drawn} isFilled={kind === 'area'} />
        const shift = isStacked ? 0 : (at - (series.length - 1) / 2) * rowPx
        return <Bars key={one.label} {...drawn} shift={shift} barPx={rowPx} />
      })}
    </svg>
  )
})

interface DrawnProps {
  readonly marks: readonly (Mark | null)[]
  readonly color: string
}

/** A line with gaps where nothing was measured. A value between two gaps has no line, so it is a dot. */
function Curve({ marks, color, isFilled }: DrawnProps & { readonly isFilled: boolean }) {
  const isThere = (mark: Mark | null): mark is Mark => mark !== null
  const outline = line<Mark | null>()
    .defined(isThere)
    .x((mark) => mark!.x)
    .y((mark) => mark!.top)
  const surface = area<Mark | null>()
    .defined(isThere)
    .x((mark) => mark!.x)
    .y0((mark) => mark!.bottom)
    .y1((mark) => mark!.top)
  return (
    <g>
      {isFilled && <path d={surface(marks) ?? undefined} fill={color} fillOpacity={0.14} />}
      <path d={outline(marks) ?? undefined} fill="none" stroke={color} strokeWidth={1.5} strokeLinejoin="round" />
      {marks.map((mark) => mark?.isAlone === true && <circle key={mark.x} cx={mark.x} cy={mark.top} r={2} fill={color} />)}
    </g>
  )
}

function Bars({ marks, color, shift, barPx }: DrawnProps & { readonly shift: number; readonly barPx: number }) {
  return (
    <g fill={color}>
      {marks.map(
        (mark) =>
          mark !== null && (
            <rect
              key={mark.x}
              x={mark.x + shift - barPx / 2}
              width={barPx}
              y={Math.min(mark.top, mark.bottom)}
              height={Math.abs(mark.bottom - mark.top)}
            />
          ),
      )}
    </g>
  )
}
