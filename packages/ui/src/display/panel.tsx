import type { ReactNode } from 'react'
import { cn } from '../class-names.ts'

interface PartProps {
  readonly children: ReactNode
  readonly className?: string
}

export interface PanelProps extends PartProps {
  /** Names the part of the page, unless a heading in it does. */
  readonly label?: string
}

/** A bordered part of a page, made of a `PanelHeader`, one or more `PanelContent` and a `PanelFooter`, with hairlines between them. */
export function Panel({ label, children, className }: PanelProps) {
  return (
    <section aria-label={label} className={cn('min-w-0 ruled rounded-lg border bg-surface', className)}>
      {children}
    </section>
  )
}

export interface PanelHeaderProps {
  readonly title: ReactNode
  readonly description?: ReactNode
  /** At the end of the title's line. */
  readonly aside?: ReactNode
  readonly className?: string
}

export function PanelHeader({ title, description, aside, className }: PanelHeaderProps) {
  return (
    <div className={cn('flex min-h-10 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-1.5', className)}>
      <div className="min-w-0">
        <h2 className="text-sm font-medium wrap-anywhere">{title}</h2>
        {description !== undefined && <p className="text-xs wrap-anywhere text-faint">{description}</p>}
      </div>
      {aside}
    </div>
  )
}

export function PanelContent({ children, className }: PartProps) {
  return <div className={cn('px-4 py-4', className)}>{children}</div>
}

/** What belongs to all of the panel: a note at its start, buttons at its end. */
export function PanelFooter({ children, note, className }: PartProps & { readonly note?: ReactNode }) {
  return (
    <div className={cn('flex min-h-11 flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-b-lg bg-sunken px-4 py-2', className)}>
      {note !== undefined && <div className="mr-auto min-w-0 text-xs text-faint">{note}</div>}
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  )
}
