import { memo } from 'react'
import { seriesColor } from './axis-plot.tsx'
import type { ChartData } from './chart-data.ts'
import { nameText, type Place } from './chart-geometry.ts'

export interface Slice {
  readonly from: number
  readonly to: number
  readonly share: number
}

/** Slices of a pie from the top on, in radians. */
export function slicesOf({ points }: ChartData): Slice[] {
  const all = points.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)
  let angle = 0
  return points.map(({ values }) => {
    const from = angle
    const share = (values[0] ?? 0) / (all || 1)
    angle += share * 2 * Math.PI
    return { from, to: angle, share }
  })
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 })

export function shareText(share: number): string {
  return percent.format(share)
}

/** From the pie to its names. */
const gapPx = 28
/** What a name with its share takes, beside the pie. */
export const namesPx = 172

/** Where the pie is, with room for its names: on a phone it is smaller. */
export function pieCenter(width: number, height: number): Place & { readonly radius: number } {
  const free = width - gapPx - namesPx
  const radius = Math.max(20, Math.min(width * 0.3, height / 2 - 12, free / 2))
  return { x: Math.max(radius, Math.min(width * 0.35, height, free - radius)), y: height / 2, radius }
}

/** The slice at a place of the box; null beside the pie. */
export function sliceAt(slices: readonly Slice[], width: number, height: number, at: Place): number | null {
  const center = pieCenter(width, height)
  const [dx, dy] = [at.x - center.x, at.y - center.y]
  if (Math.hypot(dx, dy) > center.radius) return null
  const angle = (Math.atan2(dx, -dy) + 2 * Math.PI) % (2 * Math.PI)
  const found = slices.findIndex(({ from, to }) => angle >= from && angle < to)
  return found < 0 ? null : found
}

export interface PiePlotProps {
  readonly data: ChartData
  readonly width: number
  readonly height: number
  readonly active: number | null
}

const lineHeightPx = 20

/** A ring of shares, with their names beside it. */
export const PiePlot = memo(function PiePlot({ data, width, height, active }: PiePlotProps) {
  const { x, y, radius } = pieCenter(width, height)
  const slices = slicesOf(data)
  const first = y - ((data.points.length - 1) * lineHeightPx) / 2
  return (
    <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden className="block" fontSize={12} fill="var(--soft)">
      {slices.map((slice, index) => (
        <path
          // oxlint-disable-next-line react/no-array-index-key -- slices have no other name
          key={index}
          d={ring(x, y, radius, radius * 0.58, slice)}
          fill={seriesColor(index)}
          fillOpacity={active === null || active === index ? 1 : 0.45}
          stroke="var(--canvas)"
          strokeWidth={1.5}
        />
      ))}
      {data.points.map(({ label }, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- slices have no other name
        <g key={index} transform={`translate(${x + radius + gapPx} ${first + index * lineHeightPx})`}>
          <rect width={9} height={9} y={-4.5} rx={2} fill={seriesColor(index)} />
          <text x={16} dy="0.32em" fill={active === index ? 'var(--fg)' : 'var(--soft)'}>
            {nameText(label)} · {shareText(slices[index]!.share)}
          </text>
        </g>
      ))}
    </svg>
  )
})

function ring(x: number, y: number, outer: number, inner: number, { from, to, share }: Slice): string {
  // an arc that ends where it begins would be none
  const end = share > 0.9999 ? from + 2 * Math.PI - 1e-4 : to
  const at = (radius: number, angle: number) => `${(x + radius * Math.sin(angle)).toFixed(2)} ${(y - radius * Math.cos(angle)).toFixed(2)}`
  const isLarge = end - from > Math.PI ? 1 : 0
  return `M${at(outer, from)}A${outer} ${outer} 0 ${isLarge} 1 ${at(outer, end)}L${at(inner, end)}A${inner} ${inner} 0 ${isLarge} 0 ${at(inner, from)}Z`
}
