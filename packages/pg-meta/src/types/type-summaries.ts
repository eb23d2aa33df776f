import { nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'

export const typeKinds = ['enum', 'composite', 'domain', 'range', 'base'] as const

/** A type in a list, with the beginning of its definition. */
export const TypeSummary = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  /** base: written in another language, as in extensions. */
  kind: z.enum(typeKinds),
  owner: z.string(),
  /** The number of its values or attributes; null for other kinds. */
  parts: z.number().int().nullable(),
  /** Its first values or attributes, a domain's base type, or a range's subtype: "sad, ok, happy". */
  made_of: z.string(),
  comment: z.string().nullable(),
  /** The extension it belongs to. */
  extension: z.string().nullable(),
})
export type TypeSummary = z.infer<typeof TypeSummary>

/** Most values or attributes listed for a type. */
const toldParts = 12

/** Lists the types of a schema by name, without row types, arrays and multiranges, which belong to their ranges. */
export function listTypeSummaries({ schema }: { readonly schema: string }): Statement<z.ZodArray<typeof TypeSummary>> {
  return listing(
    sql`select t.oid::int8 as id, n.nspname::text as schema, t.typname::text as name,
  case t.typtype when 'e' then 'enum' when 'c' then 'composite' when 'd' then 'domain' when 'r' then 'range' else 'base' end as kind,
  pg_catalog.pg_get_userbyid(t.typowner)::text as owner,
  parts.total::int4 as parts,
  coalesce(case t.typtype
    when 'd' then pg_catalog.format_type(t.typbasetype, t.typtypmod)
    when 'r' then (select pg_catalog.format_type(r.rngsubtype, null) from pg_catalog.pg_range r where r.rngtypid = t.oid)
    else parts.told end, '') as made_of,
  pg_catalog.obj_description(t.oid, 'pg_type') as comment,
  (select x.extname::text from pg_catalog.pg_depend d join pg_catalog.pg_extension x on x.oid = d.refobjid
    where d.classid = 'pg_catalog.pg_type'::pg_catalog.regclass::oid and d.objid = t.oid and d.deptype = 'e'
      and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass::oid
    limit 1) as extension
from pg_catalog.pg_type t
join pg_catalog.pg_namespace n on n.oid = t.typnamespace
left join pg_catalog.pg_class c on c.oid = t.typrelid and t.typrelid <> '0'
left join lateral (
  select pg_catalog.count(*) as total, pg_catalog.string_agg(e.label, ', ' order by e.place) filter (where e.place <= ${toldParts}) as told
  from (
    select e.enumlabel::text as label, pg_catalog.row_number() over (order by e.enumsortorder) as place from pg_catalog.pg_enum e where e.enumtypid = t.oid and t.typtype = 'e'
    union all
    select pg_catalog.concat_ws(' ', a.attname::text, pg_catalog.format_type(a.atttypid, a.atttypmod)), pg_catalog.row_number() over (order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = t.typrelid and t.typtype = 'c' and a.attnum > 0 and not a.attisdropped
  ) e
) parts on t.typtype in ('e', 'c')
where n.nspname = ${nameLiteral(schema)} and t.typtype in ('e', 'c', 'd', 'r', 'b') and (c.oid is null or c.relkind = 'c')
  and not exists (select from pg_catalog.pg_type i where i.oid = t.typelem and i.typarray = t.oid)
order by t.typname, t.oid;`,
    TypeSummary,
  )
}
