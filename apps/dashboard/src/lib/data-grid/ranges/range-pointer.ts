import type { CellMouseArgs, CellMouseEvent } from 'react-data-grid'
import { numberKey } from '../columns/column-keys.ts'
import { isOneCell, isWithin, type CellPoint } from './range.ts'
import type { RangeStore } from './range-store.ts'

/** A grid that is pointed at. */
export interface PointedGrid {
  readonly store: RangeStore
  /** Null where a column has no data. */
  readonly pointOf: (row: number, columnKey: string) => CellPoint | null
  /** A whole row; extended: with all from the one where the selection began. */
  readonly selectRow: (row: number, isExtended: boolean) => void
  /** Follows the pointer until it is let go. */
  readonly drag: (onMove: (to: CellPoint) => void) => void
}

/** Selects what a pointer that goes down begins with: a cell, with Shift all to it, or a row at its number; and more as it moves on. */
export function onGridMouseDown<Row>({ rowIdx, column }: CellMouseArgs<Row>, event: CellMouseEvent, grid: PointedGrid): void {
  const { store, selectRow, drag } = grid
  const point = grid.pointOf(rowIdx, column.key)
  if (event.button !== 0) {
    const bounds = store.bounds()
    // a menu is about the selection that it is opened on
    if (point && bounds && isWithin(bounds, point)) event.preventGridDefault()
    return
  }
  const isOurs = point === null ? column.key === numberKey : event.shiftKey
  if (isOurs) {
    event.preventGridDefault()
    event.preventDefault()
  }
  if (point === null) {
    if (!isOurs) return
    selectRow(rowIdx, event.shiftKey)
    drag((to) => selectRow(to.row, true))
  } else if (event.shiftKey) store.extend(point)
  else {
    // one cell may have been a whole selection before: a click takes it back to itself
    store.start(point)
    drag((to) => store.extend(to))
  }
}

/** The place that a menu is opened for; it becomes the selection, unless it lies within one. */
export function onGridContextMenu<Row>({ rowIdx, column, setActivePosition }: CellMouseArgs<Row>, { store, pointOf }: PointedGrid): CellPoint | null {
  const point = pointOf(rowIdx, column.key)
  const bounds = store.bounds()
  if (!point || !bounds || isOneCell(bounds) || !isWithin(bounds, point)) setActivePosition()
  return point
}
