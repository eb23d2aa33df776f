import { ident, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { whereClause } from '../query/filters.ts'
import type { RowFilter } from '../query/types.ts'
import type { Statement } from '../statement.ts'

const CountRows = z.array(z.object({ count: z.number(), is_estimate: z.boolean() }))

/** Up to so many rows are counted whatever was asked: it takes milliseconds. */
export const countedRows = 50_000

export interface TableRowsCountQuery {
  readonly table: { readonly schema: string; readonly name: string }
  readonly filters?: readonly RowFilter[]
  readonly enforceExactCount?: boolean
}

/**
 * How many rows there are: exact while they are few, or when asked; else the planner's density times today's size, and `is_estimate`
 * says so. A partitioned table's is the sum of its partitions. With filters, or where nothing is known, the count stops at its cap.
 */
export function getTableRowsCountSql({ table, filters = [], enforceExactCount = false }: TableRowsCountQuery): Statement<typeof CountRows> {
  const name = ident(table.schema, table.name)
  const where = whereClause(filters)
  if (enforceExactCount) return { sql: toText(sql`select count(*) as count, false as is_estimate from ${name}${where};`), zod: CountRows }
  const counted = sql`select count(*) as n from (select 1 from ${name}${where} limit ${countedRows + 1}) as first_rows`
  if (filters.length > 0) {
    return { sql: toText(sql`select n as count, n > ${countedRows} as is_estimate from (${counted}) as counted;`), zod: CountRows }
  }
  const relation = literal(toText(name))
  return {
    sql: toText(sql`with counted as materialized (${counted}), leaves as (
  select leaf.reltuples, leaf.relpages, leaf.pages
  from (select ${relation}::regclass::oid union select relid::oid from pg_catalog.pg_partition_tree(${relation}::regclass)) part (id)
  cross join lateral (
    select c.reltuples, c.relpages, pg_catalog.pg_relation_size(c.oid) / pg_catalog.current_setting('block_size')::int8 as pages
    from pg_catalog.pg_class c where c.oid = part.id and c.relkind in ('r', 'm')
    offset 0 -- one by one, by their ids: nobody knows how few partitions there are
  ) leaf
), estimated as (
  select coalesce(pg_catalog.sum(case when reltuples > 0 and relpages > 0 then reltuples::float8 / relpages * pages else pages * 40.0 end), 0)::int8 as n from leaves
)
select case when counted.n <= ${countedRows} then counted.n else greatest(counted.n, estimated.n) end as count, counted.n > ${countedRows} as is_estimate
from counted, estimated;`),
    zod: CountRows,
  }
}
