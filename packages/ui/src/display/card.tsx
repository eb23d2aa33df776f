import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

export interface CardProps {
  readonly title?: string
  /** At the end of the title's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A bordered part of a page, with a heading. */
export function Card({ title, aside, children, className }: CardProps) {
  return (
    <section aria-label={title} className={cn('min-w-0 rounded-lg border bg-surface', className)}>
      {title !== undefined && (
        <div className="flex min-h-10 items-center justify-between gap-3 border-b px-4 py-1">
          <h2 className="text-sm font-medium">{title}</h2>
          {aside}
        </div>
      )}
      {children}
    </section>
  )
}
