import type { RowKey } from '@colonnade/pg-meta'
import { createContext, useContext } from 'react'
import type { CellFailure, CellChanges } from '../changes/use-cell-changes.ts'

/** What cells need to know beyond their row; kept out of the columns, which are built once. */
export interface GridContextValue {
  readonly selected: ReadonlyMap<string, RowKey>
  readonly toggle: (rows: readonly { readonly id: string; readonly key: RowKey }[], isSelected: boolean) => void
  readonly failure: CellFailure | null
  readonly pending: CellChanges['pending']
}

export const GridContext = createContext<GridContextValue>({ selected: new Map(), toggle: () => {}, failure: null, pending: null })

export const useGridContext = (): GridContextValue => useContext(GridContext)
