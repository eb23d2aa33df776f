import { empty, type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import type { Fields } from '../catalog/select-fields.ts'
import { Column, columnsOfRelation } from '../columns/column-row.ts'

export const PrimaryKeyColumn = z.object({ schema: z.string(), table_name: z.string(), table_id: z.number().int(), name: z.string() })

export const Relationship = z.object({
  /** Of the constraint: the columns of one composite key share it. */
  id: z.number().int(),
  constraint_name: z.string(),
  source_schema: z.string(),
  source_table_name: z.string(),
  source_column_name: z.string(),
  target_table_schema: z.string(),
  target_table_name: z.string(),
  target_column_name: z.string(),
})

export const replicaIdentities = ['DEFAULT', 'INDEX', 'FULL', 'NOTHING'] as const

/** A table or partitioned table as lists and retrievals give it (spec §3), without its columns. */
export const TableSummary = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  rls_enabled: z.boolean(),
  rls_forced: z.boolean(),
  replica_identity: z.enum(replicaIdentities),
  /** On disk with indexes and TOAST; of a partitioned table, that of its partitions. */
  bytes: z.number().int(),
  /** The same for people: "16 kB" */
  size: z.string(),
  /** What the statistics collector counts; 0 when nothing has been counted yet. */
  live_rows_estimate: z.number().int(),
  dead_rows_estimate: z.number().int(),
  comment: z.string().nullable(),
  /** In the key's own order. */
  primary_keys: z.array(PrimaryKeyColumn),
  /** Foreign keys from this table and to it, one entry a pair of columns. */
  relationships: z.array(Relationship),
})
export type TableSummary = z.infer<typeof TableSummary>

export const Table = TableSummary.extend({ columns: z.array(Column) })
export type Table = z.infer<typeof Table>

/** Which relations are tables. */
export const isTable: Fragment = sql`c.relkind in ('r', 'p')`

/** Partitioned tables hold nothing themselves. */
function ofStorage(measure: (relation: Fragment) => Fragment): Fragment {
  return sql`coalesce(case c.relkind
      when 'p' then (select sum(${measure(sql`leaf.relid`)}) from pg_catalog.pg_partition_tree(c.oid) leaf where leaf.isleaf)
      else ${measure(sql`c.oid`)}
    end, 0)::int8`
}

const bytes = ofStorage((relation) => sql`pg_catalog.pg_total_relation_size(${relation})`)

export const primaryKeysOfRelation = sql`coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object('schema', n.nspname, 'table_name', c.relname, 'table_id', c.oid::int8, 'name', a.attname) order by key.position)
      from pg_catalog.pg_constraint k
      cross join pg_catalog.unnest(k.conkey) with ordinality as key (attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.attnum
      where k.conrelid = c.oid and k.contype = 'p'
    ), '[]'::json)`

/**
 * No index leads from a table to the foreign keys that point at it; their dependencies do: every one of them depends on the columns
 * that it points at. Keys that Postgres made for the partitions of the other side are left out. `more` are further fields, with a comma
 * before each, of the constraint `k`.
 */
export function relationshipsOfRelation(more: Fragment): Fragment {
  return sql`coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'id', k.oid::int8, 'constraint_name', k.conname,
        'source_schema', sn.nspname, 'source_table_name', sc.relname, 'source_column_name', sa.attname,
        'target_table_schema', tn.nspname, 'target_table_name', tc.relname, 'target_column_name', ta.attname${more}
      ) order by k.conrelid <> c.oid, k.oid, key.position)
      from (
        select o.oid, o.conname, o.conrelid, o.confrelid, o.conkey, o.confkey, o.conparentid, o.confupdtype, o.confdeltype, pg_catalog.to_jsonb(o) -> 'confdelsetcols' as cleared
        from pg_catalog.pg_constraint o where o.conrelid = c.oid and o.contype = 'f'
        union all
        select i.oid, i.conname, i.conrelid, i.confrelid, i.conkey, i.confkey, i.conparentid, i.confupdtype, i.confdeltype, pg_catalog.to_jsonb(i) -> 'confdelsetcols' as cleared
        from pg_catalog.pg_depend d
        join pg_catalog.pg_constraint i on i.oid = d.objid
        where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = c.oid and d.refobjsubid > 0
          and d.classid = 'pg_catalog.pg_constraint'::pg_catalog.regclass::oid
          and i.contype = 'f' and i.confrelid = c.oid and i.conrelid <> c.oid and d.refobjsubid = i.confkey[1]
      ) k
      cross join rows from (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey)) with ordinality as key (source, target, position)
      join pg_catalog.pg_class sc on sc.oid = k.conrelid
      join pg_catalog.pg_namespace sn on sn.oid = sc.relnamespace
      join pg_catalog.pg_class tc on tc.oid = k.confrelid
      join pg_catalog.pg_namespace tn on tn.oid = tc.relnamespace
      join pg_catalog.pg_attribute sa on sa.attrelid = k.conrelid and sa.attnum = key.source
      join pg_catalog.pg_attribute ta on ta.attrelid = k.confrelid and ta.attnum = key.target
      where k.conparentid = '0' or not exists (select from pg_catalog.pg_constraint p where p.oid = k.conparentid and p.conrelid = k.conrelid)
    ), '[]'::json)`
}

/** The fields of `TableSummary`, of relation `c` in schema `n`: also for other queries that list tables. */
export const tableFields: Fields = {
  id: sql`c.oid::int8`,
  schema: sql`n.nspname::text`,
  name: sql`c.relname::text`,
  rls_enabled: sql`c.relrowsecurity`,
  rls_forced: sql`c.relforcerowsecurity`,
  replica_identity: sql`case c.relreplident when 'd' then 'DEFAULT' when 'i' then 'INDEX' when 'f' then 'FULL' else 'NOTHING' end`,
  bytes,
  size: sql`pg_catalog.pg_size_pretty(${bytes})`,
  live_rows_estimate: ofStorage((relation) => sql`pg_catalog.pg_stat_get_live_tuples(${relation})`),
  dead_rows_estimate: ofStorage((relation) => sql`pg_catalog.pg_stat_get_dead_tuples(${relation})`),
  comment: sql`pg_catalog.obj_description(c.oid, 'pg_class')`,
  primary_keys: primaryKeysOfRelation,
  relationships: relationshipsOfRelation(empty),
}

/** The fields of `Table`: the same with the columns. */
export const tableFieldsWithColumns: Fields = { ...tableFields, columns: columnsOfRelation }
