import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Mark } from '../../backups.ts'
import type { ClusterEndpoint } from '../../clusters.ts'
import { targetOf } from '../../logins.ts'
import { parseLsn, segmentName } from '../copies/wal-segments.ts'
import { signal } from '../process/processes.ts'

/** To the microsecond, as Postgres knows it: rounded down, a time would be before commits that it is after. */
const isoForm = 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'

const currentTimeline = sql`('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int`

/** Commits something, so that recovery finds a commit that is no earlier than now, and has the server finish that segment of WAL. */
export async function writeMark(endpoint: ClusterEndpoint): Promise<Mark> {
  return withClient(targetOf(endpoint, 'administrator'), async (client) => {
    const before = await client.first<{ text: string }>(sql`select pg_current_snapshot()::text as text`)
    // a transaction that has an identifier writes its commit, and the time of it
    const own = await client.first<{ at: string; xid: string }>(sql`
      select to_char(clock_timestamp() at time zone 'UTC', ${isoForm}) as at, pg_current_xact_id()::text as xid`)
    const wal = await client.first<{ lsn: string; bytes: number }>(sql`
      select pg_switch_wal()::text as lsn, (select setting::int from pg_settings where name = 'wal_segment_size') as bytes`)
    const now = await client.first<{ timeline: number }>(sql`select ${currentTimeline} as timeline`)
    // the end of the segment's last record
    const segment = segmentName(now!.timeline, parseLsn(wal!.lsn) - 1n, wal!.bytes)
    const snapshot = snapshotAfter(before!.text, own!.xid)
    return { at: own!.at, timeline: now!.timeline, segment, snapshot: snapshot && `${now!.timeline}/${snapshot}` }
  })
}

/** When it was sure that nothing had been committed since a mark; null when something was. */
export async function quietUntil(endpoint: ClusterEndpoint, snapshot: string): Promise<string | null> {
  const now = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    // the statement's time is before its snapshot
    client.first<{ at: string; snapshot: string }>(sql`
      select to_char(statement_timestamp() at time zone 'UTC', ${isoForm}) as at,
        concat_ws('/', ${currentTimeline}, pg_current_snapshot()) as snapshot`),
  )
  return now!.snapshot === snapshot ? now!.at : null
}

/** Which process archives; null while there is none. */
export async function findArchiver(endpoint: ClusterEndpoint): Promise<number | null> {
  const row = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.first<{ pid: number }>(sql`select pid from pg_stat_activity where backend_type = 'archiver'`),
  )
  return row?.pid ?? null
}

/** Makes the archiver retry at once: after three failures in a row it pauses for a minute, unless it reloads its settings (pgarch.c). */
export async function wakeArchiver(endpoint: ClusterEndpoint): Promise<void> {
  const pid = await findArchiver(endpoint)
  if (pid !== null) signal(pid, 'SIGHUP')
}

/**
 * Returns the snapshot ("xmin:xmax:running xids") that follows `before` if only transaction `xid` ends in between. Null if others have
 * begun: the snapshots don't show whether those ended before or after the mark.
 */
export function snapshotAfter(before: string, xid: string): string | null {
  const [xmin, xmax, running = ''] = before.split(':')
  if (xmax !== xid) return null
  const next = String(BigInt(xid) + 1n)
  return `${running === '' ? next : xmin}:${next}:${running}`
}
