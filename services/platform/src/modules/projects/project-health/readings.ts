import { logins } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { healthText } from './messages.ts'

/** Statistics of a server at one time, without the platform's own connections. */
export interface Reading {
  readonly connections: number
  readonly max_connections: number
  /** Connections reserved for superusers. */
  readonly reserved_connections: number
  readonly active_queries: number
  /** Counters of the project's database, since `counting_since`. */
  readonly commits: number
  readonly rollbacks: number
  readonly blocks_hit: number
  readonly blocks_read: number
  /** Changes when the counters are reset, on request or by a crash. */
  readonly counting_since: string
  readonly database_bytes: number
  readonly archive_command: string
  /** Seconds ago; null for never. */
  readonly archived_seconds_ago: number | null
  readonly archive_failed_seconds_ago: number | null
}

/** Runs as the administrator in any database of the cluster. @throws AppError `unavailable` */
export async function readServer(server: Queryable): Promise<Reading> {
  const { database } = logins.administrator
  // our superuser has the OID from initdb; shared counters are reset by a crash and not by a clean restart, like those of one database
  const row = await server.first<Reading>(sql`
    select s.connections, s.active_queries, current_setting('max_connections')::int as max_connections,
      current_setting('superuser_reserved_connections')::int + current_setting('reserved_connections')::int as reserved_connections,
      d.xact_commit as commits, d.xact_rollback as rollbacks, d.blks_hit as blocks_hit, d.blks_read as blocks_read,
      concat_ws(' ', coalesce(d.stats_reset::text, '-'), b.stats_reset::text) as counting_since,
      pg_database_size(d.datid) as database_bytes, current_setting('archive_command') as archive_command,
      extract(epoch from now() - a.last_archived_time)::int as archived_seconds_ago,
      extract(epoch from now() - a.last_failed_time)::int as archive_failed_seconds_ago
    from pg_stat_database d, pg_stat_bgwriter b, pg_stat_archiver a, (
      select count(*)::int as connections, (count(*) filter (where state = 'active'))::int as active_queries
      from pg_stat_activity where backend_type = 'client backend' and usesysid is distinct from 10
    ) s
    where d.datname = ${database}`)
  if (!row) throw new AppError('unavailable', {}, { message: healthText.noDatabase(database) })
  return row
}

/** Returns the readings that any role can take, for an external server. */
export async function readRemoteServer(server: Queryable): Promise<Pick<Reading, 'connections' | 'max_connections' | 'reserved_connections'>> {
  const row = await server.first<Pick<Reading, 'connections' | 'max_connections' | 'reserved_connections'>>(sql`
    select (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as connections,
      current_setting('max_connections')::int as max_connections, current_setting('superuser_reserved_connections')::int as reserved_connections`)
  return row!
}

/** Returns true if the last attempt to archive WAL failed; null without an attempt since the statistics began. */
export function isArchivingFailing(reading: Pick<Reading, 'archived_seconds_ago' | 'archive_failed_seconds_ago'>): boolean | null {
  const { archived_seconds_ago: archived, archive_failed_seconds_ago: failed } = reading
  if (archived === null && failed === null) return null
  return failed !== null && (archived === null || failed < archived)
}
