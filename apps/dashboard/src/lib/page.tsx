import { cn } from '@colonnade/ui'
import type { ReactNode } from 'react'

export interface PageProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** At the end of the title's line. */
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly width?: 'narrow' | 'wide'
}

/** A page with a heading and its content in one column. */
export function Page({ title, description, actions, children, width = 'wide' }: PageProps) {
  return (
    <main className={cn('flex w-full flex-col gap-6 px-4 py-6 md:px-8 md:py-8', width === 'narrow' ? 'max-w-2xl' : 'max-w-6xl')}>
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <h1 className="text-xl font-semibold tracking-tight min-w-0 wrap-anywhere">{title}</h1>
          {description !== undefined && <p className="mt-1 wrap-anywhere text-soft">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
      {children}
    </main>
  )
}
