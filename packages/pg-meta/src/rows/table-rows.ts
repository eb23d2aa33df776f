import { empty, ident, join, sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { condition } from '../query/filters.ts'
import type { RowFilter } from '../query/types.ts'
import type { Statement } from '../statement.ts'
import { cutCell } from './cell-text.ts'
import { afterCondition, orderClause, reverseOrder, rowKey, rowOrder, type RowOrder, type RowsTable, type RowSort } from './row-order.ts'

/** Rows on a page (spec §9). */
export const rowsPerPage = 100

export interface TableRowsQuery {
  readonly table: RowsTable
  readonly filters?: readonly RowFilter[]
  readonly sorts?: readonly RowSort[]
  /** From 1. */
  readonly page?: number
  readonly limit?: number
  /** Values of the order's columns: the page starts after the row that has them, so its cost doesn't grow with its number. */
  readonly after?: readonly (string | null)[]
  /** The same, for the page that ends before a row; rows still come in the order asked for. */
  readonly before?: readonly (string | null)[]
  /** Rows to skip, counted from the start, or from `after` or `before`, away from it. */
  readonly offset?: number
  /** Counts `offset` from the last row backwards; rows still come in the order asked for. */
  readonly fromEnd?: boolean
  readonly maxCharacters?: number
  readonly maxArraySize?: number
}

const TextRows = z.array(z.record(z.string(), z.unknown()))

/** From so many rows on, those that are skipped are walked in an index alone. */
const deferredOffset = 1_000

/** One page of a relation's rows in a stable order, long values cut. */
export function getTableRowsSql(query: TableRowsQuery): Statement<typeof TextRows> {
  const { table, filters = [], sorts = [], page = 1, limit = rowsPerPage, after, before, fromEnd = false } = query
  const order = rowOrder(table, sorts)
  const isBackward = before !== undefined || fromEnd
  const scan = isBackward ? reverseOrder(order) : order
  const anchor = before ?? after
  const conditions = [...filters.map((filter) => condition(filter)), ...(anchor === undefined ? [] : [afterCondition(table.name, scan, anchor)])]
  const offset = query.offset ?? (anchor === undefined ? (page - 1) * limit : 0)
  const relation = ident(table.schema, table.name)
  const columns = table.columns ?? []
  const whole = names(
    table,
    columns.map(({ name }) => name),
  )
  const where = conditions.length === 0 ? empty : sql` where ${join(conditions, sql` and `)}`
  const tail = sql`${where}${scanOrder(query, scan)} limit ${limit} offset ${offset}`
  const key = rowKey(table)
  const isDeferred = order.isTotal && offset >= deferredOffset && isStored(table)
  const source = isDeferred
    ? sql`select ${whole} from (select ${names(table, key)} from ${relation}${tail}) as ${places(table)} join ${relation} on ${sameKey(table, key)}`
    : sql`select ${whole} from ${relation}${tail}`
  const cells = join(columns.map((column) => sql`${cutCell(column, ident('page', column.name), query)} as ${ident(column.name)}`))
  const outerOrder = isBackward || isDeferred ? orderClause('page', order) : empty
  return { sql: toText(sql`select ${cells} from (${source}) as page${outerOrder};`), zod: TextRows }
}

/** Rows that an index can be walked over. */
function isStored({ entity_type: type }: RowsTable): boolean {
  return type === 'r' || type === 'p' || type === 'm'
}

function names(table: RowsTable, columns: readonly string[]): Fragment {
  return join(columns.map((name) => ident(table.name, name)))
}

/** Stands beside the table, which may have any name. */
function places({ name }: RowsTable): Fragment {
  return ident(name === 'places' ? 'their_places' : 'places')
}

function sameKey(table: RowsTable, key: readonly string[]): Fragment {
  return join(
    key.map((name) => sql`${places(table)}.${ident(name)} = ${ident(table.name, name)}`),
    sql` and `,
  )
}

/** Without a key the place in the file breaks ties, where the relation has one. */
function scanOrder({ table }: TableRowsQuery, order: RowOrder): Fragment {
  const clause = orderClause(table.name, order)
  if (order.isTotal || order.terms.length === 0 || (table.entity_type !== 'r' && table.entity_type !== 'm')) return clause
  return sql`${clause}, ${ident(table.name, 'ctid')} asc`
}
