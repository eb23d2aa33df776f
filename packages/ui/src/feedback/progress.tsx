import { Progress as BaseProgress } from '@base-ui/react/progress'
import { cn } from '../class-names.ts'

/** How far something is, from 0 to `max`; null while that is not known. */
export function Progress({
  value,
  max = 100,
  label,
  className,
}: {
  readonly value: number | null
  readonly max?: number
  readonly label: string
  readonly className?: string
}) {
  return (
    <BaseProgress.Root value={value} max={max} aria-label={label} className={cn('w-full', className)}>
      <BaseProgress.Track className="h-1 overflow-hidden rounded-full bg-line">
        <BaseProgress.Indicator className="h-full rounded-full bg-accent transition-[width] data-indeterminate:w-1/3 data-indeterminate:animate-pulse" />
      </BaseProgress.Track>
    </BaseProgress.Root>
  )
}
