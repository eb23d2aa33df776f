import { isCutCell, type CellInput, type EntityColumn } from '@colonnade/pg-meta'
import type { CellModel } from '../../../lib/data-grid/cell-model.ts'
import type { CellPoint } from '../../../lib/data-grid/ranges/range.ts'
import type { GridRow, RowWindow } from '../rows/row-window.ts'
import type { CellChange, Staging } from '../staging/staging.ts'
import { isRowOpen } from '../cells/cell-rules.ts'
import { shownCell, type ShownCell } from './staged-rows.ts'

/** What the grid shows, as whatever works on its cells needs it. */
export interface GridModel extends CellModel<GridRow, EntityColumn> {
  readonly window: RowWindow
  readonly staging: Staging
  /** Rows to insert first, then those of the window. */
  readonly rows: readonly GridRow[]
  /** How many rows there are before those of the window. */
  readonly from: number
  /** How many of them will be inserted. */
  readonly inserted: number
  /** Columns of the grid before them: selection and number. */
  readonly lead: number
  /** Place of a column among the cells of a row. */
  readonly placeOf: (column: EntityColumn) => number
  readonly shown: (row: GridRow, column: EntityColumn) => ShownCell
  readonly shownAt: (point: CellPoint) => ShownCell
  readonly isOpen: (row: GridRow, column: EntityColumn) => boolean
  readonly isOpenAt: (point: CellPoint) => boolean
  /** Whether only the beginning of a value is here. */
  readonly isCut: (row: GridRow, column: EntityColumn) => boolean
  /** The change that puts a value into a cell; none where there is no row to name. */
  readonly changeOf: (point: CellPoint, input: CellInput) => CellChange[]
  /** The change that was typed into a row: of the row as it is by now, wherever that is. */
  readonly draftOf: (row: GridRow) => CellChange[]
  /** Place of a row in the grid; -1 when it is not in memory. */
  readonly indexOf: (id: string) => number
}

export const noRow: GridRow = { cells: null, id: null, key: null }

const isLoaded = ({ cells }: GridRow): boolean => cells !== null

export function gridModel(
  window: RowWindow,
  staging: Staging,
  rows: readonly GridRow[],
  columns: readonly EntityColumn[],
  from: number,
  lead: number,
  inserted = staging.inserts.length,
): GridModel {
  const { entity, rights } = window.scope
  const places = new Map(entity.columns.map(({ name }, place) => [name, place]))
  const placeOf = (column: EntityColumn) => places.get(column.name)!
  const shown = (row: GridRow, column: EntityColumn) =>
    shownCell(row, column.name, placeOf(column), row.id === null ? undefined : staging.rows.get(row.id))
  const isOpen = (row: GridRow, column: EntityColumn) => isRowOpen(row, rights, column)
  const indexOf = (id: string) => {
    const insert = staging.inserts.indexOf(id)
    if (insert >= 0) return insert
    const index = window.indexOf(id)
    return index < 0 ? -1 : index + inserted
  }
  return {
    window,
    staging,
    rows,
    from,
    inserted,
    columns,
    lead,
    placeOf,
    isHere: isLoaded,
    shown,
    shownAt: ({ row, column }) => shown(rows[row] ?? noRow, columns[column]!),
    isOpen,
    isOpenAt: ({ row, column }) => rows[row] !== undefined && columns[column] !== undefined && isOpen(rows[row], columns[column]),
    isCut: (row, column) => {
      const { text, input } = shown(row, column)
      return input === null && row.key !== null && isCutCell(column, text)
    },
    changeOf: ({ row, column }, input) => {
      const { id, key, cells } = rows[row] ?? noRow
      const field = columns[column]
      return id === null || field === undefined ? [] : [{ row: id, key, column: field.name, base: cells?.[placeOf(field)] ?? null, input }]
    },
    draftOf: (row) => {
      const { id, draft } = row
      const field = columns.find(({ name }) => name === draft?.column)
      if (id === null || draft === undefined || field === undefined) return []
      const { key, cells } = rows[indexOf(id)] ?? row
      return [{ row: id, key, column: field.name, base: cells?.[placeOf(field)] ?? null, input: draft.input }]
    },
    indexOf,
  }
}
