import { isCutCell, type Entity } from '@colonnade/pg-meta'
import type { CellConflict, RowId, StagedRow } from './staging.ts'

/** The staged cells of a row that no longer stand on what is there, by the row's cells as a page shows them; null: the row is gone. */
export function conflictsWith(
  entity: Entity,
  row: RowId,
  staged: Extract<StagedRow, { readonly kind: 'update' }>,
  cells: readonly (string | null)[] | null,
): CellConflict[] {
  if (cells === null) return Array.from(staged.cells.keys(), (column) => ({ row, column, theirs: undefined }))
  return [...staged.cells].flatMap(([column, { base, input }]): CellConflict[] => {
    const place = entity.columns.findIndex(({ name }) => name === column)
    const field = entity.columns[place]
    const theirs = cells[place] ?? null
    // of a value that is shown cut only the database can tell, and does when it is saved
    if (field === undefined || theirs === base || isCutCell(field, theirs)) return []
    const isAgreed = input.kind === 'null' ? theirs === null : input.kind === 'text' && input.text === theirs
    return isAgreed ? [] : [{ row, column, theirs }]
  })
}
