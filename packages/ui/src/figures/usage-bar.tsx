import { Meter } from '@base-ui/react/meter'
import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import type { Tone } from '../feedback/badge.tsx'
import { Loading, Skeleton } from '../feedback/skeleton.tsx'
import { usageTone } from './usage-tone.ts'

export interface UsageBarProps {
  /** What is used up. */
  readonly label: string
  /** null while it is not known. */
  readonly value: number | null
  /** How much there is; null for no limit. */
  readonly max: number | null
  readonly format?: (value: number) => string
  /** Below the bar: what it costs, when it starts again. */
  readonly note?: ReactNode
  /** Says more than how full it is. */
  readonly tone?: Tone
  readonly className?: string
}

const fills: Readonly<Record<Tone, string>> = { neutral: 'bg-faint', accent: 'bg-accent', warning: 'bg-warning', danger: 'bg-danger' }

/** How much of something is used: amber from four fifths on, red when it is used up. */
export function UsageBar({ label, value, max, format = String, note, tone, className }: UsageBarProps) {
  if (value === null) {
    return (
      <Loading label={label} className={cn('flex min-w-0 flex-col gap-1.5', className)}>
        <div className="flex justify-between gap-3">
          <span>{label}</span>
          <Skeleton className="w-24" />
        </div>
        <div className="h-1.5 rounded-full bg-hover" />
      </Loading>
    )
  }
  const words = max === null ? `${format(value)}, no limit` : `${format(value)} of ${format(max)}`
  return (
    <Meter.Root
      value={max === null ? 0 : Math.min(value, max)}
      max={max ?? 1}
      aria-valuetext={words}
      className={cn('flex min-w-0 flex-col gap-1.5', className)}
    >
      <div className="flex flex-wrap justify-between gap-x-3">
        <Meter.Label>{label}</Meter.Label>
        <span aria-hidden className="text-soft tabular-nums">
          {words}
        </span>
      </div>
      <Meter.Track className="h-1.5 overflow-hidden rounded-full bg-selected">
        <Meter.Indicator className={cn('h-full rounded-full', fills[tone ?? usageTone(value, max)])} />
      </Meter.Track>
      {note !== undefined && <div className="text-xs text-faint">{note}</div>}
    </Meter.Root>
  )
}
