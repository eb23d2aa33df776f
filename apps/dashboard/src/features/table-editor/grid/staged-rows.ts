import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import type { GridRow } from '../rows/row-window.ts'
import type { RowId, StagedRow, Staging } from '../staging/staging.ts'

/** What a cell shows: its value, and what is staged for it. */
export interface ShownCell {
  readonly text: string | null
  /** What is staged; null when it is as it was. */
  readonly input: CellInput | null
}

/** A staged value as it is shown. A default is known only to the database. */
export function shownCell(row: GridRow, column: string, place: number, staged: StagedRow | undefined): ShownCell {
  const text = row.cells?.[place] ?? null
  const input = stagedInput(staged, column)
  if (input === null) return { text, input }
  return { text: input.kind === 'text' ? input.text : null, input }
}

function stagedInput(staged: StagedRow | undefined, column: string): CellInput | null {
  if (staged?.kind === 'update') return staged.cells.get(column)?.input ?? null
  return staged?.kind === 'insert' ? (staged.values.get(column) ?? { kind: 'default' }) : null
}

/** Rows that are to be inserted, as rows of the grid: they have a place for each column and no key. */
export function insertedRows(staging: Pick<Staging, 'inserts'>, columns: readonly EntityColumn[]): readonly GridRow[] {
  const cells = columns.map(() => null)
  return staging.inserts.map((id: RowId) => ({ cells, id, key: null }))
}
