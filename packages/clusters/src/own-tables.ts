import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/**
 * Returns whether a table of schema `_colonnade` is a plain table that we own, in a schema that we own. An owner may have dropped the
 * database and created another, with a table of that name that runs their code. Needs the administrator role.
 */
export async function isOurTable(administrator: Queryable, table: string): Promise<boolean> {
  const own = await administrator.first(sql`
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = '_colonnade' and c.relname = ${table} and c.relkind = 'r' and n.nspowner = current_user::regrole
      and c.relowner = current_user::regrole and not c.relhastriggers and not c.relhasrules`)
  return own !== undefined
}
