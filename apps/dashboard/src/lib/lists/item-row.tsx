import { cn } from '@colonnade/ui'
import type { ReactNode } from 'react'

export interface ItemRowProps {
  /** What it is called, with a word about its state. */
  readonly title: ReactNode
  /** Quiet facts about it, each a `span`. */
  readonly facts: ReactNode
  /** What can be done with it, at the end of its line. */
  readonly actions?: ReactNode
  /** More lines below; the actions stay with the first one then. */
  readonly children?: ReactNode
}

/** One thing of a list in a panel. */
export function ItemRow({ title, facts, actions, children }: ItemRowProps) {
  return (
    <li className={cn('flex gap-3 px-4 py-3', children === undefined ? 'items-center' : 'items-start')}>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">{title}</p>
        <p className="mt-0.5 dotted text-xs text-faint">{facts}</p>
        {children}
      </div>
      {actions}
    </li>
  )
}
