import type { SnippetChart } from '@colonnade/contracts/data/snippets'
import { memo } from 'react'
import { maxSeries } from './chart-choice.ts'
import { characterPx, type ChartGeometry } from './chart-geometry.ts'

/** Colors of series: five of their own, then these with more of the text's color, and grey for all others together. */
export function seriesColor(index: number): string {
  if (index >= maxSeries) return 'var(--faint)'
  const own = `var(--chart-${(index % 5) + 1})`
  return index < 5 ? own : `color-mix(in oklab, ${own} 55%, var(--fg))`
}

export interface AxisPlotProps {
  readonly kind: SnippetChart['kind']
  readonly isStacked: boolean
  /** Lines go on where there is no value. */
  readonly isSparse: boolean
  readonly geometry: ChartGeometry
  readonly series: number
}

const maxBarPx = 44
const barShare = 0.76

/** Bars, lines, areas and points, with their axes. All colors are attributes, so that a copy of it is a picture of its own. */
export const AxisPlot = memo(function AxisPlot({ kind, isStacked, isSparse, geometry, series }: AxisPlotProps) {
  const { width, height, left, right, top, bottom, isLying, valueMarks, placeMarks, endTexts, place, spans } = geometry
  const all = Array.from({ length: series }, (_, at) => at)
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden className="block" fontSize={11} fill="var(--faint)">
      {valueMarks.map(({ at, text }) => (
        <g key={at}>
          <line {...(isLying ? { x1: at, x2: at, y1: top, y2: bottom } : { x1: left, x2: right, y1: at, y2: at })} stroke="var(--line)" />
          <text
            {...(isLying ? { x: at, y: bottom + 6, dy: '0.8em', textAnchor: 'middle' } : { x: left - 6, y: at, dy: '0.32em', textAnchor: 'end' })}
          >
            {text}
          </text>
        </g>
      ))}
      {placeMarks.map(({ at, text }) => (
        <text
          key={`${at} ${text}`}
          {...(isLying
            ? { x: left - 8, y: at, dy: '0.32em', textAnchor: 'end' }
            : { x: Math.min(at, width - (text.length * characterPx) / 2), y: bottom + 6, dy: '0.8em', textAnchor: 'middle' })}
        >
          {text}
        </text>
      ))}
      <line
        {...(isLying ? { x1: left, x2: left, y1: top, y2: bottom } : { x1: left, x2: right, y1: bottom, y2: bottom })}
        stroke="var(--line-strong)"
      />
      {kind === 'bar' && all.map((at) => <Bars key={at} at={at} of={isStacked ? 1 : series} geometry={geometry} />)}
      {endTexts.map(
        ({ at, text }, index) =>
          text !== '' && (
            // oxlint-disable-next-line react/no-array-index-key -- points have no other name
            <text key={index} x={at} y={place(index)} dy="0.32em" fill={at < Math.max(...spans[index]![0]!) ? 'var(--canvas)' : 'var(--soft)'}>
              {text}
            </text>
          ),
      )}
      {(kind === 'line' || kind === 'area') &&
        all.map((at) => <Curve key={at} at={at} isFilled={kind === 'area'} isStacked={isStacked} isSparse={isSparse} geometry={geometry} />)}
      {kind === 'scatter' && all.map((at) => <Dots key={at} at={at} geometry={geometry} />)}
    </svg>
  )
})

interface SeriesProps {
  readonly at: number
  readonly geometry: ChartGeometry
}

function Bars({ at, of, geometry }: SeriesProps & { readonly of: number }) {
  const { spans, place, stepPx, isLying } = geometry
  const size = Math.max(1, Math.min(maxBarPx, (stepPx * barShare) / of))
  const shift = of === 1 ? -size / 2 : (at - of / 2) * size
  return (
    <g fill={seriesColor(at)}>
      {spans.map((span, index) => {
        const found = span[at]
        if (!found) return null
        const [from, to] = [Math.min(...found), Math.max(...found)]
        const across = place(index) + shift
        const length = Math.max(0.5, to - from)
        // oxlint-disable-next-line react/no-array-index-key -- points have no other name
        return (
          <rect
            key={index}
            {...(isLying ? { x: from, y: across, width: length, height: size } : { x: across, y: from, width: size, height: length })}
          />
        )
      })}
    </g>
  )
}

interface CurveProps extends SeriesProps {
  readonly isFilled: boolean
  readonly isStacked: boolean
  readonly isSparse: boolean
}

/** A line with gaps where there is no value, unless gaps are expected; a single value between two gaps is a dot. */
function Curve({ at, isFilled, isStacked, isSparse, geometry }: CurveProps) {
  const runs = runsOf(geometry, at, isSparse)
  const path = (points: readonly (readonly [number, number])[]) =>
    points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
  const color = seriesColor(at)
  return (
    <g>
      {isFilled && (
        <path
          d={runs
            .map((run) => `${path(run.map(({ x, top }) => [x, top]))}${path(run.toReversed().map(({ x, base }) => [x, base])).replace('M', 'L')}Z`)
            .join('')}
          fill={color}
          fillOpacity={isStacked ? 0.55 : 0.14}
        />
      )}
      <path
        d={runs.map((run) => path(run.map(({ x, top }) => [x, top]))).join('')}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
      {runs.map((run) => run.length === 1 && <circle key={run[0]!.x} cx={run[0]!.x} cy={run[0]!.top} r={2.5} fill={color} />)}
    </g>
  )
}

interface Stop {
  readonly x: number
  readonly top: number
  readonly base: number
}

function runsOf({ spans, place }: ChartGeometry, at: number, isSparse: boolean): Stop[][] {
  const runs: Stop[][] = [[]]
  for (const [index, span] of spans.entries()) {
    const found = span[at]
    if (found) runs.at(-1)!.push({ x: place(index), base: found[0], top: found[1] })
    else if (!isSparse && runs.at(-1)!.length > 0) runs.push([])
  }
  return runs.filter((run) => run.length > 0)
}

function Dots({ at, geometry: { spans, place } }: SeriesProps) {
  return (
    <g fill={seriesColor(at)} fillOpacity={0.7}>
      {spans.map((span, index) => {
        const found = span[at]
        // oxlint-disable-next-line react/no-array-index-key -- points have no other name
        return found ? <circle key={index} cx={place(index)} cy={found[1]} r={3.5} /> : null
      })}
    </g>
  )
}
