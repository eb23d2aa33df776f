import { type Fragment, ident, sql } from '@colonnade/sql'
import { z } from 'zod'
import { jsonObject, selectList } from '../catalog/select-fields.ts'
import { QualifiedName } from '../columns/type-name.ts'

/** A type (spec §3). */
export const Type = z.object({
  id: z.number().int(),
  name: z.string(),
  schema: z.string(),
  /** As SQL writes it, with its schema if that isn't on the search path. */
  format: z.string(),
  /** Labels in their order; empty unless it is an enum. */
  enums: z.array(z.string()),
  /** Empty unless it is composite. */
  attributes: z.array(z.object({ name: z.string(), type_id: z.number().int() })),
  comment: z.string().nullable(),
})
export type Type = z.infer<typeof Type>

/** What a row doesn't include; parts of other kinds are null. */
export const TypeDetails = z.object({
  id: z.number().int(),
  kind: z.enum(['base', 'enum', 'composite', 'domain', 'range', 'multirange', 'pseudo']),
  owner: z.string(),
  /** Types are as SQL writes them: "numeric(10,2)"; collations only if they aren't the type's default. */
  attributes: z.array(z.object({ name: z.string(), type: z.string(), collation: QualifiedName.nullable() })).nullable(),
  domain: z
    .object({
      base_type: z.string(),
      collation: QualifiedName.nullable(),
      default_value: z.string().nullable(),
      not_null: z.boolean(),
      checks: z.array(z.object({ name: z.string(), expression: z.string(), is_validated: z.boolean() })),
    })
    .nullable(),
  range: z
    .object({
      subtype: z.string(),
      subtype_opclass: QualifiedName,
      collation: QualifiedName.nullable(),
      subtype_diff: QualifiedName.nullable(),
      multirange: QualifiedName,
    })
    .nullable(),
})
export type TypeDetails = z.infer<typeof TypeDetails>

/** Attributes of composite type `t`, in their order. */
function attributes(fields: Fragment): Fragment {
  return sql`case when t.typrelid <> '0' then (
    select pg_catalog.json_agg(${fields} order by a.attnum) from pg_catalog.pg_attribute a
    where a.attrelid = t.typrelid and a.attnum > 0 and not a.attisdropped
  ) end`
}

export const typeFields = selectList({
  id: sql`t.oid::int8`,
  name: sql`t.typname::text`,
  schema: sql`n.nspname::text`,
  format: sql`pg_catalog.format_type(t.oid, null)`,
  enums: sql`coalesce(case when t.typtype = 'e' then (select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid) end, '[]'::json)`,
  attributes: sql`coalesce(${attributes(jsonObject({ name: sql`a.attname`, type_id: sql`a.atttypid::int8` }))}, '[]'::json)`,
  comment: sql`pg_catalog.obj_description(t.oid, 'pg_type')`,
})

export const typeSources = sql`from pg_catalog.pg_type t
  join pg_catalog.pg_namespace n on n.oid = t.typnamespace`

/** Writes `{ schema, name }` of a catalog's row by its oid; null for 0. */
function nameIn(catalog: Fragment, column: string, oid: Fragment): Fragment {
  const [name, namespace] = [sql`x.${ident(`${column}name`)}`, sql`x.${ident(`${column}namespace`)}`]
  return sql`(select ${jsonObject({ schema: sql`xn.nspname`, name })} from ${catalog} x join pg_catalog.pg_namespace xn on xn.oid = ${namespace} where x.oid = ${oid})`
}

const collationName = (used: Fragment, own: Fragment): Fragment => nameIn(sql`pg_catalog.pg_collation`, 'coll', sql`nullif(${used}, ${own})`)
const ownCollation = (type: Fragment): Fragment => sql`(select b.typcollation from pg_catalog.pg_type b where b.oid = ${type})`

const attributeDetails = attributes(
  jsonObject({
    name: sql`a.attname`,
    type: sql`pg_catalog.format_type(a.atttypid, a.atttypmod)`,
    collation: collationName(sql`a.attcollation`, ownCollation(sql`a.atttypid`)),
  }),
)

const domainDetails = sql`case when t.typtype = 'd' then ${jsonObject({
  base_type: sql`pg_catalog.format_type(t.typbasetype, t.typtypmod)`,
  collation: collationName(sql`t.typcollation`, ownCollation(sql`t.typbasetype`)),
  default_value: sql`pg_catalog.pg_get_expr(t.typdefaultbin, 0)`,
  not_null: sql`t.typnotnull`,
  checks: sql`coalesce((
    select pg_catalog.json_agg(${jsonObject({ name: sql`k.conname`, expression: sql`pg_catalog.pg_get_expr(k.conbin, 0)`, is_validated: sql`k.convalidated` })} order by k.conname)
    from pg_catalog.pg_constraint k where k.contypid = t.oid and k.contype = 'c'
  ), '[]'::json)`,
})} end`

const rangeDetails = sql`(select ${jsonObject({
  subtype: sql`pg_catalog.format_type(r.rngsubtype, null)`,
  subtype_opclass: nameIn(sql`pg_catalog.pg_opclass`, 'opc', sql`r.rngsubopc`),
  collation: collationName(sql`r.rngcollation`, ownCollation(sql`r.rngsubtype`)),
  subtype_diff: nameIn(sql`pg_catalog.pg_proc`, 'pro', sql`r.rngsubdiff`),
  multirange: nameIn(sql`pg_catalog.pg_type`, 'typ', sql`r.rngmultitypid`),
})} from pg_catalog.pg_range r where r.rngtypid = t.oid)`

export const detailFields = selectList({
  id: sql`t.oid::int8`,
  kind: sql`case t.typtype when 'e' then 'enum' when 'c' then 'composite' when 'd' then 'domain' when 'r' then 'range' when 'm' then 'multirange'
    when 'p' then 'pseudo' else 'base' end`,
  owner: sql`pg_catalog.pg_get_userbyid(t.typowner)::text`,
  attributes: sql`case when t.typtype = 'c' then coalesce(${attributeDetails}, '[]'::json) end`,
  domain: domainDetails,
  range: rangeDetails,
})
