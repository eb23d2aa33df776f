import type { CellInput, EntityColumn } from '@colonnade/pg-meta'
import type { GridRow } from '../rows/row-window.ts'
import type { RowId, StagedRow, Staging } from '../staging/staging.ts'

/** Names the row of an empty table in which one begins to write: what is written there is a new row. */
export const entryId: RowId = 'entry'

/** The staging of a grid with such a row: changes of it insert a row. */
export function withEntry<S extends Pick<Staging, 'set' | 'insert'>>(staging: S): S {
  return {
    ...staging,
    set: (changes) => {
      const values = changes.filter(({ row }) => row === entryId).map(({ column, input }) => [column, input] as const)
      if (values.length > 0) staging.insert([new Map(values)])
      const others = changes.filter(({ row }) => row !== entryId)
      if (others.length > 0) staging.set(others)
    },
  }
}

/** What a cell shows: its value, and what is staged for it. */
export interface ShownCell {
  readonly text: string | null
  /** What is staged; null when it is as it was. */
  readonly input: CellInput | null
}

/** A staged value as it is shown. A default is known only to the database. */
export function shownCell(row: GridRow, column: string, place: number, staged: StagedRow | undefined): ShownCell {
  if (row.id === entryId) return { text: null, input: { kind: 'default' } }
  const text = row.cells?.[place] ?? null
  const input = stagedInput(staged, column)
  if (input === null) return { text, input }
  return { text: input.kind === 'text' ? input.text : null, input }
}

function stagedInput(staged: StagedRow | undefined, column: string): CellInput | null {
  if (staged?.kind === 'update') return staged.cells.get(column)?.input ?? null
  return staged?.kind === 'insert' ? (staged.values.get(column) ?? { kind: 'default' }) : null
}

/** The row in which one begins to write, as a row of the grid. */
export function entryRow(columns: readonly EntityColumn[]): GridRow {
  return { cells: columns.map(() => null), id: entryId, key: null }
}

/** Returns new rows as rows of the grid: they have a place for each column and no key. */
export function insertedRows(staging: Pick<Staging, 'inserts'>, columns: readonly EntityColumn[]): readonly GridRow[] {
  const cells = columns.map(() => null)
  return staging.inserts.map((id: RowId) => ({ cells, id, key: null }))
}
