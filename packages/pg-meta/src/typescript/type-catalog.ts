import { join, nameLiteral, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import type { Statement } from '../statement.ts'

const TypedColumn = z.object({
  name: z.string(),
  /** pg_attribute.attnum */
  number: z.number().int(),
  type_id: z.number().int(),
  is_nullable: z.boolean(),
  /** Whether an insert may leave it out: a default, an identity or a generated value. */
  has_default: z.boolean(),
  /** Whether it can be given a value at all. */
  is_writable: z.boolean(),
})
export type TypedColumn = z.infer<typeof TypedColumn>

const TypedRelation = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['r', 'p', 'v', 'm', 'f']),
  /** What a view is rewritten to (`pg_rewrite.ev_action`); null for all others. */
  rule: z.string().nullable(),
  is_insertable: z.boolean(),
  is_updatable: z.boolean(),
  columns: z.array(TypedColumn),
  references: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      /** Whether at most one row has the same key: its columns are unique. */
      is_one_to_one: z.boolean(),
      schema: z.string(),
      relation: z.string(),
      referenced_columns: z.array(z.string()),
    }),
  ),
})
export type TypedRelation = z.infer<typeof TypedRelation>

const TypedFunction = z.object({
  schema: z.string(),
  name: z.string(),
  args: z.array(z.object({ name: z.string(), type_id: z.number().int(), has_default: z.boolean() })),
  /** Columns of RETURNS TABLE and OUT arguments; empty for what returns its type. */
  columns: z.array(z.object({ name: z.string(), type_id: z.number().int() })),
  return_type_id: z.number().int(),
  is_set: z.boolean(),
  /** Whether it says of itself that it returns one row at most (ROWS 1). */
  is_one_row: z.boolean(),
})
export type TypedFunction = z.infer<typeof TypedFunction>

const TypedType = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  /** pg_type.typtype: b base, c composite, d domain, e enum, m multirange, p pseudo, r range */
  kind: z.string(),
  /** The type of an array's entries, else 0. */
  element_id: z.number().int(),
  /** The type under a domain, else 0. */
  base_id: z.number().int(),
  /** Labels of an enum in their order. */
  labels: z.array(z.string()),
  /** The relation that a row type belongs to: null for composite types of their own and all others. */
  relation_kind: z.string().nullable(),
  attributes: z.array(z.object({ name: z.string(), type_id: z.number().int() })),
})
export type TypedType = z.infer<typeof TypedType>

export const TypeCatalog = z.object({
  relations: z.array(TypedRelation),
  functions: z.array(TypedFunction),
  /** Those of the schemas, and all that anything here is made of. */
  types: z.array(TypedType),
})
export type TypeCatalog = z.infer<typeof TypeCatalog>

const Rows = z.array(z.object({ catalog: TypeCatalog }))

/** All that types of a program are made from, of the schemas given, in one row. Names are in the order of their bytes, so that equal databases give equal types. */
export function getTypeCatalogSql({ schemas }: { readonly schemas: readonly string[] }): Statement<typeof Rows> {
  const wanted = schemas.length === 0 ? sql`false` : sql`n.nspname in (${join(schemas.map(nameLiteral))})`
  const text = sql`with recursive
relation as materialized (
  select c.oid, n.nspname, c.relname, c.relkind, pg_catalog.pg_relation_is_updatable(c.oid, true) as events
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${wanted} and c.relkind in ('r', 'p', 'v', 'm', 'f') and ${isVisibleRelation('c')}
), routine as materialized (
  select p.oid, n.nspname, p.proname, p.prorettype, p.proretset, p.prorows, p.pronargs, p.pronargdefaults, p.proargnames, p.proargmodes,
    coalesce(p.proallargtypes, p.proargtypes::oid[]) as types
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where ${wanted} and p.prokind = 'f' and p.prorettype not in ('pg_catalog.trigger'::pg_catalog.regtype::oid, 'pg_catalog.event_trigger'::pg_catalog.regtype::oid)
    and pg_catalog.has_function_privilege(p.oid, 'EXECUTE')
    and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_catalog.pg_proc'::pg_catalog.regclass::oid and d.objid = p.oid and d.deptype = 'e')
), used (id) as (
  (
    select a.atttypid from relation r join pg_catalog.pg_attribute a on a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    union select prorettype from routine
    union select pg_catalog.unnest(types) from routine
    union select t.oid from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
      left join pg_catalog.pg_class c on c.oid = t.typrelid where ${wanted} and (t.typtype = 'e' or c.relkind = 'c')
  )
  union
  select part.id from used join pg_catalog.pg_type t on t.oid = used.id
  cross join lateral (
    select t.typelem where t.typcategory = 'A'
    union all select t.typbasetype where t.typtype = 'd'
    union all select a.atttypid from pg_catalog.pg_attribute a join pg_catalog.pg_class c on c.oid = a.attrelid
      where a.attrelid = t.typrelid and c.relkind = 'c' and a.attnum > 0 and not a.attisdropped
  ) part (id)
)
select pg_catalog.json_build_object(
  'relations', coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object(
      'id', r.oid::int8, 'schema', r.nspname, 'name', r.relname, 'kind', r.relkind,
      'rule', (select w.ev_action::text from pg_catalog.pg_rewrite w where w.ev_class = r.oid and r.relkind in ('v', 'm') and w.rulename = '_RETURN'),
      'is_insertable', r.relkind <> 'm' and r.events & 8 = 8, 'is_updatable', r.relkind <> 'm' and r.events & 4 = 4,
      'columns', coalesce((
        select pg_catalog.json_agg(pg_catalog.json_build_object(
          'name', a.attname, 'number', a.attnum, 'type_id', a.atttypid::int8,
          'is_nullable', not (a.attnotnull or (t.typtype = 'd' and t.typnotnull)), 'has_default', a.atthasdef or a.attidentity <> '' or t.typdefault is not null,
          'is_writable', a.attgenerated = '' and a.attidentity <> 'a' and (r.relkind in ('r', 'p') or pg_catalog.pg_column_is_updatable(r.oid, a.attnum, true))
        ) order by a.attname collate "C")
        from pg_catalog.pg_attribute a join pg_catalog.pg_type t on t.oid = a.atttypid where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
      ), '[]'::json),
      'references', coalesce((
        select pg_catalog.json_agg(pg_catalog.json_build_object(
          'name', k.conname, 'schema', tn.nspname, 'relation', t.relname,
          'columns', (select pg_catalog.json_agg(a.attname order by key.position) from pg_catalog.unnest(k.conkey) with ordinality key (attnum, position)
            join pg_catalog.pg_attribute a on a.attrelid = k.conrelid and a.attnum = key.attnum),
          'referenced_columns', (select pg_catalog.json_agg(a.attname order by key.position) from pg_catalog.unnest(k.confkey) with ordinality key (attnum, position)
            join pg_catalog.pg_attribute a on a.attrelid = k.confrelid and a.attnum = key.attnum),
          'is_one_to_one', exists (
            select from pg_catalog.pg_constraint u where u.conrelid = k.conrelid and u.contype in ('p', 'u') and u.conkey <@ k.conkey and u.conkey @> k.conkey
          )
        ) order by k.conname collate "C", k.oid)
        from pg_catalog.pg_constraint k join pg_catalog.pg_class t on t.oid = k.confrelid join pg_catalog.pg_namespace tn on tn.oid = t.relnamespace
        where k.conrelid = r.oid and k.contype = 'f'
          and (k.conparentid = '0' or not exists (select from pg_catalog.pg_constraint p where p.oid = k.conparentid and p.conrelid = k.conrelid))
      ), '[]'::json)
    ) order by r.nspname collate "C", r.relname collate "C") from relation r
  ), '[]'::json),
  'functions', coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object(
      'schema', f.nspname, 'name', f.proname, 'return_type_id', f.prorettype::int8, 'is_set', f.proretset, 'is_one_row', f.prorows = 1,
      'args', coalesce((
        select pg_catalog.json_agg(pg_catalog.json_build_object('name', name, 'type_id', type_id, 'has_default', input > f.pronargs - f.pronargdefaults) order by input)
        from (
          select coalesce(f.proargnames[position], '') as name, type_id::int8, row_number() over (order by position) as input
          from pg_catalog.unnest(f.types) with ordinality arg (type_id, position) where coalesce(f.proargmodes[position], 'i') in ('i', 'b', 'v')
        ) inputs
      ), '[]'::json),
      'columns', coalesce((
        select pg_catalog.json_agg(pg_catalog.json_build_object('name', coalesce(f.proargnames[position], ''), 'type_id', type_id::int8) order by position)
        from pg_catalog.unnest(f.types) with ordinality arg (type_id, position) where f.proargmodes[position] in ('o', 'b', 't')
      ), '[]'::json)
    ) order by f.nspname collate "C", f.proname collate "C", f.pronargs, pg_catalog.pg_get_function_identity_arguments(f.oid) collate "C") from routine f
  ), '[]'::json),
  'types', coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object(
      'id', t.oid::int8, 'schema', n.nspname, 'name', t.typname, 'kind', t.typtype, 'relation_kind', case when c.relkind <> 'c' then c.relkind end,
      'element_id', case when t.typcategory = 'A' then t.typelem else 0 end::int8, 'base_id', t.typbasetype::int8,
      'labels', coalesce(case when t.typtype = 'e' then (select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e where e.enumtypid = t.oid) end, '[]'::json),
      'attributes', coalesce((
        select pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'type_id', a.atttypid::int8) order by a.attname collate "C")
        from pg_catalog.pg_attribute a where c.relkind = 'c' and a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      ), '[]'::json)
    ) order by n.nspname collate "C", t.typname collate "C")
    from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace left join pg_catalog.pg_class c on c.oid = t.typrelid
    where t.oid in (select id from used)
  ), '[]'::json)
) as catalog;`
  return { sql: toText(text), zod: Rows }
}
