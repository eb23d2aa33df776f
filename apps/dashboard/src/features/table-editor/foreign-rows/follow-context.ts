import { createContext, use } from 'react'
import type { EditorSearch } from '../search.ts'
import type { TableScope } from '../table-scope.ts'

/** What cells need to show the rows that they refer to. */
export interface FollowContextValue {
  readonly scope: TableScope
  readonly onFollow: (search: EditorSearch) => void
}

export const FollowContext = createContext<FollowContextValue | null>(null)

export function useFollow(): FollowContextValue {
  const context = use(FollowContext)
  if (context === null) throw new Error('Cells that refer to rows stand in a table')
  return context
}
