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

/** Where an element is in its grid, counted from 0: row -1 is the header. Null outside of all cells. */
export function gridPlaceOf(element: Element): CellPoint | null {
  const cell = element.closest('[role=gridcell], [role=columnheader]')
  const column = Number(cell?.getAttribute('aria-colindex') ?? 0) - 1
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex') ?? 0) - 2
  return cell === null || column < 0 || row < -1 ? null : { row, column }
}

/** What the menu of a grid is about. */
export type MenuPlace = { readonly kind: 'cell'; readonly at: CellPoint } | { readonly kind: 'head'; readonly column: number }

/**
 * The place that a menu is opened for: a column's header, a cell, or a row at its number or checkbox. A cell or row becomes the selection,
 * unless it lies within one. `lead` is the number of columns before those of data.
 */
export function menuPlaceOf(
  target: Element,
  lead: number,
  store: RangeStore,
  go: (to: CellPoint) => void,
  selectRow: (row: number) => void,
): MenuPlace | null {
  const place = gridPlaceOf(target)
  if (place === null) return null
  const column = place.column - lead
  if (place.row === -1) return column < 0 ? null : { kind: 'head', column }
  const at = { row: place.row, column: Math.max(0, column) }
  const bounds = store.bounds()
  const isSelected = bounds !== null && isWithin(bounds, at)
  if (column < 0) {
    if (!isSelected || isOneCell(bounds)) selectRow(at.row)
  } else if (!isSelected) go(at)
  return { kind: 'cell', at }
}
