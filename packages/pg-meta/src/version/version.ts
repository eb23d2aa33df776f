import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { retrieval, type Statement } from '../statement.ts'

export const Version = z.object({
  /** "PostgreSQL 18.0 on …" */
  version: z.string(),
  /** Major version × 10,000 + minor version. */
  version_number: z.number().int(),
  /** Connections of clients to any database, this one included. */
  active_connections: z.number().int(),
  max_connections: z.number().int(),
})
export type Version = z.infer<typeof Version>

/** What runs there, and how full it is. */
export function retrieve(): Statement<z.ZodOptional<typeof Version>> {
  // of what others do, a plain role sees whose connection it is and to which database, and nothing else
  const text = sql`select pg_catalog.version() as version, pg_catalog.current_setting('server_version_num')::int8 as version_number,
  (select pg_catalog.count(*) from pg_catalog.pg_stat_activity where datid is not null and usesysid is not null and leader_pid is null)::int8 as active_connections,
  pg_catalog.current_setting('max_connections')::int8 as max_connections;`
  return retrieval(text, Version)
}
