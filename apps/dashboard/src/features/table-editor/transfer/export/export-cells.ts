import { rowKey } from '@colonnade/pg-meta'
import type { GridModel } from '../../grid/grid-model.ts'
import type { Bounds } from '../../../../lib/data-grid/ranges/range.ts'
import { openExportDialog } from './export-dialog-state.ts'
import type { ExportedRows } from './export-request.ts'

/**
 * Offers the columns and rows of a selection as a file. Rows that are in memory are picked out by their keys; where some are not, or have
 * none, by their numbers. Rows that are not saved yet are in no file: null when there are no others.
 */
export function exportedRows({ window, rows, inserted }: GridModel, { top, bottom }: Bounds): ExportedRows | null {
  const { filters, sorts } = window.view
  const first = Math.max(top, inserted)
  if (bottom < first) return null
  const keys = rows.slice(first, bottom + 1).map(({ key }) => key)
  if (keys.every((key) => key !== null))
    return { kind: 'keys', keys: { columns: rowKey(window.entity), values: keys.map(({ values }) => values) }, sorts }
  return { kind: 'range', from: window.stretch.from + first - inserted, count: bottom - first + 1, filters, sorts }
}

/** Opens the dialog for a selection. */
export function exportCells(model: GridModel, bounds: Bounds): void {
  const { projectRef, entity, as } = model.window.scope
  const rows = exportedRows(model, bounds)
  if (rows === null) return
  openExportDialog({ projectRef, table: entity, as, rows, columns: model.columns.slice(bounds.left, bounds.right + 1).map(({ name }) => name) })
}
