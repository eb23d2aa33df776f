import { empty, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { EntityTypeCode } from '../entity-types/entity-types.ts'
import { longListing } from '../long-listing.ts'
import { retrieval, type Statement } from '../statement.ts'

/** A relation of a list: only what identifies it and is cheap to read. */
export const RelationSummary = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  type: EntityTypeCode,
  comment: z.string().nullable(),
  columns: z.number().int(),
  /** The planner's figure; null while nothing has counted, and for what holds no rows itself. */
  rows_estimate: z.number().nullable(),
  /** Of the pages that hold rows, indexes and TOAST as vacuum, analyze and index builds last saw them; null while nothing has counted, and for what has none. */
  bytes_estimate: z.number().nullable(),
  rls_enabled: z.boolean(),
  rls_forced: z.boolean(),
  /** Publications that have the table, those of all tables apart. */
  publications: z.array(z.string()),
  /** The table that it is a partition of, and of what values: "FOR VALUES IN ('DE')". */
  partition_of: z.object({ id: z.number().int(), schema: z.string(), name: z.string(), bound: z.string() }).nullable(),
})
export type RelationSummary = z.infer<typeof RelationSummary>

export interface RelationsQuery {
  readonly schema: string
  /** Partitions are listed, too, each for itself; they stand with their tables when left out. */
  readonly hasPartitions?: boolean
}

/** Tables, views, materialized views and foreign tables of a schema, in no order. */
export function listRelationSummaries({ schema, hasPartitions = false }: RelationsQuery): Statement<z.ZodArray<typeof RelationSummary>> {
  return longListing(
    // whole catalogs are read at most once and joined as a whole: a look-up, or a call of obj_description, for each of ten thousand is dear
    sql`with relations as materialized (
  select c.oid, n.nspname, c.relname, c.relkind, c.relnatts, c.reltuples, c.relpages, c.reltoastrelid, c.relrowsecurity, c.relforcerowsecurity,
    c.relispartition, c.relpartbound
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = ${nameLiteral(schema)} and c.relkind in ('r', 'p', 'v', 'm', 'f')${hasPartitions ? empty : sql` and not c.relispartition`} and ${isVisibleRelation('c')}
), pages as (
  select i.indrelid as of_id, pg_catalog.sum(ic.relpages) as pages
  from pg_catalog.pg_index i join pg_catalog.pg_class ic on ic.oid = i.indexrelid where ic.relkind = 'i' group by i.indrelid
), gone as (
  select a.attrelid, pg_catalog.count(*) as columns from pg_catalog.pg_attribute a where a.attisdropped and a.attnum > '0' group by a.attrelid
), published as (
  select pr.prrelid, pg_catalog.jsonb_agg(p.pubname order by p.pubname) as names
  from pg_catalog.pg_publication_rel pr join pg_catalog.pg_publication p on p.oid = pr.prpubid group by pr.prrelid
)
select r.oid::int8 as id, r.nspname::text as schema, r.relname as name, r.relkind as type, d.description as comment,
  (r.relnatts - coalesce(g.columns, 0))::int4 as columns,
  case when r.relkind in ('r', 'm') and r.reltuples >= 0 then r.reltuples::float8 end as rows_estimate,
  case when r.relkind in ('r', 'm') and r.reltuples >= 0 then ((r.relpages + coalesce(x.pages, 0) + coalesce(t.relpages, 0)) * pg_catalog.current_setting('block_size')::int8)::float8 end as bytes_estimate,
  r.relrowsecurity as rls_enabled, r.relforcerowsecurity as rls_forced,
  coalesce(p.names, '[]') as publications,
  case when r.relispartition then (
    select pg_catalog.jsonb_build_object('id', o.oid::int8, 'schema', s.nspname, 'name', o.relname, 'bound', pg_catalog.pg_get_expr(r.relpartbound, r.oid))
    from pg_catalog.pg_inherits h join pg_catalog.pg_class o on o.oid = h.inhparent join pg_catalog.pg_namespace s on s.oid = o.relnamespace
    where h.inhrelid = r.oid
  ) end as partition_of
from relations r
left join pages x on x.of_id = r.oid
left join gone g on g.attrelid = r.oid
left join (select t.oid, t.relpages from pg_catalog.pg_class t where t.relkind = 't') t on t.oid = r.reltoastrelid
left join published p on p.prrelid = r.oid
left join pg_catalog.pg_description d on d.objoid = r.oid and d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.objsubid = '0'`,
    RelationSummary,
    ['schema'],
  )
}

export const RelationSize = z.object({
  id: z.number().int(),
  /** Rows, indexes and TOAST, now; null when it is gone by now. */
  bytes: z.number().nullable(),
})
export type RelationSize = z.infer<typeof RelationSize>

/** What the summaries have no estimate for, because nothing has counted it, is measured: files are looked at, so only of those. Partitions are among them. */
export function listUncountedSizes({ schema }: Pick<RelationsQuery, 'schema'>): Statement<z.ZodArray<typeof RelationSize>> {
  return longListing(
    sql`select c.oid::int8 as id, pg_catalog.pg_total_relation_size(c.oid)::float8 as bytes
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where n.nspname = ${nameLiteral(schema)} and c.relkind in ('r', 'm') and c.reltuples < 0 and ${isVisibleRelation('c')}`,
    RelationSize,
  )
}

const Part = z.object({ name: z.string(), definition: z.string() })

export const RelationDetails = z.object({
  id: z.number().int(),
  owner: z.string(),
  columns: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      is_nullable: z.boolean(),
      default: z.string().nullable(),
      /** In what way Postgres makes its values itself: "always as identity"; from the expression of `default` where it is no identity. Null where it does not. */
      generated: z.string().nullable(),
      comment: z.string().nullable(),
      /** Columns that its foreign keys reference: "public.artist.id". */
      references: z.array(z.string()),
    }),
  ),
  /** In Postgres's words: "FOREIGN KEY (a) REFERENCES b(id)". */
  constraints: z.array(Part.extend({ is_valid: z.boolean() })),
  indexes: z.array(Part.extend({ bytes: z.number(), scans: z.number(), is_valid: z.boolean() })),
  triggers: z.array(Part.extend({ is_enabled: z.boolean() })),
  policies: z.array(z.object({ name: z.string(), command: z.string(), roles: z.array(z.string()), is_permissive: z.boolean() })),
  /** Of tables and materialized views; null for what stores nothing. Times are ISO 8601. */
  upkeep: z
    .object({
      live_rows: z.number(),
      dead_rows: z.number(),
      /** Rows, indexes and TOAST, now. */
      bytes: z.number(),
      index_bytes: z.number(),
      last_vacuum: z.string().nullable(),
      last_analyze: z.string().nullable(),
    })
    .nullable(),
})
export type RelationDetails = z.infer<typeof RelationDetails>

/** All that belongs to a relation, for a person to look at; no row when it is gone or out of reach. */
export function retrieveRelationDetails({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof RelationDetails>> {
  return retrieval(
    sql`select c.oid::int8 as id, pg_catalog.pg_get_userbyid(c.relowner) as owner,
  (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'is_nullable', not a.attnotnull, 'default', pg_catalog.pg_get_expr(d.adbin, d.adrelid),
      'generated', case a.attidentity when 'a' then 'always as identity' when 'd' then 'by default as identity'
        else case a.attgenerated when 's' then 'always, stored' when 'v' then 'always, when read' end end, 'comment', pg_catalog.col_description(c.oid, a.attnum),
      'references', (select coalesce(pg_catalog.jsonb_agg(pg_catalog.concat(fn.nspname, '.', f.relname, '.', fa.attname) order by k.conname), '[]')
        from pg_catalog.pg_constraint k cross join lateral rows from (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey)) key (own, other)
        join pg_catalog.pg_class f on f.oid = k.confrelid join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace
        join pg_catalog.pg_attribute fa on fa.attrelid = k.confrelid and fa.attnum = key.other
        where k.conrelid = c.oid and k.contype = 'f' and key.own = a.attnum)) order by a.attnum), '[]')
    from pg_catalog.pg_attribute a left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns,
  (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', k.conname, 'definition', pg_catalog.pg_get_constraintdef(k.oid, true), 'is_valid', k.convalidated)
      order by pg_catalog.strpos('puxfc', k.contype::text), k.conname), '[]')
    from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype not in ('t', 'n')) as constraints,
  (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', ic.relname, 'definition', pg_catalog.pg_get_indexdef(i.indexrelid),
      'bytes', pg_catalog.pg_relation_size(i.indexrelid), 'scans', coalesce(pg_catalog.pg_stat_get_numscans(i.indexrelid), 0), 'is_valid', i.indisvalid) order by ic.relname), '[]')
    from pg_catalog.pg_index i join pg_catalog.pg_class ic on ic.oid = i.indexrelid where i.indrelid = c.oid) as indexes,
  (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', t.tgname, 'definition', pg_catalog.pg_get_triggerdef(t.oid, true), 'is_enabled', t.tgenabled <> 'D') order by t.tgname), '[]')
    from pg_catalog.pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as triggers,
  (select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', p.polname, 'is_permissive', p.polpermissive,
      'command', case p.polcmd when 'r' then 'SELECT' when 'a' then 'INSERT' when 'w' then 'UPDATE' when 'd' then 'DELETE' else 'ALL' end,
      'roles', (select pg_catalog.jsonb_agg(case r.oid when '0' then 'public' else pg_catalog.pg_get_userbyid(r.oid)::text end) from pg_catalog.unnest(p.polroles) r (oid))) order by p.polname), '[]')
    from pg_catalog.pg_policy p where p.polrelid = c.oid) as policies,
  case when c.relkind in ('r', 'm') then pg_catalog.jsonb_build_object(
    'live_rows', coalesce(pg_catalog.pg_stat_get_live_tuples(c.oid), 0), 'dead_rows', coalesce(pg_catalog.pg_stat_get_dead_tuples(c.oid), 0),
    'bytes', pg_catalog.pg_total_relation_size(c.oid), 'index_bytes', pg_catalog.pg_indexes_size(c.oid),
    'last_vacuum', greatest(pg_catalog.pg_stat_get_last_vacuum_time(c.oid), pg_catalog.pg_stat_get_last_autovacuum_time(c.oid)),
    'last_analyze', greatest(pg_catalog.pg_stat_get_last_analyze_time(c.oid), pg_catalog.pg_stat_get_last_autoanalyze_time(c.oid))) end as upkeep
from pg_catalog.pg_class c where c.oid = ${oid(id)} and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isVisibleRelation('c')};`,
    RelationDetails,
  )
}
