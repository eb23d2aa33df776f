/** A cell by its place: the row of the grid, and the column among the shown columns of data, both from 0. */
export interface CellPoint {
  readonly row: number
  readonly column: number
}

/** Cells between where a selection began and where it is now. */
export interface CellRange {
  readonly anchor: CellPoint
  readonly head: CellPoint
}

/** First and last row and column, all inclusive. */
export interface Bounds {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

export function boundsOf({ anchor, head }: CellRange): Bounds {
  return {
    top: Math.min(anchor.row, head.row),
    bottom: Math.max(anchor.row, head.row),
    left: Math.min(anchor.column, head.column),
    right: Math.max(anchor.column, head.column),
  }
}

export function isWithin({ top, bottom, left, right }: Bounds, { row, column }: CellPoint): boolean {
  return row >= top && row <= bottom && column >= left && column <= right
}

export function cellsIn({ top, bottom, left, right }: Bounds): number {
  return (bottom - top + 1) * (right - left + 1)
}

export function isOneCell(bounds: Bounds): boolean {
  return cellsIn(bounds) === 1
}

/** Returns the point that an arrow key moves to, in a grid of so many rows and columns. `isFar` moves to its edge. */
export function stepOf(from: CellPoint, key: string, isFar: boolean, rows: number, columns: number): CellPoint | null {
  const far = Math.max(rows, columns)
  const by = isFar ? far : 1
  const [down, right] =
    key === 'ArrowUp' ? [-by, 0] : key === 'ArrowDown' ? [by, 0] : key === 'ArrowLeft' ? [0, -by] : key === 'ArrowRight' ? [0, by] : [null, null]
  if (down === null) return null
  return { row: clamp(from.row + down, rows), column: clamp(from.column + right, columns) }
}

function clamp(place: number, length: number): number {
  return Math.min(Math.max(0, place), Math.max(0, length - 1))
}

/**
 * Where a fill ends when its handle is dragged to a cell: the selection longer in one direction, the one that was dragged farther.
 * Null where it was not dragged out of the selection.
 */
export function fillBounds(source: Bounds, to: CellPoint): Bounds | null {
  const down = Math.max(to.row - source.bottom, source.top - to.row)
  const across = Math.max(to.column - source.right, source.left - to.column)
  if (down <= 0 && across <= 0) return null
  if (down >= across) return { ...source, top: Math.min(source.top, to.row), bottom: Math.max(source.bottom, to.row) }
  return { ...source, left: Math.min(source.left, to.column), right: Math.max(source.right, to.column) }
}
