import { isCutCell, type Entity } from '@colonnade/pg-meta'
import type { StagedRow } from './staging.ts'

/** Columns beyond these are not compared: the statement would grow with a table of 1,600. */
const comparedColumns = 100

/** The fully loaded values of a row to delete: someone else may have changed it since. */
export function seenCells(
  { columns }: Pick<Entity, 'columns'>,
  { cells }: Extract<StagedRow, { kind: 'delete' }>,
): { readonly column: string; readonly base: string | null }[] {
  if (cells === null) return []
  return columns
    .flatMap((column, place) => {
      const base = cells[place]
      return base === undefined || isCutCell(column, base) ? [] : [{ column: column.name, base }]
    })
    .slice(0, comparedColumns)
}
