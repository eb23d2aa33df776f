import { type Fragment, sql } from '@colonnade/sql'

/** The part of an exposed schema that a role may see. */
export interface Visible {
  readonly schema: string
  /** The schema's comment. */
  readonly description: string | null
  /** Relations that the role has any privilege on, and functions that it may execute, by oid. */
  readonly relations: ReadonlySet<number>
  readonly routines: ReadonlySet<number>
}

/** The row of `visibleQuery`. */
export interface VisibleRow {
  readonly description: string | null
  readonly relations: readonly number[]
  readonly routines: readonly number[]
}

/**
 * Returns the query for what the current role may see of a schema; everything when privileges are ignored. It has one row for an existing schema, and
 * none for others.
 */
export function visibleQuery(schema: string, arePrivilegesIgnored: boolean): Fragment {
  return sql`
    select pg_catalog.obj_description(n.oid, 'pg_namespace') as description,
      (
        select coalesce(pg_catalog.json_agg(c.oid::bigint), '[]') from pg_catalog.pg_class c
        where c.relnamespace = n.oid and c.relkind in ('r', 'p', 'v', 'm', 'f') and (${arePrivilegesIgnored} or pg_catalog.has_schema_privilege(n.oid, 'usage')
          and (pg_catalog.has_table_privilege(c.oid, 'select, insert, update, delete') or pg_catalog.has_any_column_privilege(c.oid, 'select, insert, update')))
      ) as relations,
      (
        select coalesce(pg_catalog.json_agg(p.oid::bigint), '[]') from pg_catalog.pg_proc p
        where p.pronamespace = n.oid and p.prokind = 'f'
          and (${arePrivilegesIgnored} or pg_catalog.has_schema_privilege(n.oid, 'usage') and pg_catalog.has_function_privilege(p.oid, 'execute'))
      ) as routines
    from pg_catalog.pg_namespace n
    where n.nspname = ${schema}::pg_catalog.name`
}

/** Reads the row of `visibleQuery`; without one, nothing is visible. */
export function readVisible(schema: string, row: VisibleRow | undefined): Visible {
  return { schema, description: row?.description ?? null, relations: new Set(row?.relations), routines: new Set(row?.routines) }
}
