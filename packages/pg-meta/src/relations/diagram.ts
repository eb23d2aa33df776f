import { nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { listing, type Statement } from '../statement.ts'

/** Most tables of a diagram: more are indistinguishable on a screen. */
export const diagramTableLimit = 1_000

/** A table as a diagram draws it. */
export const DiagramTable = z.object({
  id: z.number().int(),
  name: z.string(),
  /** Ordinary, partitioned and foreign ones. */
  type: z.enum(['r', 'p', 'f']),
  comment: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string(), is_nullable: z.boolean() })),
  /** The columns of the primary key, then of each whole unique index, by name. */
  keys: z.array(z.object({ is_primary: z.boolean(), columns: z.array(z.string()) })),
  /** Its foreign keys, pair by pair of columns; those that partitions inherit stand with their table. */
  references: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      to_schema: z.string(),
      to_table: z.string(),
      to_columns: z.array(z.string()),
    }),
  ),
  /** Foreign keys of tables of other schemas that refer to it. */
  referrers: z.array(
    z.object({
      name: z.string(),
      schema: z.string(),
      table: z.string(),
      columns: z.array(z.string()),
      to_columns: z.array(z.string()),
      /** At most one row refers to each: the columns are a key of their own. */
      is_unique: z.boolean(),
      /** A row need not refer to any. */
      is_optional: z.boolean(),
    }),
  ),
})
export type DiagramTable = z.infer<typeof DiagramTable>

/** Tables of a schema with their columns, keys and foreign keys, by name: the first `limit` of them. Partitions stand with their tables. */
export function listDiagramTables({
  schema,
  limit = diagramTableLimit,
}: {
  readonly schema: string
  readonly limit?: number
}): Statement<z.ZodArray<typeof DiagramTable>> {
  return listing(
    sql`with tables as materialized (
  select c.oid, c.relname, c.relkind
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where n.nspname = ${nameLiteral(schema)} and c.relkind in ('r', 'p', 'f') and not c.relispartition and ${isVisibleRelation('c')}
  order by c.relname limit ${limit}
), columns as (
  select a.attrelid, pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
    'is_nullable', not a.attnotnull) order by a.attnum) as list
  from tables t join pg_catalog.pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped group by a.attrelid
), keys as (
  select i.indrelid, pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('is_primary', i.indisprimary, 'columns', named.list) order by i.indisprimary desc, i.indexrelid) as list
  from tables t join pg_catalog.pg_index i on i.indrelid = t.oid and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
  cross join lateral (
    select pg_catalog.jsonb_agg(a.attname order by k.place) as list
    from pg_catalog.unnest(i.indkey::int2[]) with ordinality k (number, place)
    join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.number
    where k.place <= i.indnkeyatts
  ) named
  group by i.indrelid
), refs as (
  select k.conrelid, pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', k.conname, 'columns', named.list, 'to_columns', named.to_list,
    'to_schema', n.nspname, 'to_table', c.relname) order by k.conname) as list
  from tables t join pg_catalog.pg_constraint k on k.conrelid = t.oid and k.contype = 'f' and k.conparentid = '0'
  join pg_catalog.pg_class c on c.oid = k.confrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral (
    select pg_catalog.jsonb_agg(a.attname order by p.place) as list, pg_catalog.jsonb_agg(b.attname order by p.place) as to_list
    from rows from (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey)) with ordinality p (number, to_number, place)
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.number
    join pg_catalog.pg_attribute b on b.attrelid = k.confrelid and b.attnum = p.to_number
  ) named
  group by k.conrelid
), referrers as (
  select k.confrelid, pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', k.conname, 'schema', n.nspname, 'table', c.relname,
    'columns', named.list, 'to_columns', named.to_list, 'is_optional', named.is_optional, 'is_unique', exists (
      select from pg_catalog.pg_index i where i.indrelid = k.conrelid and i.indisunique and i.indisvalid and i.indpred is null and i.indexprs is null
        and not exists (
          select from pg_catalog.unnest(i.indkey::int2[]) with ordinality u (number, place) where u.place <= i.indnkeyatts and u.number <> all (k.conkey)
        )
    )) order by n.nspname, c.relname, k.conname) as list
  from tables t join pg_catalog.pg_constraint k on k.confrelid = t.oid and k.contype = 'f' and k.conparentid = '0'
  join pg_catalog.pg_class c on c.oid = k.conrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace and n.nspname <> ${nameLiteral(schema)}
  cross join lateral (
    select pg_catalog.jsonb_agg(a.attname order by p.place) as list, pg_catalog.jsonb_agg(b.attname order by p.place) as to_list,
      not pg_catalog.bool_and(a.attnotnull) as is_optional
    from rows from (pg_catalog.unnest(k.conkey), pg_catalog.unnest(k.confkey)) with ordinality p (number, to_number, place)
    join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = p.number
    join pg_catalog.pg_attribute b on b.attrelid = k.confrelid and b.attnum = p.to_number
  ) named
  where ${isVisibleRelation('c')}
  group by k.confrelid
)
select t.oid::int8 as id, t.relname as name, t.relkind as type, pg_catalog.obj_description(t.oid, 'pg_class') as comment,
  coalesce(c.list, '[]') as columns, coalesce(k.list, '[]') as keys, coalesce(r.list, '[]') as "references",
  coalesce(o.list, '[]') as referrers
from tables t
left join columns c on c.attrelid = t.oid
left join keys k on k.indrelid = t.oid
left join refs r on r.conrelid = t.oid
left join referrers o on o.confrelid = t.oid
order by t.relname;`,
    DiagramTable,
  )
}
