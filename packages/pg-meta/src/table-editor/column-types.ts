import { sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { isArrayType } from '../catalog/array-types.ts'
import { oid } from '../catalog/identifiers.ts'
import type { Statement } from '../statement.ts'

/** A type as far as its values' texts go. */
export const ValueType = z.object({
  id: z.number().int(),
  /** As one writes it: "integer", "public.mood". */
  name: z.string(),
  /** Catalog name. */
  format: z.string(),
  kind: z.enum(['plain', 'domain', 'enum', 'array', 'range', 'multirange', 'composite']),
  /** Labels of an enum, in its order. */
  enums: z.array(z.string()),
  /** Of a domain the type under it, of an array the type of its entries, of a range that of its bounds, of a multirange its range. */
  inner: z.number().int().nullable(),
  /** What stands between the entries of an array of this type. */
  delimiter: z.string(),
  /** Of a composite type, in their order. */
  attributes: z.array(z.object({ name: z.string(), type: z.number().int() })),
})
export type ValueType = z.infer<typeof ValueType>

export const ColumnTypes = z.object({
  /** Types of the relation's columns, by the columns' names. */
  columns: z.record(z.string(), z.number().int()),
  /** Those types and all that are within them, by their oids. */
  types: z.array(ValueType),
})
export type ColumnTypes = z.infer<typeof ColumnTypes>

const Rows = z.array(z.object({ column_types: ColumnTypes }))

/** How the values of a relation's columns are made up, in one row. */
export function getColumnTypesSql({ relation }: { readonly relation: number }): Statement<typeof Rows> {
  return { sql: toText(query(relation)), zod: Rows }
}

const query = (relation: number) => sql`with recursive own as (
  select a.attname, a.atttypid from pg_catalog.pg_attribute a where a.attrelid = ${oid(relation)} and a.attnum > 0 and not a.attisdropped
), reach (id) as (
  select atttypid from own
  union
  select part.id
  from reach
  join pg_catalog.pg_type t on t.oid = reach.id
  cross join lateral (
    select ${inner} where ${inner} is not null
    union all
    select a.atttypid from pg_catalog.pg_attribute a where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ) part (id)
)
select pg_catalog.jsonb_build_object(
  'columns', coalesce((select pg_catalog.jsonb_object_agg(attname, atttypid::int8) from own), '{}'),
  'types', coalesce((
    select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object(
      'id', t.oid::int8,
      'name', pg_catalog.format_type(t.oid, null),
      'format', t.typname,
      'kind', case t.typtype when 'd' then 'domain' when 'e' then 'enum' when 'r' then 'range' when 'm' then 'multirange' when 'c' then 'composite'
        else case when ${isArrayType('t')} then 'array' else 'plain' end end,
      'enums', coalesce(case when t.typtype = 'e' then (select pg_catalog.jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid) end, '[]'),
      'inner', (${inner})::int8,
      'delimiter', t.typdelim,
      'attributes', coalesce((
        select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', a.attname, 'type', a.atttypid::int8) order by a.attnum)
        from pg_catalog.pg_attribute a where t.typtype = 'c' and a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
      ), '[]')
    ))
    from reach join pg_catalog.pg_type t on t.oid = reach.id
  ), '[]')
) as column_types;`

const inner = sql`case
      when t.typtype = 'd' then t.typbasetype
      when t.typtype = 'r' then (select r.rngsubtype from pg_catalog.pg_range r where r.rngtypid = t.oid)
      when t.typtype = 'm' then (select r.rngtypid from pg_catalog.pg_range r where r.rngmultitypid = t.oid)
      when ${isArrayType('t')} then t.typelem
    end`
