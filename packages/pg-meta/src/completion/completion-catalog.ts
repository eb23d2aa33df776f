import { type Fragment, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { isVisibleRelation, systemSchemas } from '../catalog/visible-relations.ts'
import { retrieval, type Statement } from '../statement.ts'

/** Schema, name, kind (pg_class.relkind) and oid. */
const Relation = z.tuple([z.string(), z.string(), z.string(), z.number().int()])
/** Schema, name, arguments, what it returns, and its kind (pg_proc.prokind). */
const Routine = z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])
/** Schema and name. */
const TypeName = z.tuple([z.string(), z.string()])

/** The names of a database, without the columns of its relations: of ten thousand tables that is still less than a megabyte. */
export const CompletionCatalog = z.object({
  search_path: z.array(z.string()),
  schemas: z.array(z.string()),
  relations: z.array(Relation),
  functions: z.array(Routine),
  types: z.array(TypeName),
  roles: z.array(z.string()),
})
export type CompletionCatalog = z.infer<typeof CompletionCatalog>

const CatalogRow = z.object({ catalog: CompletionCatalog })

/** Names beyond these are left out, so that even the largest databases stay quick to type in. */
const maxRelations = 50_000
const maxFunctions = 10_000

const hasUsage = sql`pg_catalog.has_schema_privilege(n.oid, 'USAGE')`
const isUserSchema = sql`n.nspname not in (${join(systemSchemas.map((name) => literal(name)))}) and n.nspname !~ '^pg_' and ${hasUsage}`

/** What people made: relations, functions and types outside the system schemas; schemas; roles. */
export function getCompletionCatalogSql(): Statement<z.ZodOptional<typeof CatalogRow>> {
  const relations = sql`select n.nspname as schema, c.relname as name, c.relkind as kind, c.oid
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isUserSchema} and ${isVisibleRelation('c')}
      order by n.nspname <> 'public', n.nspname, c.relname limit ${maxRelations}`
  const types = sql`t.typtype in ('e', 'd', 'r') and ${isUserSchema}`
  return catalogOf({ relations, routines: isUserSchema, types })
}

/** What every database has: the relations, functions and types of the system schemas that are meant to be used. The same for one version of Postgres. */
export function getBuiltinCatalogSql(): Statement<z.ZodOptional<typeof CatalogRow>> {
  const relations = sql`select n.nspname as schema, c.relname as name, c.relkind as kind, c.oid
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v') and n.nspname in ('pg_catalog', 'information_schema') and ${isVisibleRelation('c')} order by 1, 2`
  // what serves operators, types, casts and indexes is not called by people
  const routines = sql`n.nspname = 'pg_catalog' and p.prorettype <> all ('{internal,cstring,trigger,event_trigger,language_handler,index_am_handler,table_am_handler,fdw_handler,tsm_handler}'::pg_catalog.regtype[]::pg_catalog.oid[])
      and not (p.proargtypes::pg_catalog.oid[] operator(pg_catalog.&&) '{internal,cstring}'::pg_catalog.regtype[]::pg_catalog.oid[])
      and (p.proname !~ '(^_|_(ops|sel|sel_support|support|joinsel|cmp|eq|ne|lt|le|gt|ge|hash|send|in|out|recv)$)' or p.proname = 'pg_sleep_for')
      and not exists (select from pg_catalog.pg_operator o where o.oprcode = p.oid)
      and not exists (select from pg_catalog.pg_cast k where k.castfunc = p.oid and pg_catalog.cardinality(p.proargtypes::pg_catalog.oid[]) > 1)`
  const types = sql`n.nspname = 'pg_catalog' and t.typtype in ('b', 'r', 'p') and t.typelem = '0' and t.typname !~ '^(_|pg_)' and t.typcategory <> 'P'`
  return catalogOf({ relations, routines, types })
}

function catalogOf(parts: { readonly relations: Fragment; readonly routines: Fragment; readonly types: Fragment }) {
  const text = sql`select pg_catalog.json_build_object(
  'search_path', pg_catalog.to_json(pg_catalog.current_schemas(false)::text[]),
  'schemas', coalesce((select pg_catalog.json_agg(n.nspname order by n.nspname) from pg_catalog.pg_namespace n where n.nspname !~ '^pg_(toast|temp)' and ${hasUsage}), '[]'::json),
  'relations', coalesce((select pg_catalog.json_agg(pg_catalog.json_build_array(r.schema, r.name, r.kind, r.oid::int8)) from (${parts.relations}) r), '[]'::json),
  'functions', coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_array(f.schema, f.name, pg_catalog.pg_get_function_arguments(f.oid), coalesce(pg_catalog.pg_get_function_result(f.oid), ''), f.kind))
    from (
      select p.oid, n.nspname as schema, p.proname as name, p.prokind as kind
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where ${parts.routines} order by n.nspname <> 'public', n.nspname, p.proname, p.oid limit ${maxFunctions}
    ) f
  ), '[]'::json),
  'types', coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_array(n.nspname, case n.nspname when 'pg_catalog' then pg_catalog.format_type(t.oid, null) else t.typname::text end) order by t.typname)
    from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    where ${parts.types}
  ), '[]'::json),
  'roles', coalesce((select pg_catalog.json_agg(r.rolname order by r.rolname) from pg_catalog.pg_roles r), '[]'::json)
) as catalog;`
  return retrieval(text, CatalogRow)
}
