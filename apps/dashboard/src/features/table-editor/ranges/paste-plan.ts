import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import { inputOfText, isSame, problemOf } from '../changes/cell-draft.ts'
import type { GridRow } from '../rows/row-window.ts'
import type { CellChange } from '../staging/staging.ts'
import type { Cells } from '../../../lib/data-grid/ranges/clipboard-text.ts'
import type { Bounds } from '../../../lib/data-grid/ranges/range.ts'

export interface PasteTarget {
  readonly bounds: Bounds
  /** The shown columns of data, in their order. */
  readonly columns: readonly EntityColumn[]
  /** How many rows the grid has. */
  readonly rows: number
  readonly rowAt: (index: number) => GridRow | undefined
  /** Place of a column among the cells of a row. */
  readonly placeOf: (column: EntityColumn) => number
  /** What a cell shows now, which may be staged. */
  readonly shown: (row: GridRow, column: EntityColumn) => string | null
  readonly isOpen: (row: GridRow, column: EntityColumn) => boolean
  /** Whether rows may be added, and a column takes values in one. */
  readonly canInsert: boolean
  readonly isInsertable: (column: EntityColumn) => boolean
}

export interface PastePlan {
  readonly changes: readonly CellChange[]
  readonly inserts: readonly ReadonlyMap<string, CellInput>[]
  /** Cells that were left out: they take no values, the value can't be one, or there is no such cell. */
  readonly skipped: number
  /** What was written over. */
  readonly bounds: Bounds
}

/**
 * Where pasted values go: from the first selected cell on; one value, or a block that fits several times, over the whole selection.
 * What goes beyond the last row becomes new rows.
 */
export function planPaste(cells: Cells, target: PasteTarget): PastePlan {
  const height = cells.length
  const width = Math.max(1, ...cells.map((row) => row.length))
  const { top, bottom, left, right } = target.bounds
  const [rows, columns] = [bottom - top + 1, right - left + 1]
  const isTiled = rows % height === 0 && columns % width === 0
  const bounds = isTiled ? target.bounds : { top, left, bottom: top + height - 1, right: left + width - 1 }
  return planCells(bounds, target, (row, column) => cells[row % height]?.[column % width])
}

/** The same for values that come cell by cell, counted from the first one; undefined leaves a cell alone. */
export function planCells(bounds: Bounds, target: PasteTarget, valueAt: (row: number, column: number) => string | null | undefined): PastePlan {
  const changes: CellChange[] = []
  const inserts: Map<string, CellInput>[] = []
  let skipped = 0
  for (let index = bounds.top; index <= bounds.bottom; index += 1) {
    const row = index < target.rows ? target.rowAt(index) : undefined
    const added = new Map<string, CellInput>()
    for (let place = bounds.left; place <= bounds.right; place += 1) {
      const column = target.columns[place]
      const value = valueAt(index - bounds.top, place - bounds.left)
      if (value === undefined) continue
      const input = column === undefined ? null : inputOf(column, value)
      if (column === undefined || input === null) skipped += 1
      else if (index >= target.rows) {
        if (target.canInsert && target.isInsertable(column)) added.set(column.name, input)
        else skipped += 1
      } else if (row !== undefined && isSame(input, target.shown(row, column))) continue
      else if (row === undefined || row.id === null || !target.isOpen(row, column)) skipped += 1
      else {
        const base = row.cells?.[target.placeOf(column)] ?? null
        changes.push({ row: row.id, key: row.key, column: column.name, base, input })
      }
    }
    if (added.size > 0) inserts.push(added)
  }
  return { changes, inserts, skipped, bounds: { ...bounds, right: Math.min(bounds.right, target.columns.length - 1) } }
}

function inputOf(column: EntityColumn, value: string | null): CellInput | null {
  const input: CellInput = value === null ? { kind: 'null' } : inputOfText(column, value)
  return problemOf(column, input) === null ? input : null
}

/** What an emptied cell becomes: NULL where it may be, else its default, else an empty text; null when it takes none of them. */
export function emptyInput(column: EntityColumn): CellInput | null {
  if (column.is_nullable) return { kind: 'null' }
  if (column.default_value !== null || column.is_identity) return { kind: 'default' }
  const empty = inputOfText(column, '')
  return empty.kind === 'text' ? empty : null
}
