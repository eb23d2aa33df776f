import type { ReactElement, ReactNode } from 'react'
import { useRender } from '@base-ui/react/use-render'
import { cn } from '../class-names.ts'
import type { Tone } from '../feedback/badge.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'
import { StatusDot } from '../feedback/status-dot.tsx'

export interface StatTileProps {
  readonly label: string
  /** The figure, as it is shown; null when there is none; undefined while it is on its way. */
  readonly value: ReactNode | null | undefined
  /** Behind the figure, smaller: "ms", "of 60". */
  readonly unit?: ReactNode
  /** One quiet line below. */
  readonly note?: ReactNode
  /** Anything but neutral puts a dot beside the label; the note must say why. */
  readonly tone?: Tone
  /** A `Sparkline`. */
  readonly trend?: ReactNode
  /** Where the figure is explained: a link without children. */
  readonly link?: ReactElement
  readonly className?: string
}

/** One figure at a glance. Several stand in a grid, see `StatGrid`. */
export function StatTile({ label, value, unit, note, tone = 'neutral', trend, link, className }: StatTileProps) {
  const hasNote = note !== undefined || value === undefined
  return useRender({
    render: link ?? <div />,
    props: {
      className: cn(
        'flex min-w-0 flex-col gap-0.5 bg-surface px-4 py-3 focus-visible:-outline-offset-2',
        link && 'hover:bg-[color-mix(in_oklab,var(--surface)_95%,var(--fg))]',
        className,
      ),
      children: (
        <>
          <span className="flex items-center gap-1.5 text-xs text-faint">
            {tone !== 'neutral' && <StatusDot tone={tone} />}
            {label}
          </span>
          <span className="flex min-h-6 items-baseline gap-1 text-lg font-medium tabular-nums">
            {value === undefined ? <Skeleton className="my-1 w-16" /> : value === null ? <span className="text-faint">–</span> : value}
            {unit !== undefined && typeof value !== 'undefined' && value !== null && <span className="text-xs font-normal text-faint">{unit}</span>}
          </span>
          {hasNote && (
            <span className="text-xs text-faint tabular-nums">{value === undefined ? <Skeleton className="my-0.5 h-3 w-20" /> : note}</span>
          )}
          {trend !== undefined && <span className="mt-auto block pt-2">{value === undefined ? <Skeleton className="h-6 w-full" /> : trend}</span>}
        </>
      ),
    },
  })
}

/** Tiles side by side with hairlines between them. */
export function StatGrid({ label, children, className }: { readonly label: string; readonly children: ReactNode; readonly className?: string }) {
  return (
    <section aria-label={label} className={cn('grid grid-cols-2 gap-px overflow-hidden rounded-lg border bg-line md:grid-cols-4', className)}>
      {children}
    </section>
  )
}
