import { join, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import type { Statement } from '../statement.ts'
import { isVisibleRelation, systemSchemas } from '../visible-relations.ts'

export const CompletionRelation = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
})
export const CompletionFunction = z.object({ schema: z.string(), name: z.string(), arguments: z.string(), returns: z.string() })
export const CompletionCatalog = z.object({
  search_path: z.array(z.string()),
  relations: z.array(CompletionRelation),
  functions: z.array(CompletionFunction),
  types: z.array(z.string()),
})
export type CompletionCatalog = z.infer<typeof CompletionCatalog>

const CatalogRows = z.array(z.object({ catalog: CompletionCatalog }))

/** Relations and functions beyond these are left out, so that huge databases stay quick to type in. */
const maxRelations = 3_000
const maxFunctions = 2_000

/** Names for an editor's completion: relations with their columns, functions and types outside the system schemas. */
export function getCompletionCatalogSql(): Statement<typeof CatalogRows> {
  const isUserSchema = sql`n.nspname not in (${join(systemSchemas.map((name) => literal(name)))}) and n.nspname !~ '^pg_' and has_schema_privilege(n.oid, 'USAGE')`
  const text = toText(sql`select jsonb_build_object(
  'search_path', to_jsonb(current_schemas(false)::text[]),
  'relations', coalesce((
    select jsonb_agg(jsonb_build_object('schema', r.schema, 'name', r.name, 'kind', r.relkind, 'columns', coalesce((
      select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
      from pg_catalog.pg_attribute a where a.attrelid = r.oid and a.attnum > 0 and not a.attisdropped
    ), '[]'::jsonb)))
    from (
      select c.oid, n.nspname as schema, c.relname as name, c.relkind
      from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'v', 'm', 'f', 'p') and ${isUserSchema} and ${isVisibleRelation('c')}
      order by n.nspname <> 'public', n.nspname, c.relname limit ${maxRelations}
    ) r
  ), '[]'::jsonb),
  'functions', coalesce((
    select jsonb_agg(jsonb_build_object('schema', f.schema, 'name', f.proname, 'arguments', pg_get_function_arguments(f.oid), 'returns', format_type(f.prorettype, null)))
    from (
      select p.oid, n.nspname as schema, p.proname, p.prorettype
      from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      where ${isUserSchema} order by n.nspname <> 'public', n.nspname, p.proname limit ${maxFunctions}
    ) f
  ), '[]'::jsonb),
  'types', coalesce((
    select jsonb_agg(t.typname order by t.typname)
    from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    where t.typtype in ('e', 'd') and ${isUserSchema}
  ), '[]'::jsonb)
) as catalog;`)
  return { sql: text, zod: CatalogRows }
}
