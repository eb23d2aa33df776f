import { ident, join, literal, sql, type SqlText, toText } from '@colonnade/sql'
import { condition } from '../query/filters.ts'
import type { RowKeys } from './row-values.ts'

/**
 * Which rows of a table are still there, and in which version: two results, of the rows their keys' columns and their `xmin`, which is another
 * one once somebody has written the row; of the table the number of rows that were ever inserted, as far as the statistics know it.
 *
 * @throws Error 'no filters for this select query' without keys
 */
export function getRowVersionsSql({
  table,
  keys,
}: {
  readonly table: { readonly schema: string; readonly name: string }
  readonly keys: RowKeys
}): SqlText {
  if (keys.columns.length === 0 || keys.values.length === 0) throw new Error('no filters for this select query')
  const name = ident(table.schema, table.name)
  const columns = join(keys.columns.map((column) => ident(table.name, column)))
  const where = condition({ column: keys.columns, operator: 'in', value: keys.values })
  const relation = sql`${literal(toText(name))}::pg_catalog.regclass`
  return toText(sql`select ${columns}, ${ident(table.name, 'xmin')} from ${name} where ${where};
select coalesce(pg_catalog.sum(pg_catalog.pg_stat_get_tuples_inserted(part.id)), 0) as inserted
from (select ${relation}::oid union select relid::oid from pg_catalog.pg_partition_tree(${relation})) part (id);`)
}
