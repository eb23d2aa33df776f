import { cn } from '@colonnade/ui'
import type { ReactNode } from 'react'
import { entryProps } from '../lists/use-list-keys.ts'

export interface EntryButtonProps {
  readonly tabIndex: 0 | -1
  /** Shows what is known of the object. */
  readonly onOpen: () => void
  /** How what is in it stands. */
  readonly className: string
  readonly children: ReactNode
}

/** The first cell of a list of objects: its name, which opens its panel, and what stands beside. */
export function EntryButton({ tabIndex, onOpen, className, children }: EntryButtonProps) {
  return (
    <button
      type="button"
      {...entryProps}
      tabIndex={tabIndex}
      onClick={onOpen}
      className={cn('flex w-full min-w-0 rounded-sm text-left hover:text-accent', className)}
    >
      {children}
    </button>
  )
}
