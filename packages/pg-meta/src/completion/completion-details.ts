import { join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'

const CompletionColumn = z.object({
  name: z.string(),
  type: z.string(),
  is_nullable: z.boolean(),
  /** Its default, or what it is generated from. */
  default: z.string().nullable(),
  generated: z.enum(['identity', 'stored', 'virtual']).nullable(),
  is_key: z.boolean(),
  comment: z.string().nullable(),
})
export type CompletionColumn = z.infer<typeof CompletionColumn>

/** A foreign key of the relation, or one of another table that points at it. The n-th of `columns` pairs with the n-th of `other_columns`. */
const CompletionReference = z.object({
  /** The name of the foreign key. */
  constraint: z.string(),
  columns: z.array(z.string()),
  other_schema: z.string(),
  other: z.string(),
  other_columns: z.array(z.string()),
  is_incoming: z.boolean(),
})
export type CompletionReference = z.infer<typeof CompletionReference>

const RelationDetails = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: z.string(),
  /** As the planner estimates them; null before the first analysis, and of views. */
  rows: z.number().nullable(),
  comment: z.string().nullable(),
  columns: z.array(CompletionColumn),
  references: z.array(CompletionReference),
})
export type RelationDetails = z.infer<typeof RelationDetails>

/** Most relations of one answer. */
export const maxDetailedRelations = 400

/** Columns, foreign keys and comments of some relations, by their oids. Those that are gone are left out. */
export function getRelationDetailsSql(ids: readonly number[]): Statement<z.ZodArray<typeof RelationDetails>> {
  const wanted = ids.length === 0 ? sql`false` : sql`c.oid in (${join(ids.map((id) => literal(String(id))))})`
  return listing(
    sql`select c.oid::int8 as id, n.nspname as schema, c.relname as name, c.relkind as kind,
  case when c.relkind in ('r', 'p', 'm') and c.reltuples >= '0' then c.reltuples::float8 end as rows,
  pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod), 'is_nullable', not a.attnotnull,
      'default', pg_catalog.pg_get_expr(d.adbin, d.adrelid), 'generated', case when a.attidentity <> '' then 'identity' when a.attgenerated = 's' then 'stored' when a.attgenerated = 'v' then 'virtual' end,
      'is_key', coalesce(a.attnum = any (k.conkey), false), 'comment', pg_catalog.col_description(a.attrelid, a.attnum)) order by a.attnum)
    from pg_catalog.pg_attribute a
      left join pg_catalog.pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      left join pg_catalog.pg_constraint k on k.conrelid = a.attrelid and k.contype = 'p'
    where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  ), '[]'::json) as columns,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('constraint', f.conname, 'is_incoming', f.is_incoming, 'other_schema', on_.nspname, 'other', o.relname,
      'columns', (select pg_catalog.json_agg(a.attname order by p.place) from pg_catalog.unnest(f.own) with ordinality p (number, place) join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = p.number),
      'other_columns', (select pg_catalog.json_agg(a.attname order by p.place) from pg_catalog.unnest(f.others) with ordinality p (number, place) join pg_catalog.pg_attribute a on a.attrelid = o.oid and a.attnum = p.number)
    ) order by f.is_incoming, f.conname)
    from (
      select k.conname, false as is_incoming, k.confrelid as other, k.conkey as own, k.confkey as others from pg_catalog.pg_constraint k where k.contype = 'f' and k.conrelid = c.oid and k.conparentid = '0'
      union all
      select k.conname, true, k.conrelid, k.confkey, k.conkey from pg_catalog.pg_constraint k where k.contype = 'f' and k.confrelid = c.oid and k.conparentid = '0'
    ) f join pg_catalog.pg_class o on o.oid = f.other join pg_catalog.pg_namespace on_ on on_.oid = o.relnamespace
  ), '[]'::json) as "references"
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where ${wanted} order by c.oid;`,
    RelationDetails,
  )
}

const FunctionDetails = z.object({
  schema: z.string(),
  name: z.string(),
  arguments: z.string(),
  returns: z.string().nullable(),
  language: z.string(),
  comment: z.string().nullable(),
  /** CREATE OR REPLACE …; null of aggregates, which Postgres has no text of. */
  definition: z.string().nullable(),
})
export type FunctionDetails = z.infer<typeof FunctionDetails>

/** Most overloads of a function that are listed. */
const maxOverloads = 50

/** The functions of a name, in one schema or in those of the search path. */
export function getFunctionDetailsSql(schema: string | null, name: string): Statement<z.ZodArray<typeof FunctionDetails>> {
  const place = schema === null ? sql`n.nspname = any (pg_catalog.current_schemas(true))` : sql`n.nspname = ${literal(schema)}`
  return listing(
    sql`select n.nspname as schema, p.proname as name, pg_catalog.pg_get_function_arguments(p.oid) as arguments, pg_catalog.pg_get_function_result(p.oid) as returns,
  l.lanname as language, pg_catalog.obj_description(p.oid, 'pg_proc') as comment, case when p.prokind <> 'a' then pg_catalog.pg_get_functiondef(p.oid) end as definition
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace join pg_catalog.pg_language l on l.oid = p.prolang
where p.proname = ${literal(name)} and ${place} order by n.nspname, p.oid limit ${maxOverloads};`,
    FunctionDetails,
  )
}
