import type { ComputeSize } from '@colonnade/clusters'
import type { Driver } from '@colonnade/contracts/foundation/capabilities'
import type { Project, ProjectEvent, ProjectStatus, SleepState } from '@colonnade/contracts/projects/projects'
import { isoTime, type Queryable } from '@colonnade/pg'
import { empty, type Fragment, ident, join, sql } from '@colonnade/sql'
import { type PendingPromotion, pendingPromotion, promotionChanges, type PromotionProgress } from './promotions/store.ts'
import { eventInsert, type NewEvent } from './store.ts'
import { fullName } from './full-name.ts'

/** A project's row for the reconciler: its desired state and its progress. */
export interface ProjectRow {
  readonly ref: string
  readonly name: string
  readonly organization_id: string
  readonly organization_slug: string
  readonly desired: 'active' | 'inactive' | 'removed'
  readonly status: ProjectStatus
  /** Why it is unhealthy. */
  readonly problem: Project['problem']
  readonly sleep: SleepState
  readonly driver: Driver
  readonly compute: ComputeSize
  readonly compute_applied: ComputeSize | null
  /** Last known address of its server. */
  readonly db_port: number | null
  readonly restarts_requested: number
  readonly restarts_done: number
  readonly passwords_requested: number
  readonly passwords_done: number
  readonly password_verifier: string
  readonly bootstrap_applied: string | null
  readonly has_been_ready: boolean
  /** Requested major version; null for the newest. */
  readonly postgres_version: string | null
  /** Source of a branch. */
  readonly source_ref: string | null
  readonly with_data: boolean
  readonly copies_requested: number
  readonly copies_done: number
  /** True while one of its replicas is being promoted. */
  readonly promotion: PendingPromotion | null
  /** Custom limits of its connections. */
  readonly pool_size: number | null
  readonly max_clients: number | null
}

export function loadProject(db: Queryable, ref: string): Promise<ProjectRow | undefined> {
  return db.first<ProjectRow>(sql`
    select p.ref, ${fullName} as name, p.organization_id, o.slug as organization_slug, p.desired, p.status, p.problem, p.sleep, p.driver, p.compute, p.compute_applied, p.db_port,
      p.restarts_requested, p.restarts_done, p.passwords_requested, p.passwords_done, p.password_verifier, p.bootstrap_applied,
      p.ready_at is not null as has_been_ready, p.postgres_version, p.source_ref, p.with_data, p.copies_requested, p.copies_done, p.pool_size, p.max_clients,
      ${pendingPromotion}
    from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
}

/** Lets a start of the platform retry failed steps. */
export async function reviveUnhealthy(db: Queryable): Promise<void> {
  await db.run(sql`update projects set status = 'RESTORING' where status = 'UNHEALTHY' and desired = 'active'`)
}

/** Returns all projects that aren't fully deleted. */
export async function listLiving(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ ref: string }>(sql`select ref from projects where status <> 'REMOVED' order by inserted_at`)
  return rows.map(({ ref }) => ref)
}

/** Changes of the row by a step or a status change. */
export interface Progress {
  readonly status?: ProjectStatus
  readonly sleep?: 'awake' | 'asleep'
  /** Logins of a sleeping project, sealed. */
  readonly logins?: string | null
  readonly compute_applied?: ComputeSize | null
  readonly restarts_done?: number
  readonly passwords_done?: number
  readonly bootstrap_applied?: string | null
  readonly copies_done?: number
  /** Free bytes; null unless it failed because the disk was full. */
  readonly gave_up_with_free?: number | null
  readonly copy_bytes?: number
  readonly copy_ms?: number
  readonly copy_is_shared?: boolean
  readonly db_version?: string | null
  readonly db_host?: string | null
  readonly db_port?: number | null
  readonly problem?: Project['problem']
  readonly isReady?: true
  readonly isRemoved?: true
  readonly promotion?: PromotionProgress
}

/** Stores progress and its event in one statement. A status or sleep requested since then wins. */
export async function record(db: Queryable, { ref, desired, sleep: before }: ProjectRow, progress: Progress, event: NewEvent | null): Promise<void> {
  const { isReady, isRemoved, problem, status, sleep, logins, promotion, ...columns } = progress
  const assignments: Fragment[] = Object.entries(columns).map(([name, value]) => sql`${ident(name)} = ${value}`)
  if (status !== undefined) assignments.push(sql`status = case when desired = ${desired} then ${status} else status end`)
  if (sleep !== undefined) assignments.push(sql`sleep = case when sleep = ${before} then ${sleep} else sleep end`)
  if (problem !== undefined) assignments.push(sql`problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb`)
  if (isReady) assignments.push(sql`ready_at = coalesce(ready_at, now())`)
  if (columns.copies_done !== undefined) assignments.push(sql`copied_at = clock_timestamp()`)
  if (isRemoved) assignments.push(sql`removed_at = now()`)
  // the region changes with the database
  if (promotion?.state === 'PROMOTED') assignments.push(sql`region = (select m.region from promotions m where m.id = ${promotion.id})`)
  const promoted = promotion === undefined ? [] : promotionChanges(ref, promotion).map(({ name, query }) => sql`, ${ident(name)} as (${query})`)
  const update = assignments.length === 0 ? sql`select` : sql`update projects set ${join(assignments)} where ref = ${ref}`
  const journaled = sleep === undefined ? sql`` : sql`, slept as (${sleepUpdate(ref, sleep, logins)})`
  // an external server's password is deleted with the project
  const forgotten = isRemoved ? sql`, forgotten as (delete from external_servers where ref = ${ref})` : sql``
  await db.run(
    sql`with changed as (${update})${journaled}${forgotten}${join(promoted, empty)} ${event === null ? sql`select` : eventInsert(ref, event)}`,
  )
}

/** Stores that the server stopped, or accepts connections again. */
function sleepUpdate(ref: string, sleep: 'awake' | 'asleep', logins: string | null | undefined): Fragment {
  const kept = logins === undefined ? sql`` : sql`, logins = ${logins}`
  const changes = sleep === 'asleep' ? sql`slept_at = coalesce(slept_at, clock_timestamp())${kept}` : sql`woken_at = clock_timestamp()`
  return sql`update project_sleeps set ${changes} where ref = ${ref} and woken_at is null`
}

/** Returns events of a project after one of them, in order. */
export function listEvents(db: Queryable, ref: string, afterId: number, limit: number): Promise<ProjectEvent[]> {
  return db.rows<ProjectEvent>(sql`
    select id, ${isoTime('e', 'at')} as at, kind, status, step, state, message from project_events e
    where e.ref = ${ref} and e.id > ${afterId} order by e.id limit ${limit}`)
}

/** Returns true if a requested password has been set. */
export async function passwordsDone(db: Queryable, ref: string): Promise<number> {
  const row = await db.first<{ passwords_done: number }>(sql`select passwords_done from projects where ref = ${ref}`)
  return row?.passwords_done ?? 0
}
