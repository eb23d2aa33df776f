import { ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { listing, retrieval, type Statement } from '../statement.ts'
import { movedColumns, otherDependents } from './replace-values.ts'

/** A table column of a type or its array. */
export const TypeColumn = z.object({
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  is_array: z.boolean(),
  /** False if the table inherits it and it follows the parent's column. */
  is_own: z.boolean(),
  is_foreign: z.boolean(),
  default_value: z.string().nullable(),
  /** The planner's estimate, without partitions; null before the first analyze, and for relations without rows. */
  rows_estimate: z.number().nullable(),
  /** The table's size with its indexes and TOAST, without partitions. */
  bytes: z.number(),
})
export type TypeColumn = z.infer<typeof TypeColumn>

export const TypeUses = z.object({
  columns: z.array(TypeColumn),
  /** Tables created from a composite type, quoted: `public.trip`. */
  typed_tables: z.array(z.string()),
  /** What else depends on it, in Postgres's words; null for nothing. Prevents reordering of enum values. */
  others: z.string().nullable(),
})
export type TypeUses = z.infer<typeof TypeUses>

/** Lists the columns that use a type, and what else depends on it. Needs only the brief lock for a size. */
export function retrieveTypeUses({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof TypeUses>> {
  return retrieval(
    sql`select
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('schema', m.schema, 'table', m.table, 'column', m.column, 'is_array', m.is_array, 'is_own', m.is_own,
      'is_foreign', m.is_foreign, 'default_value', m.default_value,
      'rows_estimate', case when c.relkind = 'r' and c.reltuples >= 0 then c.reltuples::float8 end,
      'bytes', case when m.is_foreign then 0 else pg_catalog.pg_total_relation_size(c.oid) end) order by m.schema, m.table, m.attnum)
    from (${movedColumns}) m join pg_catalog.pg_class c on c.oid = m.attrelid
  ), '[]') as columns,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.format('%I.%I', n.nspname::text, c.relname::text) order by n.nspname, c.relname)
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.reloftype = target.id
  ), '[]') as typed_tables,
  (with moved as (${movedColumns}) ${otherDependents}) as others
from (select t.oid as id, t.typarray as array from pg_catalog.pg_type t where t.oid = ${oid(id)}) target;`,
    TypeUses,
  )
}

/** The number of a column's rows with a value. */
export const HeldValue = z.object({
  value: z.string(),
  schema: z.string(),
  table: z.string(),
  column: z.string(),
  rows: z.number(),
})
export type HeldValue = z.infer<typeof HeldValue>

/** Lists which enum values the rows of its columns use. Reads these tables completely, except foreign tables. */
export function listHeldValues(columns: readonly TypeColumn[], values: readonly string[]): Statement<z.ZodArray<typeof HeldValue>> {
  const wanted = join(values.map((value) => sql`${literal(value)}`))
  const counts = columns
    .filter(({ is_own: isOwn, is_foreign: isForeign }) => isOwn && !isForeign)
    .map(({ schema, table, column, is_array: isArray }) => {
      const held = isArray
        ? sql`(select distinct v::text as value, t.ctid, t.tableoid from ${ident(schema, table)} t cross join lateral pg_catalog.unnest(t.${ident(column)}) v)`
        : sql`(select t.${ident(column)}::text as value from ${ident(schema, table)} t)`
      return sql`select h.value, ${literal(schema)}::text as schema, ${literal(table)}::text as table, ${literal(column)}::text as column, pg_catalog.count(*)::float8 as rows
from ${held} h where h.value in (${wanted}) group by h.value`
    })
  const none = sql`select null::text as value, null::text as schema, null::text as table, null::text as column, 0::float8 as rows where false`
  return listing(sql`${values.length === 0 || counts.length === 0 ? none : join(counts, sql`\nunion all\n`)}\norder by 2, 3, 4, 1;`, HeldValue)
}
