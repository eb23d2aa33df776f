import type { RowFilter, RowKeys, RowSort, RowsTable } from '@colonnade/pg-meta'
import type { RunAs } from '../../../../scope/run-sql.ts'

/** What filters and sorts show. */
interface Shown {
  readonly filters: readonly RowFilter[]
  readonly sorts: readonly RowSort[]
}

/** Which rows of a relation are exported: all, what is shown, those with certain keys, or so many of what is shown from a number (from 0). */
export type ExportedRows =
  | { readonly kind: 'all' }
  | ({ readonly kind: 'shown' } & Shown)
  | { readonly kind: 'keys'; readonly keys: RowKeys; readonly sorts: readonly RowSort[] }
  | ({ readonly kind: 'range'; readonly from: number; readonly count: number } & Shown)

/** What a person wants as a file. */
export interface ExportRequest {
  readonly projectRef: string
  readonly table: RowsTable
  readonly rows: ExportedRows
  /** Columns to export, in their order: the grid's visible ones, or those of a range of cells. All when left out. */
  readonly columns?: readonly string[] | undefined
  /** As whom the rows are read; the project's own user when left out. */
  readonly as?: RunAs | undefined
  /** How many rows that is, where it is known. */
  readonly count?: { readonly rows: number; readonly isExact: boolean } | undefined
}
