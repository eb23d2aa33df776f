import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../../clusters.ts'
import type { Replication } from '../../replicas.ts'
import { targetOf } from '../../logins.ts'
import { slotName } from './slots.ts'

interface Standing {
  readonly written: string
  readonly ref: string
  readonly is_streaming: boolean
  readonly is_lost: boolean
  readonly replayed: string | null
  readonly lag_ms: number | null
}

/** What a primary knows of its replicas with these refs. */
export async function readReplication(endpoint: ClusterEndpoint, refs: readonly string[]): Promise<Replication> {
  const slots = refs.map(slotName)
  const rows = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.rows<Standing>(sql`
      select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::text as written, known.ref, coalesce(r.state = 'streaming', false) as is_streaming,
        coalesce(s.wal_status = 'lost', true) as is_lost, pg_wal_lsn_diff(r.replay_lsn, '0/0')::text as replayed,
        extract(epoch from r.replay_lag)::float8 * 1000 as lag_ms
      from (select) as always left join unnest(${refs}::text[], ${slots}::text[]) as known (ref, slot) on true
      left join pg_stat_replication r on r.application_name = known.ref
      left join pg_replication_slots s on s.slot_name = known.slot`),
  )
  return {
    written: BigInt(rows[0]!.written),
    replicas: rows
      .filter(({ ref }) => ref !== null)
      .map(({ ref, is_streaming, is_lost, replayed, lag_ms }) => ({
        ref,
        isStreaming: is_streaming,
        isLost: is_lost,
        replayed: is_streaming && replayed !== null ? BigInt(replayed) : null,
        lagMs: lag_ms,
      })),
  }
}
