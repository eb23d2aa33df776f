import type { KeyboardEvent, PointerEvent } from 'react'
import { plotMargin } from './plot.tsx'
import { bucketText, nearestIndex } from './scale.ts'
import { colorOf, topsOf, type ChartKind, type Series } from './series.ts'

export interface ReaderProps {
  readonly label: string
  readonly times: readonly number[]
  readonly series: readonly Series[]
  readonly kind: ChartKind
  readonly isStacked: boolean
  readonly format: (value: number) => string
  readonly bucketMs: number
  /** The place of the drawing's inside, in pixels. */
  readonly left: number
  readonly plotPx: number
  readonly heightPx: number
  readonly timeDomain: readonly [number, number]
  readonly valueDomain: readonly [number, number]
  /** The bucket that is read. */
  readonly active: number | null
  readonly onRead: (index: number | null) => void
}

/** Buckets that Page Up and Page Down go over. */
const pageBuckets = 10

/** Lies over the drawing and says which bucket is read: by pointer, finger or arrow keys. To a screen reader it is a slider over the buckets. */
export function Reader({
  label,
  times,
  series,
  kind,
  isStacked,
  format,
  bucketMs,
  left,
  plotPx,
  heightPx,
  timeDomain,
  valueDomain,
  active,
  onRead,
}: ReaderProps) {
  const last = times.length - 1
  const [from, to] = timeDomain
  const x = (index: number): number => ((times[index]! - from) / (to - from)) * plotPx
  const y = (value: number): number => (1 - (value - valueDomain[0]) / (valueDomain[1] - valueDomain[0])) * heightPx

  const point = (event: PointerEvent<HTMLElement>) => {
    const { left: start, width } = event.currentTarget.getBoundingClientRect()
    onRead(nearestIndex(times, from + ((event.clientX - start) / width) * (to - from)))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const next = indexAfterKey(event.key, active, last)
    if (next === undefined) return
    event.preventDefault()
    onRead(next)
  }
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a range input has no place for pictures
      role="slider"
      tabIndex={0}
      aria-label={`${label}, value by value`}
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={active ?? last}
      aria-valuetext={spoken(series, times, active ?? last, bucketMs, format)}
      className="absolute touch-pan-y rounded-sm"
      style={{ left, width: plotPx, top: plotMargin.top, height: heightPx }}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => onRead(null)}
      onPointerCancel={() => onRead(null)}
      onBlur={() => onRead(null)}
      onKeyDown={onKeyDown}
    >
      {active !== null && (
        <>
          <span className="pointer-events-none absolute inset-y-0 w-px bg-strong" style={{ left: Math.round(x(active)) }} />
          {kind !== 'bars' &&
            topsOf(series, active, isStacked).map(
              (top, index) =>
                top !== null && (
                  <span
                    key={series[index]!.label}
                    className="pointer-events-none absolute -mt-1 -ml-1 size-2 rounded-full border-2 border-surface"
                    style={{ left: x(active), top: y(top), background: colorOf(series[index]!, index) }}
                  />
                ),
            )}
        </>
      )}
    </div>
  )
}

/** Where a key leads from a bucket; nothing for keys that are not ours, null to stop reading. */
function indexAfterKey(key: string, active: number | null, last: number): number | null | undefined {
  const at = active ?? last
  const within = (index: number): number => Math.min(Math.max(index, 0), last)
  switch (key) {
    case 'ArrowLeft':
      return within(active === null ? last : at - 1)
    case 'ArrowRight':
      return within(at + 1)
    case 'PageUp':
      return within(at - pageBuckets)
    case 'PageDown':
      return within(at + pageBuckets)
    case 'Home':
      return 0
    case 'End':
      return last
    case 'Escape':
      return active === null ? undefined : null
    default:
      return undefined
  }
}

function spoken(series: readonly Series[], times: readonly number[], index: number, bucketMs: number, format: (value: number) => string): string {
  const values = series.map((one) => {
    const value = one.values[index] ?? null
    return `${one.label} ${value === null ? 'not measured' : format(value)}`
  })
  return `${bucketText(times[index]!, bucketMs)}: ${values.join(', ')}`
}
