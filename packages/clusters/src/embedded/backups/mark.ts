import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Moment } from '../../backups.ts'
import type { ClusterEndpoint } from '../../clusters.ts'
import { logins } from '../../logins.ts'
import { parseLsn, segmentName } from '../copies/wal-segments.ts'

/** Commits something, so that recovery finds a commit that is no earlier than now, and has the server finish that segment of WAL. */
export async function writeMark(endpoint: ClusterEndpoint): Promise<Moment> {
  return withClient({ ...endpoint, ...logins.administrator }, async (client) => {
    // a transaction that has an identifier writes its commit, and the time of it
    const row = await client.first<{ at: Date }>(sql`select clock_timestamp() as at, pg_current_xact_id()`)
    const wal = await client.first<{ lsn: string; bytes: number }>(sql`
      select pg_switch_wal()::text as lsn, (select setting::int from pg_settings where name = 'wal_segment_size') as bytes`)
    const now = await client.first<{ timeline: number }>(sql`
      select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`)
    // the end of the segment's last record
    const segment = segmentName(now!.timeline, parseLsn(wal!.lsn) - 1n, wal!.bytes)
    return { at: new Date(row!.at).toISOString(), timeline: now!.timeline, segment }
  })
}
