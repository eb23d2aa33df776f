import type { DiskCounters, DiskUse } from '@colonnade/contracts/projects/disk'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

type Reading = Omit<NonNullable<DiskUse['server']>, 'memory_bytes'>

/**
 * Reads as the administrator. pg_stat_io counts requests to the system, which may use its cache (PostgreSQL documentation, 27.2.10); before
 * version 18 it counts them in blocks, and leaves out WAL.
 */
export async function readDisk(server: Queryable): Promise<Reading> {
  const databases = await server.rows<Reading['databases'][number]>(sql`
    select datname::text as name, pg_database_size(oid) as bytes from pg_database where datallowconn and not datistemplate order by 2 desc, 1`)
  const row = await server.first<DiskCounters & { wal_bytes: number }>(sql`
    select (select coalesce(sum(size), 0)::int8 from pg_ls_waldir()) as wal_bytes, ${isoTime('i', 'at')} as at,
      ${isoTime('i', 'counting_since')} as counting_since, i.reads, i.writes, i.syncs, i.read_bytes, i.written_bytes
    from (
      select clock_timestamp() as at, min(stats_reset) as counting_since, coalesce(sum(reads), 0)::int8 as reads,
        coalesce(sum(writes) + sum(extends), 0)::int8 as writes, coalesce(sum(fsyncs), 0)::int8 as syncs,
        coalesce(sum(case when io ? 'op_bytes' then coalesce(reads, 0) * (io ->> 'op_bytes')::numeric
          else (io ->> 'read_bytes')::numeric end), 0)::int8 as read_bytes,
        coalesce(sum(case when io ? 'op_bytes' then (coalesce(writes, 0) + coalesce(extends, 0)) * (io ->> 'op_bytes')::numeric
          else coalesce((io ->> 'write_bytes')::numeric, 0) + coalesce((io ->> 'extend_bytes')::numeric, 0) end), 0)::int8 as written_bytes
      from pg_stat_io s, lateral to_jsonb(s) io
    ) i`)
  const { wal_bytes, ...counters } = row!
  return { databases, wal_bytes, counters }
}
