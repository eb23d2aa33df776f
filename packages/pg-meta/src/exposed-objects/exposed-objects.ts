import { type Fragment, join, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { EntityTypeCode } from '../entity-types/entity-types.ts'
import { listing, type Statement } from '../statement.ts'

/** A relation that the data API exposes, without its columns. */
export const ExposedRelation = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  type: EntityTypeCode,
  comment: z.string().nullable(),
  /** Views only if Postgres or an INSTEAD OF trigger can write through them. */
  is_insertable: z.boolean(),
  is_updatable: z.boolean(),
  is_deletable: z.boolean(),
})
export type ExposedRelation = z.infer<typeof ExposedRelation>

/** A function that the data API can call. */
export const ExposedFunction = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  /** The arguments that a call passes, in order. A function with one unnamed argument takes the request body as that argument. */
  arguments: z.array(z.object({ name: z.string(), type: z.string(), has_default: z.boolean(), is_variadic: z.boolean() })),
  /** "SETOF users", "TABLE(id integer)". */
  return_type: z.string(),
  /** Whether it can only read: it is stable or immutable. */
  is_read_only: z.boolean(),
})
export type ExposedFunction = z.infer<typeof ExposedFunction>

/** Bits of pg_relation_is_updatable (Postgres, src/include/nodes/nodes.h, CmdType). */
const can = { update: 1 << 2, insert: 1 << 3, delete: 1 << 4 }

const isIn = (schemas: readonly string[]): Fragment =>
  schemas.length === 0 ? sql`false` : sql`n.nspname in (${join(schemas.map((name) => nameLiteral(name)))})`

/** Lists tables, views and foreign tables of exposed schemas. Partitions are left out, because their table answers for them. */
export function listExposedRelations({ schemas }: { readonly schemas: readonly string[] }): Statement<z.ZodArray<typeof ExposedRelation>> {
  return listing(
    sql`select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name, c.relkind as type,
  pg_catalog.obj_description(c.oid, 'pg_class') as comment,
  w.bits & ${can.insert} <> 0 as is_insertable, w.bits & ${can.update} <> 0 as is_updatable, w.bits & ${can.delete} <> 0 as is_deletable
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  cross join lateral pg_catalog.pg_relation_is_updatable(c.oid, true) w (bits)
where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition and ${isIn(schemas)}
order by n.nspname, c.relname;`,
    ExposedRelation,
  )
}

/** Lists functions of exposed schemas. Trigger functions, and functions with several arguments of which one has no name, can't be called. */
export function listExposedFunctions({ schemas }: { readonly schemas: readonly string[] }): Statement<z.ZodArray<typeof ExposedFunction>> {
  return listing(
    sql`select p.oid::int8 as id, n.nspname::text as schema, p.proname::text as name,
  pg_catalog.obj_description(p.oid, 'pg_proc') as comment,
  coalesce(a.list, '[]') as arguments,
  coalesce(pg_catalog.pg_get_function_result(p.oid), '') as return_type,
  p.provolatile <> 'v' as is_read_only
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  cross join lateral (
    select pg_catalog.count(*) as count, pg_catalog.bool_or(i.name = '') as has_unnamed,
      pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('name', i.name, 'type', pg_catalog.format_type(i.type, null),
        'has_default', i.number > p.pronargs - p.pronargdefaults, 'is_variadic', i.mode = 'v') order by i.place) as list
    from (
      select u.type, u.place, coalesce(p.proargnames[u.place], '') as name, coalesce(p.proargmodes[u.place], 'i') as mode,
        pg_catalog.row_number() over (order by u.place) as number
      from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality u (type, place)
      where coalesce(p.proargmodes[u.place], 'i') in ('i', 'b', 'v')
    ) i
  ) a
where p.prokind = 'f' and p.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype, 'pg_catalog.event_trigger'::pg_catalog.regtype)
  and (a.count <= 1 or not a.has_unnamed)
  and (a.count <> 1 or not a.has_unnamed or p.proargtypes[0] in ('pg_catalog.json'::pg_catalog.regtype, 'pg_catalog.jsonb'::pg_catalog.regtype,
    'pg_catalog.text'::pg_catalog.regtype, 'pg_catalog.bytea'::pg_catalog.regtype, 'pg_catalog.xml'::pg_catalog.regtype))
  and ${isIn(schemas)}
order by n.nspname, p.proname, pg_catalog.pg_get_function_identity_arguments(p.oid);`,
    ExposedFunction,
  )
}
