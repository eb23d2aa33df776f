import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'

/** What is known by name at once: of a larger database, this is the first of it. */
const mostColumns = 20_000
const mostFunctions = 5_000

/** A table or view with its columns. */
export interface TableColumns {
  /** Its oid. */
  readonly id: number
  readonly schema: string
  readonly name: string
  /** As in `pg_class`: `r` and `p` can have policies. */
  readonly kind: string
  readonly columns: readonly string[]
}

export interface FunctionName {
  /** Its oid. */
  readonly id: number
  readonly schema: string
  readonly name: string
}

export interface ObjectNames {
  readonly tables: readonly TableColumns[]
  readonly functions: readonly FunctionName[]
}

/** Made by people: neither the system's own nor an extension's. */
const isOwn = (catalog: string, alias: string) => `
  n.nspname not in ('information_schema', 'pg_catalog', 'pg_toast', '_colonnade') and n.nspname !~ '^pg_(toast_)?temp_'
    and pg_catalog.has_schema_privilege(n.oid, 'usage')
    and not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.${catalog}'::pg_catalog.regclass and d.objid = ${alias}.oid and d.objsubid = 0 and d.deptype = 'e')`

/** One row for each table, with its columns as JSON, then one for each function. Partitions have the columns of their table. */
const statement = `
  (select kind, id::text, schema, name, pg_catalog.json_agg(attname order by attnum)::text as columns
  from (
    select c.relkind::text as kind, c.oid as id, n.nspname as schema, c.relname as name, a.attname, a.attnum
    from pg_catalog.pg_class c
      join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition and ${isOwn('pg_class', 'c')}
    order by n.nspname <> 'public', n.nspname, c.relname, a.attnum limit ${mostColumns}
  ) named
  group by kind, id, schema, name
  order by schema <> 'public', schema, name)
  union all
  (select 'function', p.oid::text, n.nspname, p.proname, null
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where ${isOwn('pg_proc', 'p')}
  order by n.nspname <> 'public', n.nspname, p.proname limit ${mostFunctions})`

/** Names of the columns and functions of a project's database, those of `public` first. */
export const objectNamesQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'object-names'),
    queryFn: async ({ signal }): Promise<ObjectNames> => {
      const { results } = await runSql(ref, { query: statement, row_limit: mostColumns + mostFunctions, read_only: true, signal })
      return namesOf(results[0]?.rows ?? [])
    },
    staleTime: 30_000,
  })

function namesOf(rows: readonly (readonly (string | null)[])[]): ObjectNames {
  const tables: TableColumns[] = []
  const functions: FunctionName[] = []
  for (const [kind, id, schema, name, columns] of rows) {
    const object = { id: Number(id), schema: String(schema), name: String(name) }
    if (kind === 'function') functions.push(object)
    else tables.push({ ...object, kind: String(kind), columns: JSON.parse(columns ?? '[]') as string[] })
  }
  return { tables, functions }
}
