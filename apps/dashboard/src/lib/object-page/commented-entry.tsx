import type { ReactNode } from 'react'
import { EntryButton, type EntryButtonProps } from './entry-button.tsx'

export interface CommentedEntryProps extends Pick<EntryButtonProps, 'tabIndex' | 'onOpen'> {
  readonly item: { readonly name: string; readonly comment: string | null }
  /** Below the name, where there is no room for the other columns. */
  readonly summary: ReactNode
  /** Beside the name, such as where it comes from. */
  readonly children?: ReactNode
}

/** The first cell of a list of objects that have comments. */
export function CommentedEntry({ tabIndex, onOpen, item, summary, children }: CommentedEntryProps) {
  return (
    <EntryButton tabIndex={tabIndex} onOpen={onOpen} className="flex-wrap items-baseline gap-x-2">
      <span className="max-w-full min-w-0 truncate font-mono text-xs" title={item.name}>
        {item.name}
      </span>
      {children}
      <span className="min-w-0 flex-1 truncate text-xs text-faint max-md:hidden" title={item.comment ?? undefined}>
        {item.comment}
      </span>
      {summary}
    </EntryButton>
  )
}
