import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface EmptyStateProps {
  readonly icon?: ReactNode
  readonly title: string
  readonly children?: ReactNode
  /** The next step, as a working button. */
  readonly action?: ReactNode
  readonly className?: string
}

/** Nothing here yet: says what would be, and how to get it. */
export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-3 rounded-lg border border-dashed border-strong px-6 py-12 text-center', className)}>
      {icon !== undefined && <div className="text-faint [&_svg]:size-7 [&_svg]:stroke-[1.25]">{icon}</div>}
      <div className="flex max-w-md min-w-0 flex-col gap-1 wrap-anywhere">
        <h2 className="text-base font-medium">{title}</h2>
        {children !== undefined && <div className="text-sm text-balance text-soft">{children}</div>}
      </div>
      {action !== undefined && <div className="mt-1 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  )
}
