import { isCutCell, type EntityColumn } from '@colonnade/pg-meta'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { fixedReason, lockedReason, type Editability } from '../changes/editability.ts'
import { inlineCharacters } from '../limits.ts'
import type { GridRow } from '../rows/row-window.ts'

/** Whether a cell is edited where it stands. Long and cut values, and JSON, get a window. */
export function isInline(column: EntityColumn, text: string | null): boolean {
  if (cellKind(column) === 'json') return false
  return text === null || (text.length <= inlineCharacters && !/[\r\n]/.test(text) && !isCutCell(column, text))
}

/** Whether a cell takes values: in a row that is saved, and in a new one. */
export function isRowOpen(row: GridRow, rights: Editability, column: EntityColumn): boolean {
  if (row.cells === null || row.id === null) return false
  return row.key === null ? fixedReason(column) === null : rights.canUpdate && lockedReason(column) === null
}
