import { cn } from '../class-names.ts'
import { sparklinePath, summarize, type Points } from './sparkline-path.ts'

export interface SparklineProps {
  /** Oldest first. */
  readonly points: Points
  /** What it shows. */
  readonly label: string
  readonly format?: (value: number) => string
  readonly className?: string
}

const width = 100
const height = 24

/** The way of one number, without axes: for beside the number itself. */
export function Sparkline({ points, label, format = String, className }: SparklineProps) {
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a drawing made here has no file
      role="img"
      aria-label={`${label}: ${summarize(points, format)}`}
      viewBox={`-1 -2 ${width + 2} ${height + 4}`}
      preserveAspectRatio="none"
      className={cn('h-6 w-full overflow-visible text-accent', className)}
    >
      <path d={`M0,${height}L${width},${height}`} className="stroke-line" strokeWidth={1} vectorEffect="non-scaling-stroke" />
      <path
        d={sparklinePath(points, width, height)}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinecap="round"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
