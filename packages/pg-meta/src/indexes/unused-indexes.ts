import { nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { listing, type Statement } from '../statement.ts'

/** An index that nothing has scanned, and that is at least a day old. */
export const UnusedIndex = z.object({
  id: z.number().int(),
  /** How long scans have been counted, in seconds; null when statistics were never reset. */
  counted_seconds: z.number().nullable(),
})
export type UnusedIndex = z.infer<typeof UnusedIndex>

const log = sql`_colonnade.schema_changes`
const handover = sql`'colonnade.settled_age'`

/**
 * Returns the indexes of a schema that have no scan and are at least a day old. Postgres has no creation time, but the platform's log of schema
 * changes dates transactions: what was there before an entry is older than the entry. Without the log, all indexes count as old.
 */
export function listUnusedIndexes({ schema }: { readonly schema: string }): Statement<z.ZodArray<typeof UnusedIndex>> {
  return listing(
    sql`${block(
      sql`declare settled int8 := 0;`,
      sql`if pg_catalog.to_regclass('${log}') is not null then
  select coalesce(pg_catalog.min(pg_catalog.age(c.transaction_id::pg_catalog.xid)), 2147483648) into settled from ${log} c
  where c.asked_at < pg_catalog.now() operator(pg_catalog.-) '1 day'::pg_catalog.interval;
end if;
perform pg_catalog.set_config(${handover}, settled::text, true);`,
    )}
select i.indexrelid::int8 as id, (
    select extract(epoch from pg_catalog.now() operator(pg_catalog.-) greatest(d.stats_reset, b.stats_reset))::float8
    from pg_catalog.pg_stat_bgwriter b left join pg_catalog.pg_stat_database d on d.datname = pg_catalog.current_database()
  ) as counted_seconds
from pg_catalog.pg_namespace n join pg_catalog.pg_class x on x.relnamespace = n.oid join pg_catalog.pg_index i on i.indexrelid = x.oid
where n.nspname = ${nameLiteral(schema)} and x.relkind = 'i' and coalesce(pg_catalog.pg_stat_get_numscans(i.indexrelid), 0)::float8 = '0'
  and greatest(pg_catalog.age(i.xmin), pg_catalog.age(x.xmin))::int8 >= pg_catalog.current_setting(${handover})::int8;`,
    UnusedIndex,
  )
}
