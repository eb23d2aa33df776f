import { empty, ident, join, sql, toText, type Fragment, type SqlText } from '@colonnade/sql'
import { whereClause } from '../query/filters.ts'
import type { RowFilter } from '../query/types.ts'
import { orderClause, rowOrder, type RowsTable, type RowSort } from './row-order.ts'

export interface ExportRowsQuery {
  readonly table: RowsTable
  /** All when left out. */
  readonly columns?: readonly string[] | undefined
  readonly filters?: readonly RowFilter[] | undefined
  readonly sorts?: readonly RowSort[] | undefined
  /** So many rows of the order, from a number (from 0). */
  readonly range?: { readonly from: number; readonly count: number } | undefined
}

/**
 * One SELECT of whole values, without a semicolon: for COPY and cursors. Rows come in the order of the table's pages: by the sorts asked
 * for, then by key. @throws Error when a filter is malformed
 */
export function getExportRowsSql({ table, columns, filters = [], sorts = [], range }: ExportRowsQuery): SqlText {
  const list = columns === undefined ? sql`*` : join(columns.map((name) => ident(name)))
  return toText(
    sql`select ${list} from ${ident(table.schema, table.name)}${whereClause(filters)}${orderClause(table.name, rowOrder(table, sorts))}${limit(range)}`,
  )
}

function limit(range: ExportRowsQuery['range']): Fragment {
  return range === undefined ? empty : sql` limit ${range.count} offset ${range.from}`
}
