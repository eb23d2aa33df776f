import { literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'

const ViewReference = z.object({
  /** The name of the foreign key. */
  constraint: z.string(),
  columns: z.array(z.string()),
  other_schema: z.string(),
  other: z.string(),
  other_columns: z.array(z.string()),
  is_incoming: z.boolean(),
})

const ExposedDetails = z.object({
  /** Values of columns whose type is an enum, a domain over one, or an array of one. */
  enums: z.array(z.object({ column: z.string(), labels: z.array(z.string()) })),
  /** Foreign keys of a view's tables that all show in the view, so that requests can embed by them; empty for tables. */
  view_references: z.array(ViewReference),
})
export type ExposedDetails = z.infer<typeof ExposedDetails>

/**
 * A column of a view in the text of its rule, by its number: its name there, and the table and column it shows. Names have their special
 * characters escaped (PostgreSQL, outfuncs.c, `outToken`).
 */
const entry = literal(String.raw` :resname ((?:\\.|[^\s\\])+) :ressortgroupref \d+ :resorigtbl (\d+) :resorigcol (\d+) :resjunk false`)

/** Reads what the documentation of one relation needs beyond its columns and foreign keys. One row, even for a relation that is gone. */
export function getExposedDetails(id: number): Statement<z.ZodArray<typeof ExposedDetails>> {
  const oid = sql`${literal(String(id))}::pg_catalog.oid`
  return listing(
    sql`with recursive traced (name, relation, number, depth) as (
  select a.attname::text, a.attrelid, a.attnum, 0 from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
  where c.oid = ${oid} and c.relkind in ('v', 'm') and a.attnum > 0 and not a.attisdropped
  union all
  select t.name, m[2]::pg_catalog.oid, m[3]::int2, t.depth + 1
  from traced t join pg_catalog.pg_attribute a on a.attrelid = t.relation and a.attnum = t.number
    join pg_catalog.pg_rewrite r on r.ev_class = t.relation and r.rulename = '_RETURN'
    cross join lateral pg_catalog.regexp_matches(r.ev_action::text, ':resno ' operator(pg_catalog.||) t.number::text operator(pg_catalog.||) ${entry}, 'g') m
  where t.depth < 20 and pg_catalog.replace(m[1], ${literal('\\')}, '') = a.attname::text and m[2] <> '0'
), shown (relation, number, name) as (
  select t.relation, t.number, pg_catalog.min(t.name) from traced t where t.depth > 0 group by t.relation, t.number
), keys as (
  select k.conname, false as is_incoming, k.conrelid as base, k.confrelid as other, k.conkey as own, k.confkey as others
  from pg_catalog.pg_constraint k where k.contype = 'f' and k.conparentid = '0' and k.conrelid in (select s.relation from shown s)
  union all
  select k.conname, true, k.confrelid, k.conrelid, k.confkey, k.conkey
  from pg_catalog.pg_constraint k where k.contype = 'f' and k.conparentid = '0' and k.confrelid in (select s.relation from shown s)
)
select coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('column', a.attname, 'labels', (
      select pg_catalog.json_agg(v.enumlabel order by v.enumsortorder) from pg_catalog.pg_enum v where v.enumtypid = e.oid)) order by a.attnum)
    from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid
      join pg_catalog.pg_type e on e.typtype = 'e' and e.oid in (t.oid, t.typbasetype, case when t.typcategory = 'A' then t.typelem end)
    where a.attrelid = ${oid} and a.attnum > 0 and not a.attisdropped
  ), '[]'::json) as enums,
  coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('constraint', f.conname, 'is_incoming', f.is_incoming, 'other_schema', n.nspname, 'other', o.relname,
      'columns', (select pg_catalog.json_agg(s.name order by p.place) from pg_catalog.unnest(f.own) with ordinality p (number, place)
        join shown s on s.relation = f.base and s.number = p.number), 'other_columns', (select pg_catalog.json_agg(a.attname order by p.place) from pg_catalog.unnest(f.others) with ordinality p (number, place)
        join pg_catalog.pg_attribute a on a.attrelid = f.other and a.attnum = p.number)) order by f.is_incoming, f.conname)
    from keys f join pg_catalog.pg_class o on o.oid = f.other join pg_catalog.pg_namespace n on n.oid = o.relnamespace
    where not exists (
      select from pg_catalog.unnest(f.own) k (number) where not exists (select from shown s where s.relation = f.base and s.number = k.number))
  ), '[]'::json) as view_references;`,
    ExposedDetails,
  )
}
