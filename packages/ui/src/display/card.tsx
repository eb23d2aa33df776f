import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'
import { PanelHeader } from './panel.tsx'

export interface CardProps {
  readonly title?: string
  /** At the end of the title's line. */
  readonly aside?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

/** A bordered part of a page with a heading and free content; what has several parts or a footer is a `Panel`. */
export function Card({ title, aside, children, className }: CardProps) {
  return (
    <section aria-label={title} className={cn('min-w-0 rounded-lg border bg-surface', className)}>
      {title !== undefined && <PanelHeader title={title} aside={aside} className="border-b" />}
      {children}
    </section>
  )
}
