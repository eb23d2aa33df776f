import type { EntityColumn } from '@colonnade/pg-meta'

/** What cells need to know of their column: its name, and the type by which its values are read. */
export type DataColumn = Pick<EntityColumn, 'name' | 'base_format' | 'enums' | 'is_array'>

/** What a grid shows, as whatever reads its cells needs it: a table's rows, or those of a result. */
export interface CellModel<Row, Column extends DataColumn = DataColumn> {
  readonly rows: readonly Row[]
  /** Columns of data as they are shown. */
  readonly columns: readonly Column[]
  /** Whether the row's cells are in memory. */
  readonly isHere: (row: Row) => boolean
  readonly shown: (row: Row, column: Column) => { readonly text: string | null }
}
