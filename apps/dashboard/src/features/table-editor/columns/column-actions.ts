import type { EntityColumn, RowSort } from '@colonnade/pg-meta'
import { createContext, use } from 'react'

/** What can be done with a column from its head. What is undefined is not offered. */
export interface ColumnActions {
  /** Null: no more by this column. */
  readonly onSort: (column: string, sort: RowSort | null) => void
  readonly onFilter: ((column: EntityColumn) => void) | undefined
  readonly onFreeze: (column: string, isFrozen: boolean) => void
  readonly onMove: (column: string, by: -1 | 1) => void
  readonly onHide: (column: string) => void
  /** As wide as what is shown in it. */
  readonly onFit: (column: string) => void
  readonly onSelect: (column: string) => void
  readonly onCopyName: (column: string) => void
  readonly onEdit: ((column: string) => void) | undefined
  readonly onDelete: ((column: string) => void) | undefined
  readonly onAdd: (() => void) | undefined
}

export const ColumnActionsContext = createContext<ColumnActions | null>(null)

export function useColumnActions(): ColumnActions {
  const actions = use(ColumnActionsContext)
  if (actions === null) throw new Error('Columns stand in a grid')
  return actions
}
