import { createContext, useContext, useSyncExternalStore } from 'react'
import { boundsOf, fillBounds, isOneCell, isWithin, type Bounds, type CellPoint, type CellRange } from './range.ts'

/** How a cell stands to the selection, as bits. */
export const inRange = 1
export const atTop = 2
export const atRight = 4
export const atBottom = 8
export const atLeft = 16
/** The selection's last cell: it carries the handle for filling. */
export const atCorner = 32
/** Among the cells that would be filled now. */
export const inFill = 64
/** The pointer is over the cell, in a column that shows more then. */
export const underPointer = 128

/**
 * The selected cells of one grid. Each cell listens for itself, so that a selection that grows draws only the cells that it touches
 * again.
 */
export class RangeStore {
  #range: CellRange | null = null
  #bounds: Bounds | null = null
  #fill: Bounds | null = null
  #pointed: CellPoint | null = null
  readonly #listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly get = (): CellRange | null => this.#range

  readonly bounds = (): Bounds | null => this.#bounds

  readonly fill = (): Bounds | null => this.#fill

  /** One cell, from which a selection can grow. */
  start(point: CellPoint): void {
    this.set({ anchor: point, head: point })
  }

  extend(head: CellPoint): void {
    this.set({ anchor: this.#range?.anchor ?? head, head })
  }

  set(range: CellRange | null): void {
    this.#range = range
    this.#bounds = range === null ? null : boundsOf(range)
    this.#tell()
  }

  dragFill(to: CellPoint | null): void {
    this.#fill = to === null || this.#bounds === null ? null : fillBounds(this.#bounds, to)
    this.#tell()
  }

  /** The cell under the pointer, if its column shows more then. */
  point(at: CellPoint | null): void {
    if (at?.row === this.#pointed?.row && at?.column === this.#pointed?.column) return
    this.#pointed = at
    this.#tell()
  }

  marksOf(row: number, column: number): number {
    const isPointed = this.#pointed?.row === row && this.#pointed.column === column
    return this.#rangeMarksOf(row, column) | (isPointed ? underPointer : 0)
  }

  #rangeMarksOf(row: number, column: number): number {
    const bounds = this.#bounds
    const point = { row, column }
    const fill = this.#fill !== null && isWithin(this.#fill, point) ? inFill : 0
    if (bounds === null || !isWithin(bounds, point)) return fill
    const corner = row === bounds.bottom && column === bounds.right ? atCorner : 0
    // one cell alone has its outline already
    if (isOneCell(bounds)) return corner
    return (
      inRange |
      corner |
      (row === bounds.top ? atTop : 0) |
      (row === bounds.bottom ? atBottom : 0) |
      (column === bounds.left ? atLeft : 0) |
      (column === bounds.right ? atRight : 0)
    )
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

export const RangeContext = createContext<RangeStore>(new RangeStore())

/** The bits of one cell. */
export function useRangeMarks(row: number, column: number): number {
  const store = useContext(RangeContext)
  return useSyncExternalStore(store.subscribe, () => store.marksOf(row, column))
}

/** What is selected now. */
export function useBounds(store: RangeStore): Bounds | null {
  return useSyncExternalStore(store.subscribe, store.bounds)
}
