import { ident, literal, sql, type SqlText, toText } from '@colonnade/sql'
import { condition } from '../query/filters.ts'
import { wholeKey } from './row-edits.ts'
import { keyFilter, type RowsTable } from './row-order.ts'
import type { RowKeys } from './row-values.ts'

/**
 * Which rows of a table are still there, and in which version: two results, of the rows their keys' columns and their `xmin`, which is another
 * one once somebody has written the row; of the table the number of rows that were ever inserted, as far as the statistics know it.
 *
 * @throws Error 'no filters for this select query' without keys
 */
export function getRowVersionsSql({ table, keys }: { readonly table: RowsTable; readonly keys: RowKeys }): SqlText {
  if (keys.columns.length === 0 || keys.values.length === 0) throw new Error('no filters for this select query')
  const name = ident(table.schema, table.name)
  const columns = wholeKey(table, keys.columns)
  const where = condition(keyFilter(table, keys))
  const relation = sql`${literal(toText(name))}::pg_catalog.regclass`
  return toText(sql`select ${columns}, ${ident(table.name, 'xmin')} from ${name} where ${where};
select coalesce(pg_catalog.sum(pg_catalog.pg_stat_get_tuples_inserted(part.id)), 0) as inserted
from (select ${relation}::oid union select relid::oid from pg_catalog.pg_partition_tree(${relation})) part (id);`)
}
