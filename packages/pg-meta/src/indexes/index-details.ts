import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { listing, retrieval, type Statement } from '../statement.ts'

export const IndexDetails = z.object({
  id: z.number().int(),
  /** CREATE INDEX … */
  definition: z.string(),
  comment: z.string().nullable(),
  owner: z.string(),
  /** Now. */
  bytes: z.number(),
  /** Of the table's rows alone. */
  table_bytes: z.number(),
  /** The planner's figures; null while nothing has counted. */
  table_rows: z.number().nullable(),
  index_rows: z.number().nullable(),
  scans: z.number(),
  /** Entries that scans gave, and rows that they then fetched. */
  entries_read: z.number(),
  rows_fetched: z.number(),
  /** ISO 8601; null when never, and before Postgres 16, which does not keep it. */
  last_scan: z.string().nullable(),
  has_last_scan: z.boolean(),
  /** Since when uses are counted, ISO 8601; null when statistics were never reset. */
  counted_since: z.string().nullable(),
  /** In Postgres's words, with its kind. */
  constraint: z.object({ name: z.string(), definition: z.string() }).nullable(),
  /** Constraints of tables that point to what it keeps unique: "order_customer_fkey" of "shop.order". */
  foreign_keys: z.array(z.object({ name: z.string(), table: z.string() })),
  /**
   * Estimated bytes after a rebuild, from its rows and the width of their values as analyze saw them; null for other
   * methods than btree, and where a figure is missing.
   */
  packed_bytes_estimate: z.number().nullable(),
})
export type IndexDetails = z.infer<typeof IndexDetails>

/** What of a page is not entries: its header and what a btree keeps at its end (Postgres' src/include/access/nbtree.h). */
const pageOverhead = sql`40::float8`
/** An entry's header and its place in the page; another 8 where it may have nulls, all of it aligned to 8. */
const entryOverhead = sql`12::float8`

/** All that is known of an index. No row when it is gone or its table is out of reach. */
export function retrieveIndexDetails({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof IndexDetails>> {
  return retrieval(
    sql`select i.indexrelid::int8 as id, pg_catalog.pg_get_indexdef(i.indexrelid) as definition, pg_catalog.obj_description(i.indexrelid, 'pg_class') as comment,
  pg_catalog.pg_get_userbyid(c.relowner)::text as owner, coalesce(pg_catalog.pg_relation_size(i.indexrelid), 0)::float8 as bytes,
  coalesce(pg_catalog.pg_relation_size(c.oid), 0)::float8 as table_bytes,
  case when c.reltuples >= 0::float4 then c.reltuples::float8 end as table_rows, case when x.reltuples >= 0::float4 and c.reltuples >= 0::float4 then x.reltuples::float8 end as index_rows,
  coalesce(pg_catalog.pg_stat_get_numscans(i.indexrelid), 0)::float8 as scans,
  coalesce(pg_catalog.pg_stat_get_tuples_returned(i.indexrelid), 0)::float8 as entries_read,
  coalesce(pg_catalog.pg_stat_get_tuples_fetched(i.indexrelid), 0)::float8 as rows_fetched,
  (select pg_catalog.to_jsonb(s) ->> 'last_idx_scan' from pg_catalog.pg_stat_all_indexes s where s.indexrelid = i.indexrelid) as last_scan,
  pg_catalog.current_setting('server_version_num')::int4 >= 160000 as has_last_scan,
  (select pg_catalog.to_jsonb(d.stats_reset) ->> 0 from pg_catalog.pg_stat_database d where d.datname = pg_catalog.current_database()) as counted_since,
  (select pg_catalog.jsonb_build_object('name', k.conname, 'definition', pg_catalog.pg_get_constraintdef(k.oid, true)) from pg_catalog.pg_constraint k
    where k.conrelid = i.indrelid and k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x') limit 1) as "constraint",
  (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', k.conname, 'table', pg_catalog.concat(fn.nspname, '.', f.relname)) order by f.relname, k.conname), '[]')
    from pg_catalog.pg_depend d join pg_catalog.pg_constraint k on k.oid = d.objid and k.contype = 'f' and k.conindid = i.indexrelid
    join pg_catalog.pg_class f on f.oid = k.conrelid join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
    where d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass::oid and d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = i.indexrelid
      and k.conparentid = '0') as foreign_keys,
  case when m.amname = 'btree' and x.relkind = 'i' and x.reltuples >= 0::float4 and c.reltuples >= 0::float4 and w.known = i.indnatts::int8 then
    (1::float8 operator(pg_catalog.+) pg_catalog.ceil(x.reltuples::float8 operator(pg_catalog.*) ((pg_catalog.ceil(w.bytes operator(pg_catalog./) 8::float8) operator(pg_catalog.*) 8::float8) operator(pg_catalog.+) ${entryOverhead} operator(pg_catalog.+) (case when w.has_nulls then 8::float8 else 0::float8 end))
      operator(pg_catalog./) ((b.size operator(pg_catalog.-) ${pageOverhead}) operator(pg_catalog.*) b.fill))) operator(pg_catalog.*) b.size end as packed_bytes_estimate
from pg_catalog.pg_index i
join pg_catalog.pg_class x on x.oid = i.indexrelid join pg_catalog.pg_am m on m.oid = x.relam
join pg_catalog.pg_class c on c.oid = i.indrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
cross join lateral (select pg_catalog.current_setting('block_size')::float8 as size,
  coalesce((select o.option_value::float8 from pg_catalog.pg_options_to_table(x.reloptions) o where o.option_name = 'fillfactor'), 90::float8) operator(pg_catalog./) 100::float8 as fill) b
-- an expression has its figures under the name of the index
cross join lateral (select pg_catalog.count(*) as known, pg_catalog.sum(s.avg_width::float8 operator(pg_catalog.*) (1::float8 operator(pg_catalog.-) s.null_frac::float8)) as bytes,
    coalesce(pg_catalog.bool_or(s.null_frac > 0::float4), false) as has_nulls
  from pg_catalog.unnest(i.indkey::int2[]) with ordinality k (attnum, position)
  join pg_catalog.pg_attribute a on case when k.attnum = '0' then a.attrelid = i.indexrelid and a.attnum = k.position::int2 else a.attrelid = i.indrelid and a.attnum = k.attnum end
  join pg_catalog.pg_stats s on s.schemaname = n.nspname and s.tablename = (case when k.attnum = '0' then x.relname else c.relname end) and s.attname = a.attname and not s.inherited) w
where i.indexrelid = ${oid(id)} and ${isVisibleRelation('c')};`,
    IndexDetails,
  )
}

const OperatorClass = z.object({ schema: z.string(), name: z.string(), type: z.string(), is_default: z.boolean() })

export const IndexMethod = z.object({
  name: z.string(),
  can_order: z.boolean(),
  can_be_unique: z.boolean(),
  can_have_many: z.boolean(),
  can_include: z.boolean(),
  /** For which types it sorts or compares, and how. */
  operator_classes: z.array(OperatorClass),
})
export type IndexMethod = z.infer<typeof IndexMethod>

/** What kinds of index there are, with the operator classes that each takes. */
export function listIndexMethods(): Statement<z.ZodArray<typeof IndexMethod>> {
  return listing(
    sql`select m.amname::text as name, pg_catalog.pg_indexam_has_property(m.oid, 'can_order') as can_order, pg_catalog.pg_indexam_has_property(m.oid, 'can_unique') as can_be_unique,
  pg_catalog.pg_indexam_has_property(m.oid, 'can_multi_col') as can_have_many, pg_catalog.pg_indexam_has_property(m.oid, 'can_include') as can_include,
  (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('schema', n.nspname, 'name', o.opcname, 'type', pg_catalog.format_type(o.opcintype, null), 'is_default', o.opcdefault)
      order by o.opcname, o.oid), '[]')
    from pg_catalog.pg_opclass o join pg_catalog.pg_namespace n on n.oid = o.opcnamespace where o.opcmethod = m.oid) as operator_classes
from pg_catalog.pg_am m where m.amtype = 'i' order by m.amname;`,
    IndexMethod,
  )
}
