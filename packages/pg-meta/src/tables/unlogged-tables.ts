import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { listing, type Statement } from '../statement.ts'

/** Most tables to name; one more shows that there are others. */
export const unloggedTablesMax = 20

const UnloggedTable = z.object({ schema: z.string(), name: z.string() })

/**
 * Lists tables whose rows no copy has: not a base backup, not a standby, and they are gone after a crash (PostgreSQL documentation,
 * CREATE TABLE, UNLOGGED).
 */
export function listUnloggedTables(): Statement<z.ZodArray<typeof UnloggedTable>> {
  const text = sql`select n.nspname::text as schema, c.relname::text as name
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relpersistence = 'u' and c.relkind in ('r', 'm') and n.nspname !~ '^pg_'
order by 1, 2 limit ${unloggedTablesMax + 1};`
  return listing(text, UnloggedTable)
}
