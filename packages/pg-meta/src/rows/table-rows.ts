import { empty, ident, join, sql, toText, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { condition } from '../query/filters.ts'
import type { Filter } from '../query/types.ts'
import type { Statement } from '../statement.ts'
import type { EntityColumn } from '../table-editor/entity.ts'
import { afterCondition, orderClause, reverseOrder, rowOrder, type RowsTable, type RowSort } from './row-order.ts'

/** Longest text of one cell; what is longer ends with `cutMark`. */
export const maxCellCharacters = 10_240
/** Most entries of an array in one cell. */
export const maxCellEntries = 50
/** Rows on a page (spec §9). */
export const rowsPerPage = 100

export const cutMark = '...'

export interface TableRowsQuery {
  readonly table: RowsTable
  readonly filters?: readonly Filter[]
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
  readonly maxCharacters?: number
  readonly maxArraySize?: number
}

const TextRows = z.array(z.record(z.string(), z.unknown()))

/** One page of a relation's rows in a stable order, long values cut. */
export function getTableRowsSql(query: TableRowsQuery): Statement<typeof TextRows> {
  const { table, filters = [], sorts = [], page = 1, limit = rowsPerPage, after, before } = query
  const order = rowOrder(table, sorts)
  const scan = before === undefined ? order : reverseOrder(order)
  const anchor = before ?? after
  const conditions = [...filters.map((filter) => condition(filter)), ...(anchor === undefined ? [] : [afterCondition(table.name, scan, anchor)])]
  const where = conditions.length === 0 ? empty : sql` where ${join(conditions, sql` and `)}`
  const offset = query.offset ?? (anchor === undefined ? (page - 1) * limit : 0)
  const names = table.columns.map(({ name }) => ident(table.name, name))
  const source = sql`select ${join(names)} from ${ident(table.schema, table.name)}${where}${scanOrder(query, scan)} limit ${limit} offset ${offset}`
  const cells = join(table.columns.map((column) => cell(column, query)))
  const outerOrder = before === undefined ? empty : orderClause('page', order)
  return { sql: toText(sql`select ${cells} from (${source}) as page${outerOrder};`), zod: TextRows }
}

/** Without a key the place in the file breaks ties, where the relation has one. */
function scanOrder({ table }: TableRowsQuery, order: ReturnType<typeof rowOrder>): Fragment {
  const clause = orderClause(table.name, order)
  if (order.isTotal || order.terms.length === 0 || (table.kind !== 'r' && table.kind !== 'm')) return clause
  return sql`${clause}, ${ident(table.name, 'ctid')} asc`
}

/** Catalog names of types whose values may be long. */
const longFormats = new Set(['text', 'varchar', 'bpchar', 'citext', 'json', 'jsonb', 'xml', 'bytea', 'tsvector', 'vector', 'hstore', 'geometry'])

function cell(column: EntityColumn, { maxCharacters = maxCellCharacters, maxArraySize = maxCellEntries }: TableRowsQuery): Fragment {
  const name = ident('page', column.name)
  const as = ident(column.name)
  const text = sql`${name}::text`
  const cut = sql`when length(${text}) > ${maxCharacters} then left(${text}, ${maxCharacters}) || ${cutMark}`
  if (column.is_array) {
    const first = sql`array_lower(${name}, 1)`
    const entries = sql`(${name}[${first}:${first} + ${maxArraySize - 1}])::text`
    return sql`case when cardinality(${name}) > ${maxArraySize} then left(${entries}, ${maxCharacters}) || ${cutMark} ${cut} else ${text} end as ${as}`
  }
  if (!longFormats.has(column.base_format)) return sql`${name} as ${as}`
  return sql`case ${cut} else ${text} end as ${as}`
}

/** Whether a cell of such a page was cut: no value that Postgres prints whole looks like this. */
export function isCutCell(column: Pick<EntityColumn, 'is_array' | 'base_format'>, text: string | null, maxCharacters = maxCellCharacters): boolean {
  if (text === null || !text.endsWith(cutMark)) return false
  if (column.is_array) return true
  if (!longFormats.has(column.base_format) || text.length < maxCharacters + cutMark.length) return false
  return Array.from(text).length === maxCharacters + cutMark.length
}
