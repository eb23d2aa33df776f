import type { Clusters } from '@colonnade/clusters'
import { changeReaderName } from '@colonnade/row-feed'
import { sql } from '@colonnade/sql'
import { sampleDeadlineMs } from '../../../kernel/limits.ts'
import { askServer, neutralDatabase } from '../../../kernel/servers/ask-server.ts'

/** Processes that a server runs regardless of clients. */
const ownProcesses = [
  'autovacuum launcher',
  'logical replication launcher',
  'background writer',
  'checkpointer',
  'walwriter',
  'walsummarizer',
  'archiver',
  'io worker',
  'startup',
  'slotsync worker',
]

/**
 * Returns the number of connections and workers that the platform doesn't know: direct clients, subscriptions, and running work.
 * The platform and the transaction pooler use a socket file, and count their own use.
 */
export async function countOutsiders(clusters: Clusters, ref: string, signal: AbortSignal): Promise<number> {
  const row = await askServer(clusters, { ref, database: neutralDatabase, deadlineMs: sampleDeadlineMs, signal }, (server) =>
    server.first<{ outsiders: number }>(sql`
      select count(*)::int as outsiders from pg_stat_activity
      where case backend_type when 'client backend' then client_addr is not null else backend_type <> all(${ownProcesses}) end
        -- clients of realtime keep nobody awake
        and not (backend_type = 'walsender' and client_addr is null and application_name = ${changeReaderName})`),
  )
  return row?.outsiders ?? 0
}
