import { cn } from '../class-names.ts'
import { colorOf, type Series } from './series.ts'

export interface ReadoutProps {
  readonly series: readonly Series[]
  readonly index: number
  readonly timeText: string
  /** Whether one points at it; otherwise it is the latest. */
  readonly isActive: boolean
  readonly format: (value: number) => string
}

/** The key of the chart and its values at one time, in a place that does not move. */
export function Readout({ series, index, timeText, isActive, format }: ReadoutProps) {
  return (
    <div aria-hidden className="flex min-h-4 flex-wrap items-center gap-x-4 gap-y-1 text-xs tabular-nums">
      {series.map((one, at) => {
        const value = one.values[index] ?? null
        return (
          <span key={one.label} className="flex items-center gap-1.5">
            <span className="size-2 rounded-[2px]" style={{ background: colorOf(one, at) }} />
            <span className="text-soft">{one.label}</span>
            <span className={cn('font-medium', value === null && 'text-faint')}>{value === null ? '–' : format(value)}</span>
          </span>
        )
      })}
      <span className={cn('ml-auto', isActive ? 'text-soft' : 'text-faint')}>{timeText}</span>
    </div>
  )
}
