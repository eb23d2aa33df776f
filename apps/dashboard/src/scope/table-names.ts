import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from './keys/keys.ts'
import { runSql } from './run-sql.ts'

/** Tables that are known by name at once; of a larger database these are the first. */
const maxNames = 5_000

export interface TableName {
  /** Its oid. */
  readonly id: number
  readonly schema: string
  readonly name: string
}

/** Everything with rows that people made: neither the system's own, nor an extension's, nor partitions (which their table stands for). */
const statement = `
  select c.oid::text as id, n.nspname as schema, c.relname as name
  from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 'v', 'm', 'f', 'p') and not c.relispartition
    and n.nspname not in ('information_schema', 'pg_catalog', 'pg_toast', '_colonnade') and n.nspname !~ '^pg_(toast_)?temp_'
    and not exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass and d.objid = c.oid and d.objsubid = 0 and d.deptype = 'e')
    and pg_catalog.has_schema_privilege(n.oid, 'usage')
  order by n.nspname <> 'public', n.nspname, c.relname limit ${maxNames}`

/** Names of the tables and views of a project, those of `public` first. */
export const tableNamesQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'table-names'),
    queryFn: async ({ signal }): Promise<readonly TableName[]> => {
      const { results } = await runSql(ref, { query: statement, row_limit: maxNames, signal })
      return (results[0]?.rows ?? []).map(([id, schema, name]) => ({ id: Number(id), schema: String(schema), name: String(name) }))
    },
    staleTime: 30_000,
  })
