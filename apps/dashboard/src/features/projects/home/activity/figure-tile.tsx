import type { ProjectActivity } from '@colonnade/contracts/projects/projects'
import { cn, Skeleton, UsageBar } from '@colonnade/ui'
import type { Figure } from './figures.ts'
import { figureTileText } from './messages.ts'

export interface FigureTileProps {
  readonly figure: Figure
  /** Undefined while it is on its way. */
  readonly activity: ProjectActivity | undefined
  readonly transactionsPerSecond: number | null
  readonly isCharted: boolean
  readonly onChart: () => void
}

/** One figure, and the button that charts it. */
export function FigureTile({ figure, activity, transactionsPerSecond, isCharted, onChart }: FigureTileProps) {
  const value = activity && figure.live(activity, transactionsPerSecond)
  const unit = activity && value !== null ? figure.unit(activity) : ''
  return (
    <div
      className={cn(
        'relative flex min-w-0 flex-col gap-0.5 px-4 pt-3 pb-3 transition-colors max-lg:odd:last:col-span-2',
        isCharted ? 'bg-surface' : 'bg-surface hover:bg-[color-mix(in_oklab,var(--surface)_96%,var(--fg))]',
      )}
    >
      {isCharted && <span aria-hidden className="absolute inset-x-0 top-0 h-0.5 bg-accent" />}
      <button
        type="button"
        aria-pressed={isCharted}
        onClick={onChart}
        className="w-fit rounded-sm text-xs text-faint after:absolute after:inset-0 aria-pressed:text-fg"
      >
        {figure.label}
      </button>
      <span className="flex h-6 items-baseline gap-1.5 text-lg font-medium tabular-nums" data-figure={figure.id}>
        {!activity && <Skeleton className="my-1 w-16" />}
        {activity && (value == null ? <span className="text-faint">–</span> : figure.format(value))}
        {unit !== '' && <span className="truncate text-xs font-normal text-faint">{unit}</span>}
      </span>
      <span className="flex h-4 min-w-0 items-center text-xs text-faint tabular-nums">
        {!activity && <Skeleton className="h-3 w-24" />}
        {activity && figure.id !== 'connections' && (
          <span className="truncate" title={figure.note(activity)}>
            {figure.note(activity)}
          </span>
        )}
        {activity && figure.id === 'connections' && (
          <UsageBar
            label={figureTileText.connections}
            value={activity.active_connections}
            max={activity.max_connections}
            className="w-full max-w-40 [&>div:first-child]:sr-only"
          />
        )}
      </span>
    </div>
  )
}
