import type { RowKey } from '@colonnade/pg-meta'
import { createContext, use, useEffect, useEffectEvent, type PointerEvent } from 'react'
import type { GridRow } from '../rows/row-window.ts'
import type { Staging } from '../staging/staging.ts'

/** What cells need to know beyond their row; kept out of the columns, which are built once. */
export interface GridContextValue {
  readonly selected: ReadonlyMap<string, RowKey | null>
  readonly toggle: (rows: readonly { readonly id: string; readonly key: RowKey | null }[], isSelected: boolean) => void
  /** A row's checkbox was clicked; extended: all rows from the one clicked before follow it. */
  readonly onTick: (index: number, isSelected: boolean, isExtended: boolean) => void
  readonly staging: Pick<Staging, 'rows' | 'conflicts' | 'failure' | 'saved'>
  /** What is looked for in the loaded rows, in lower case; empty when nothing is. */
  readonly sought: string
  /** Whether rows are high enough for more than a line. */
  readonly isWrapped: boolean
  /** What a row is called; those that are not saved have no number. */
  readonly nameOf: (index: number) => string
  /** The row that stands at a place by now. */
  readonly idAt: (index: number) => string | null
  readonly onRetry: () => void
  /** Begins to drag the handle for filling; undefined where nothing can be changed. */
  readonly onFillStart: ((event: PointerEvent) => void) | undefined
}

export const GridContext = createContext<GridContextValue | null>(null)

export function useGridContext(): GridContextValue {
  const context = use(GridContext)
  if (context === null) throw new Error('Cells stand in a grid')
  return context
}

/** Rows may move while one writes in one of them, as when new ones are saved. The editor would then stand in another row: it is left instead. */
export function useLeavesMovedRow({ id }: GridRow, index: number, onLeave: () => void): void {
  const { idAt } = useGridContext()
  const leave = useEffectEvent(onLeave)
  useEffect(() => {
    if (idAt(index) !== id) leave()
  })
}
