import type { ComputeSize } from '@colonnade/clusters'
import { type Replica, type ReplicaStepId, replicaSteps } from '@colonnade/contracts/copies/replicas'
import type { ReplicaStatus } from '@colonnade/contracts/projects/projects'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, ident, join, sql } from '@colonnade/sql'
import { isPending } from '../../projects/projects/promotions/store.ts'
import { fullName } from '../../projects/projects/full-name.ts'
import { messages } from './messages.ts'

/** Returns the read replicas of a project in order of creation. */
export function listReplicas(db: Queryable, projectRef: string): Promise<Replica[]> {
  return selectReplicas(db, sql`r.project_ref = ${projectRef}`)
}

export async function findReplica(db: Queryable, projectRef: string, identifier: string): Promise<Replica | undefined> {
  return (await selectReplicas(db, sql`r.project_ref = ${projectRef} and r.identifier = ${identifier}`))[0]
}

function selectReplicas(db: Queryable, which: Fragment): Promise<Replica[]> {
  const order = replicaSteps.map(({ id }) => id)
  return db.rows<Replica>(sql`
    select r.identifier, 'READ_REPLICA' as database_type, r.region, r.status, ${isoTime('r', 'inserted_at')} as inserted_at,
      case when r.db_port is not null then r.db_host end as db_host, r.db_port, 'postgres' as db_name, 'postgres' as db_user,
      'postgresql://postgres:[YOUR-PASSWORD]@' || r.db_host || ':' || r.db_port || '/postgres' as connection_string,
      null as pool_mode, r.compute, r.problem,
      coalesce((
        select jsonb_agg(jsonb_build_object('step', s.step, 'state', s.state, 'at', ${isoTime('s', 'at')}, 'message', s.message)
          order by array_position(${order}::text[], s.step))
        from replica_steps s where s.identifier = r.identifier), '[]') as steps
    from replicas r join projects p on p.ref = r.project_ref where ${which} order by r.inserted_at, r.identifier`)
}

/** Returns the cluster refs of a project's replicas. */
export function listClusters(db: Queryable, projectRef: string): Promise<{ readonly identifier: string; readonly cluster_ref: string }[]> {
  return db.rows(sql`select identifier, cluster_ref from replicas where project_ref = ${projectRef}`)
}

/** Returns a replica's cluster and status. */
export async function findCluster(
  db: Queryable,
  projectRef: string,
  identifier: string,
): Promise<{ readonly cluster_ref: string; readonly status: ReplicaStatus } | undefined> {
  return db.first(sql`select cluster_ref, status from replicas where project_ref = ${projectRef} and identifier = ${identifier}`)
}

export interface NewReplica {
  readonly identifier: string
  readonly clusterRef: string
  readonly projectRef: string
  readonly region: string
  readonly compute: ComputeSize
}

/**
 * Returns why no replica can be created now: another cluster is about to replace the primary. Null if nothing prevents it; that stays so until the
 * transaction ends.
 */
export async function findHindrance(tx: Queryable, projectRef: string): Promise<string | null> {
  await tx.first(sql`select from projects where ref = ${projectRef} for update`)
  const found = await tx.first<{ is_restored: boolean; is_upgraded: boolean }>(sql`
    select exists (select from restores where target_ref = ${projectRef} and status in ('PREPARING', 'PLACING')) as is_restored,
      exists (select from upgrades where project_ref = ${projectRef} and kind = 'upgrade' and status in ('UPGRADING', 'PLACING')) as is_upgraded`)
  if (found!.is_restored) return messages.restoring
  if (found!.is_upgraded) return messages.upgrading
  return null
}

/** Returns false if the project has `most` of them already. */
export async function insertReplica(db: Queryable, replica: NewReplica, most: number): Promise<boolean> {
  // one at a time, so that two requests can't both insert the last one
  await db.first(sql`select from projects where ref = ${replica.projectRef} for update`)
  const made = await db.run(sql`
    insert into replicas (identifier, cluster_ref, project_ref, region, compute)
    select ${replica.identifier}, ${replica.clusterRef}, ${replica.projectRef}, ${replica.region}, ${replica.compute}
    where (select count(*) from replicas where project_ref = ${replica.projectRef}) < ${most}`)
  if (made === 1) await reach(db, replica.identifier, 'requested')
  return made === 1
}

/** Returns false if there is no such replica, or it is being promoted. */
export async function requestRemoval(db: Queryable, projectRef: string, identifier: string): Promise<boolean> {
  const changed = await db.run(sql`
    update replicas set desired = 'removed', status = 'GOING_DOWN', problem = null
    where project_ref = ${projectRef} and identifier = ${identifier} and not ${isPending(sql`${projectRef}`)}`)
  return changed === 1
}

/** Returns false if the replica's status doesn't allow a restart. */
export async function requestRestart(db: Queryable, projectRef: string, identifier: string): Promise<boolean> {
  const changed = await db.run(sql`
    update replicas set restarts_requested = restarts_requested + 1, problem = null,
      status = case when ready_at is null then 'INIT_READ_REPLICA' else 'COMING_UP' end
    where project_ref = ${projectRef} and identifier = ${identifier} and desired = 'active'
      and status in ('ACTIVE_HEALTHY', 'UNHEALTHY', 'INIT_READ_REPLICA_FAILED') and not ${isPending(sql`${projectRef}`)}`)
  return changed === 1
}

/** A replica for the reconciler. */
export interface ReplicaRow {
  readonly identifier: string
  readonly cluster_ref: string
  readonly project_ref: string
  readonly project_name: string
  readonly organization_id: string
  readonly project_desired: 'active' | 'inactive' | 'removed'
  readonly desired: 'active' | 'removed'
  readonly status: ReplicaStatus
  readonly compute: ComputeSize
  readonly compute_applied: ComputeSize | null
  readonly restarts_requested: number
  readonly restarts_done: number
  readonly has_been_ready: boolean
  readonly is_promoting: boolean
}

export function loadReplica(db: Queryable, identifier: string): Promise<ReplicaRow | undefined> {
  return db.first<ReplicaRow>(sql`
    select r.identifier, r.cluster_ref, r.project_ref, ${fullName} as project_name, p.organization_id, p.desired as project_desired, r.desired, r.status,
      r.compute, r.compute_applied, r.restarts_requested, r.restarts_done, r.ready_at is not null as has_been_ready,
      ${isPending(sql`r.project_ref`)} as is_promoting
    from replicas r join projects p on p.ref = r.project_ref where r.identifier = ${identifier}`)
}

/** Returns the replicas that a cluster is, or is the primary of; all replicas if none is given. */
export async function listIdentifiers(db: Queryable, clusterRef?: string): Promise<string[]> {
  const which = clusterRef === undefined ? sql`` : sql`where cluster_ref = ${clusterRef} or project_ref = ${clusterRef}`
  const rows = await db.rows<{ identifier: string }>(sql`select identifier from replicas ${which} order by inserted_at`)
  return rows.map(({ identifier }) => identifier)
}

/** Returns the replicas that stream, as far as known. */
export async function listHealthy(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ identifier: string }>(sql`
    select identifier from replicas where status = 'ACTIVE_HEALTHY' and desired = 'active' order by inserted_at`)
  return rows.map(({ identifier }) => identifier)
}

/** Lets a start of the platform retry failed replicas. */
export async function reviveReplicas(db: Queryable): Promise<void> {
  await db.run(sql`update replicas set status = 'COMING_UP' where status = 'UNHEALTHY' and desired = 'active'`)
}

/** Changes of a replica's row after a task or a status change. */
export interface ReplicaProgress {
  readonly status?: ReplicaStatus
  readonly compute_applied?: ComputeSize
  readonly restarts_done?: number
  /** Free bytes; null unless it failed because the disk was full. */
  readonly gave_up_with_free?: number | null
  readonly db_host?: string | null
  readonly db_port?: number | null
  readonly problem?: Replica['problem']
  readonly isReady?: true
}

/** Stores progress. A status requested since then wins. */
export async function recordReplica(db: Queryable, { identifier, desired }: ReplicaRow, progress: ReplicaProgress): Promise<void> {
  const { isReady, problem, status, ...columns } = progress
  const assignments: Fragment[] = Object.entries(columns).map(([name, value]) => sql`${ident(name)} = ${value}`)
  if (status !== undefined) assignments.push(sql`status = case when desired = ${desired} then ${status} else status end`)
  if (problem !== undefined) assignments.push(sql`problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb`)
  if (isReady) assignments.push(sql`ready_at = coalesce(ready_at, clock_timestamp())`)
  if (assignments.length > 0) await db.run(sql`update replicas set ${join(assignments)} where identifier = ${identifier}`)
}

export async function deleteReplica(db: Queryable, identifier: string): Promise<void> {
  await db.run(sql`delete from replicas where identifier = ${identifier}`)
}

/** Stores that a setup step and those before it have finished, and starts the next. */
export async function reach(db: Queryable, identifier: string, step: ReplicaStepId): Promise<void> {
  const place = replicaSteps.findIndex(({ id }) => id === step)
  const done = replicaSteps.slice(0, place + 1).map(({ id }) => id)
  const next = replicaSteps[place + 1]?.id ?? null
  await db.run(sql`
    insert into replica_steps (identifier, step, state)
    select ${identifier}, step, 'done' from unnest(${done}::text[]) as step
    union all select ${identifier}, ${next}::text, 'started' where ${next}::text is not null
    on conflict (identifier, step) do update set state = excluded.state, at = excluded.at, message = null
      where replica_steps.state <> 'done' or excluded.state <> 'done'`)
}

/** Restarts the setup. */
export async function forgetSteps(db: Queryable, identifier: string): Promise<void> {
  await db.run(sql`delete from replica_steps where identifier = ${identifier} and step not in ('requested')`)
}

/** Stores that the current setup step failed. */
export async function failStep(db: Queryable, identifier: string, message: string): Promise<void> {
  await db.run(sql`
    update replica_steps set state = 'failed', at = clock_timestamp(), message = ${message} where identifier = ${identifier} and state = 'started'`)
}
