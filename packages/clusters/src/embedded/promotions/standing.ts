import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../../clusters.ts'
import { targetOf } from '../../logins.ts'
import { parseLsn } from '../copies/wal-segments.ts'

/** What a standby says of itself. */
export interface Standing {
  readonly replayed: bigint
  /** Null when it has streamed nothing since it started. */
  readonly received: bigint | null
  readonly isReceiving: boolean
  /** The time of the last commit that it has replayed, ISO 8601. */
  readonly replayedAt: string | null
}

export async function readStanding(endpoint: ClusterEndpoint): Promise<Standing> {
  const row = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.first<{ replayed: string; received: string | null; receiving: boolean; at: string | null }>(sql`
      select coalesce(pg_last_wal_replay_lsn(), '0/0')::text as replayed, pg_last_wal_receive_lsn()::text as received,
        exists (select from pg_stat_wal_receiver where status = 'streaming') as receiving,
        to_char(pg_last_xact_replay_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`),
  )
  const { replayed, received, receiving, at } = row!
  return { replayed: parseLsn(replayed), received: received === null ? null : parseLsn(received), isReceiving: receiving, replayedAt: at }
}

/** The timeline that a server writes on. */
export async function readTimeline(endpoint: ClusterEndpoint): Promise<number> {
  const row = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.first<{ timeline: number }>(sql`select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`),
  )
  return row!.timeline
}

/** Has a server write what it has only in memory. */
export async function checkpoint(endpoint: ClusterEndpoint): Promise<void> {
  await withClient(targetOf(endpoint, 'administrator'), (client) => client.run(sql`checkpoint`))
}

/** Where a timeline left the one before it; null for the first. */
export async function readFork(data: string, timeline: number): Promise<bigint | null> {
  if (timeline === 1) return null
  const name = `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
  const lines = (await readFile(join(data, 'pg_wal', name), 'utf8')).split('\n').filter((line) => /^\d/.test(line))
  return parseLsn(lines.at(-1)!.split(/\s+/)[1]!)
}

/** Whether the WAL of a server can be read. */
export async function hasReadableWal(data: string): Promise<boolean> {
  return readdir(join(data, 'pg_wal')).then(
    (names) => names.length > 0,
    () => false,
  )
}
