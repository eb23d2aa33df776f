import type { Clusters } from '@colonnade/clusters'
import { changeReaderName } from '@colonnade/row-feed'
import { sql } from '@colonnade/sql'
import { sampleDeadlineMs } from '../../../kernel/limits.ts'
import { askServer, neutralDatabase } from '../../../kernel/servers/ask-server.ts'

/** What a server does by itself, whoever uses it. */
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
 * How many connections and workers a server has that the platform does not know of: clients that connected to it directly, subscriptions,
 * and what is still at work. The platform and the transaction pooler come over a socket file, and their use is counted where it begins.
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
