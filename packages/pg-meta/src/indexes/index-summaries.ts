import { nameLiteral, sql, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { longListing } from '../long-listing.ts'
import { listing, type Statement } from '../statement.ts'

/** An index in a list: only fields that cost almost nothing to read. */
export const IndexSummary = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  table_id: z.number().int(),
  table: z.string(),
  /** Of a partitioned table: it holds nothing itself, the indexes of the partitions do. */
  is_partitioned: z.boolean(),
  /** A part of the index of a partitioned table. */
  is_of_partition: z.boolean(),
  /** "btree", "gin" … */
  method: z.string(),
  /** Columns and expressions in words, the first `key_count` of them its key; the others it only holds. */
  entries: z.array(z.string()),
  key_count: z.number().int(),
  /** Oids of the operator classes and collations of its key, and its orders (1 descending, 2 nulls first), one for each, as vectors: "1978 1994". */
  classes: z.string(),
  collations: z.string(),
  orders: z.string(),
  /** Only rows for which it is true are in it. */
  predicate: z.string().nullable(),
  is_unique: z.boolean(),
  is_primary: z.boolean(),
  nulls_not_distinct: z.boolean(),
  /** Whether it is checked at once, and not at the end of the transaction. */
  is_immediate: z.boolean(),
  is_replica_identity: z.boolean(),
  /** A constraint of the same name made it: it goes with that only. */
  has_constraint: z.boolean(),
  /** False: queries don't use it, writes keep it up all the same. */
  is_valid: z.boolean(),
  /** False: writes don't update it. */
  is_ready: z.boolean(),
  /** Of the pages that vacuum, analyze and index builds last saw; null where it stores nothing. */
  bytes_estimate: z.number().nullable(),
  /** How often it was used since statistics began; null where it stores nothing. */
  scans: z.number().nullable(),
})
export type IndexSummary = z.infer<typeof IndexSummary>

/** What of an index is dear to look up. */
const dear = { entries: true, key_count: true, classes: true, collations: true, orders: true, predicate: true, nulls_not_distinct: true } as const

/** An index of a list without what it holds. */
export const IndexOutline = IndexSummary.omit(dear)
export type IndexOutline = z.infer<typeof IndexOutline>

/** What an index holds. */
export const IndexContent = IndexSummary.pick({ id: true, ...dear })
export type IndexContent = z.infer<typeof IndexContent>

/** The indexes of a table, in no order. */
export function listIndexSummaries({ tableId }: { readonly tableId: number }): Statement<z.ZodArray<typeof IndexSummary>> {
  return longListing(indexesOf(sql`c.oid = ${oid(tableId)}`), IndexSummary, ['schema'])
}

/** The indexes of a schema without what they hold, in no order: sorting tens of thousands of them here would go through the disk. */
export function listIndexOutlines({ schema }: { readonly schema: string }): Statement<z.ZodArray<typeof IndexOutline>> {
  return longListing(indexesOf(sql`n.nspname = ${nameLiteral(schema)}`), IndexOutline, ['schema'])
}

/** What the indexes of a schema hold: what tens of thousands of outlines need not wait for. */
export function listIndexContents({ schema }: { readonly schema: string }): Statement<z.ZodArray<typeof IndexContent>> {
  return longListing(indexesOf(sql`n.nspname = ${nameLiteral(schema)}`), IndexContent)
}

/** Returns outlines with their contents if known: an index can be created or dropped between the two. */
export function withContents(outlines: readonly IndexOutline[], contents: readonly IndexContent[]): (IndexOutline | IndexSummary)[] {
  if (contents.length === 0) return [...outlines]
  const byId = new Map(contents.map((content) => [content.id, content]))
  return outlines.map((outline) => ({ ...outline, ...byId.get(outline.id) }))
}

/** Of these columns Postgres works out only those that are asked for. */
function indexesOf(condition: Fragment): Fragment {
  return sql`select i.indexrelid::int8 as id, n.nspname::text as schema, x.relname::text as name, i.indrelid::int8 as table_id, c.relname::text as "table",
  x.relkind = 'I' as is_partitioned, x.relispartition as is_of_partition, m.amname::text as method,
  -- most have one column: the others' are looked up one by one
  pg_catalog.array_to_json(case when i.indnatts = '1' then array[coalesce(a.attname::text, pg_catalog.pg_get_indexdef(i.indexrelid, 1, true))]
    else array(select coalesce(ka.attname::text, pg_catalog.pg_get_indexdef(i.indexrelid, k.position::int4, true))
      from pg_catalog.unnest(i.indkey::int2[]) with ordinality k (attnum, position)
      left join pg_catalog.pg_attribute ka on ka.attrelid = i.indrelid and ka.attnum = k.attnum and k.attnum <> '0' order by k.position) end) as entries,
  i.indnkeyatts::int4 as key_count, i.indclass::text as classes, i.indcollation::text as collations, i.indoption::text as orders,
  case when i.indpred is not null then pg_catalog.pg_get_expr(i.indpred, i.indrelid, true) end as predicate,
  i.indisunique as is_unique, i.indisprimary as is_primary,
  -- 15 and later
  case when i.indisunique and not i.indisprimary then coalesce((pg_catalog.to_jsonb(i) ->> 'indnullsnotdistinct')::bool, false) else false end as nulls_not_distinct,
  i.indimmediate as is_immediate, i.indisreplident as is_replica_identity,
  i.indisprimary or i.indisexclusion or i.indisunique and exists (
    select from pg_catalog.pg_constraint q where q.conrelid = i.indrelid and q.conindid = i.indexrelid and q.contype = 'u') as has_constraint,
  i.indisvalid as is_valid, i.indisready as is_ready,
  case when x.relkind = 'i' then x.relpages::float8 operator(pg_catalog.*) pg_catalog.current_setting('block_size')::float8 end as bytes_estimate,
  case when x.relkind = 'i' then coalesce(pg_catalog.pg_stat_get_numscans(i.indexrelid), 0)::float8 end as scans
from pg_catalog.pg_namespace n join pg_catalog.pg_class c on c.relnamespace = n.oid join pg_catalog.pg_index i on i.indrelid = c.oid
join pg_catalog.pg_class x on x.oid = i.indexrelid join pg_catalog.pg_am m on m.oid = x.relam
left join pg_catalog.pg_attribute a on i.indnatts = '1' and a.attrelid = i.indrelid and a.attnum = i.indkey[0] and i.indkey[0] <> '0'
where ${condition} and c.relkind in ('r', 'p', 'm') and ${isVisibleRelation('c')}`
}

/** An index build or rebuild in progress. */
export const IndexBuild = z.object({
  process_id: z.number().int(),
  /** "CREATE INDEX CONCURRENTLY", "REINDEX" … */
  command: z.string(),
  /** Null before it is there. */
  index_id: z.number().int().nullable(),
  /** "building index: scanning table", "waiting for old snapshots" … in Postgres's words. */
  phase: z.string(),
  /** How much of the phase is done, in its own unit; both 0 where it has none. */
  done: z.number(),
  total: z.number(),
  unit: z.enum(['transactions', 'partitions', 'blocks', 'rows']),
  /** The process that it waits for. */
  waits_for: z.number().int().nullable(),
  seconds: z.number(),
})
export type IndexBuild = z.infer<typeof IndexBuild>

/** Lists the builds on a table, from pg_stat_progress_create_index. Looks the name up again, because the table may no longer exist. */
export function listIndexBuilds({ schema, table }: { readonly schema: string; readonly table: string }): Statement<z.ZodArray<typeof IndexBuild>> {
  return listing(
    sql`select p.pid as process_id, p.command, case when p.index_relid <> '0' then p.index_relid::int8 end as index_id, p.phase,
  case u.unit when 'transactions' then p.lockers_done when 'rows' then p.tuples_done when 'blocks' then p.blocks_done else p.partitions_done end::float8 as done,
  case u.unit when 'transactions' then p.lockers_total when 'rows' then p.tuples_total when 'blocks' then p.blocks_total else p.partitions_total end::float8 as total,
  u.unit, case when p.current_locker_pid <> '0' then p.current_locker_pid::int4 end as waits_for,
  coalesce(greatest(0, extract(epoch from pg_catalog.clock_timestamp() - a.query_start)), 0)::float8 as seconds
from pg_catalog.pg_stat_progress_create_index p
join pg_catalog.pg_class c on c.oid = p.relid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
left join pg_catalog.pg_stat_activity a on a.pid = p.pid
cross join lateral (select case when p.lockers_total > '0' and p.phase like 'waiting%' then 'transactions' when p.blocks_total > '0' then 'blocks'
  when p.tuples_total > '0' then 'rows' when p.partitions_total > '0' then 'partitions' else 'blocks' end as unit) u
where p.datname = pg_catalog.current_database() and n.nspname = ${nameLiteral(schema)} and c.relname = ${nameLiteral(table)}
order by p.pid;`,
    IndexBuild,
  )
}
