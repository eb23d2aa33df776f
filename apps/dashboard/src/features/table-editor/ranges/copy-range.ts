import type { EntityColumn } from '@colonnade/pg-meta'
import type { GridModel } from '../grid/grid-model.ts'
import { copiedOf, copyRefusal, writeCopied, type Copied, type CopyFormat } from '../../../lib/data-grid/ranges/copied.ts'
import { copiedCutCells } from '../limits.ts'
import { fetchCell } from '../queries.ts'
import type { GridRow } from '../rows/row-window.ts'
import { numberText } from '../../../lib/texts/rows-text.ts'
import type { Bounds } from '../../../lib/data-grid/ranges/range.ts'
import { copyRangeText } from './messages.ts'

/** The selection, when all of it is in memory and whole; null when something must be fetched first. */
export function copiedNow(model: GridModel, bounds: Bounds): Copied | null {
  if (copyRefusal(bounds) !== null) return null
  const columns = model.columns.slice(bounds.left, bounds.right + 1)
  const rows = model.rows.slice(bounds.top, bounds.bottom + 1)
  const isHere = rows.every((row) => row.cells !== null && columns.every((column) => !model.isCut(row, column)))
  return isHere ? copiedOf(model.window.entity, columns, shownCells(model, rows, columns), 'tsv') : null
}

/** The selection with everything fetched that is missing of it. @throws Error with words for the person, AppError by SQLSTATE */
export async function copiedLater(model: GridModel, bounds: Bounds, format: CopyFormat): Promise<Copied> {
  const reason = copyRefusal(bounds)
  if (reason !== null) throw new Error(reason)
  const columns = model.columns.slice(bounds.left, bounds.right + 1)
  const rows = await rowsOf(model, bounds)
  const cut = rows.reduce((count, row) => count + columns.filter((column) => model.isCut(row, column)).length, 0)
  if (cut > copiedCutCells) {
    throw new Error(copyRangeText.tooManyCut(numberText(cut), numberText(copiedCutCells)))
  }
  const cells: (string | null)[][] = shownCells(model, rows, columns)
  for (const [index, row] of rows.entries()) {
    for (const [place, column] of columns.entries()) {
      // one after another: each may be large
      if (model.isCut(row, column)) cells[index]![place] = (await fetchCell(model.window.scope, row.key!, column.name)) ?? null
    }
  }
  return copiedOf(model.window.entity, columns, cells, format)
}

/** Rows of a selection, also those that were scrolled past. @throws AppError by SQLSTATE */
export async function rowsOf(model: GridModel, { top, bottom }: Bounds): Promise<GridRow[]> {
  const here = model.rows.slice(top, bottom + 1)
  if (here.every(({ cells }) => cells !== null)) return here
  const first = Math.max(0, top - model.inserted)
  return [...model.rows.slice(top, Math.max(top, model.inserted)), ...(await model.window.rowsBetween(first, bottom - model.inserted))]
}

/** Copies in any form and says what came of it. */
export async function copyAs(model: GridModel, bounds: Bounds, format: CopyFormat): Promise<string | null> {
  return writeCopied(copiedLater(model, bounds, format), format)
}

function shownCells(model: GridModel, rows: readonly GridRow[], columns: readonly EntityColumn[]): (string | null)[][] {
  return rows.map((row) => columns.map((column) => model.shown(row, column).text))
}
