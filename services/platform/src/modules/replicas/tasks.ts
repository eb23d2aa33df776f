import { type Clusters, logins, type ReplicaStep } from '@colonnade/clusters'
import type { ReplicaStepId } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import { type Database, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { setTimeout as sleep } from 'node:timers/promises'
import { replicaLookMs } from '../../limits.ts'
import type { ReplicaTask } from './plan.ts'
import { forgetSteps, reach, type ReplicaProgress, type ReplicaRow } from './store.ts'

/** What a task works with. */
export interface TaskTools {
  readonly clusters: Clusters
  readonly database: Database
  readonly stopping: AbortSignal
}

const reached: Readonly<Record<ReplicaStep, ReplicaStepId>> = {
  launched: 'launched_instance',
  initiated: 'initiated_setup',
  copied: 'downloaded_base_backup',
}

/** What each task does, and what it then knows to be done. Every one looks at the world first and may be repeated, as those of projects. */
export const tasks: Readonly<Record<ReplicaTask, (tools: TaskTools, replica: ReplicaRow) => Promise<ReplicaProgress>>> = {
  async copy({ clusters, database }, { identifier, cluster_ref, project_ref, compute }) {
    await forgetSteps(database, identifier)
    await reach(database, identifier, 'started')
    await clusters.replicate(cluster_ref, project_ref, { compute }, (step) => reach(database, identifier, reached[step]))
    return { compute_applied: compute }
  },
  async resize({ clusters }, { cluster_ref, compute }) {
    await clusters.resize(cluster_ref, compute)
    return { compute_applied: compute }
  },
  async restart({ clusters }, replica) {
    // without what its primary has dropped since it can not go on: what is left of it is copied anew
    if (await isLost(clusters, replica)) await clusters.destroy(replica.cluster_ref)
    else await clusters.restart(replica.cluster_ref)
    return { restarts_done: replica.restarts_requested }
  },
  async start({ clusters }, { cluster_ref }) {
    await clusters.start(cluster_ref)
    return {}
  },
  async verify({ clusters, database, stopping }, replica) {
    await untilStreaming(clusters, replica, stopping)
    await reach(database, replica.identifier, 'completed_setup')
    const { address } = await clusters.status(replica.cluster_ref)
    return { status: 'ACTIVE_HEALTHY', db_host: address?.host ?? null, db_port: address?.port ?? null, problem: null, isReady: true }
  },
  async stop({ clusters }, { cluster_ref }) {
    await clusters.stop(cluster_ref)
    return {}
  },
  async destroy({ clusters }, { cluster_ref }) {
    await clusters.destroy(cluster_ref)
    return {}
  },
}

interface Standing {
  /** Its primary streams to it. */
  readonly is_streaming: boolean
  /** It has replayed what its primary had written when it was asked first. */
  readonly has_replayed: boolean
  /** What it has yet to stream is gone. */
  readonly is_lost: boolean
}

/** How a replica stands with its primary, as that sees it. */
async function ask(clusters: Clusters, { cluster_ref, project_ref }: ReplicaRow, upTo: string): Promise<Standing & { readonly written: string }> {
  const row = await withClient({ ...(await clusters.endpoint(project_ref)), ...logins.administrator }, (client) =>
    client.first<Standing & { readonly written: string }>(sql`
      select pg_current_wal_lsn()::text as written, coalesce(r.state = 'streaming', false) as is_streaming,
        coalesce(r.replay_lsn >= ${upTo}::pg_lsn, false) as has_replayed, coalesce(s.wal_status = 'lost', true) as is_lost
      from (select) as one
      left join pg_stat_replication r on r.application_name = ${cluster_ref}
      left join pg_replication_slots s on s.slot_name like '%' || ${cluster_ref}`),
  )
  return row!
}

async function isLost(clusters: Clusters, replica: ReplicaRow): Promise<boolean> {
  return (await clusters.status(replica.cluster_ref)).state !== 'absent' && (await ask(clusters, replica, '0/0')).is_lost
}

async function untilStreaming(clusters: Clusters, replica: ReplicaRow, stopping: AbortSignal): Promise<void> {
  const { written } = await ask(clusters, replica, '0/0')
  for (;;) {
    const { is_streaming, has_replayed, is_lost } = await ask(clusters, replica, written)
    if (is_lost)
      throw new AppError('replica_not_ready', {}, { message: 'It has fallen too far behind its primary. Restart it to have it copied anew' })
    if (is_streaming && has_replayed) return
    // nothing announces it: the primary's view is asked
    await sleep(replicaLookMs, undefined, { signal: stopping })
  }
}
