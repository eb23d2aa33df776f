import type { ComputeSize } from '@colonnade/clusters'
import { capabilitiesOf, type Driver } from '@colonnade/contracts/foundation/capabilities'
import type { Project, ProjectStatus } from '@colonnade/contracts/projects/projects'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { Actor } from '../../../kernel/serve.ts'
import { isWithinToken } from '../../../kernel/people/liveness.ts'
import { announceChange } from '../../installation/notifications/store.ts'
import { opensWithFactor } from '../../../kernel/people/second-factors.ts'
import { fullName } from './full-name.ts'

/** Features of each driver, as in the contracts. */
const capabilityColumn = sql`${JSON.stringify(capabilitiesOf)}::jsonb -> p.driver`

const projectColumns = sql`
  p.ref, p.name, p.status, p.sleep,
  (select ${isoTime('s', 'slept_at')} from project_sleeps s where s.ref = p.ref and s.slept_at is not null order by s.id desc limit 1) as slept_at,
  p.parent_ref as parent_project_ref, p.branch_id is not null as is_branch_enabled, p.organization_id, o.slug as organization_slug,
  p.region, p.compute, p.driver, ${capabilityColumn} as capabilities, ${isoTime('p', 'inserted_at')} as inserted_at, p.db_version, p.db_host, p.db_port,
  p.is_password_unkept, p.problem`

/** Returns the user's projects, in all organizations or in one; without branches. */
export function listProjects(db: Queryable, actor: Actor, organizationId?: string): Promise<Project[]> {
  const within = organizationId === undefined ? sql`` : sql`and p.organization_id = ${organizationId}`
  return db.rows<Project>(sql`
    select ${projectColumns} from project_access a join projects p using (ref) join organizations o on o.id = p.organization_id
    where a.user_id = ${actor.userId} and (not a.is_guarded or ${opensWithFactor(actor)}) and p.status <> 'REMOVED' and p.parent_ref is null ${within} order by lower(p.name), p.ref`)
}

export async function retrieveProject(db: Queryable, ref: string): Promise<Project> {
  const row = await db.first<Project>(sql`
    select ${projectColumns} from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
  return row!
}

/** Returns true if a person has access to a project with their session or token. */
export async function isMember(db: Queryable, ref: string, actor: Actor): Promise<boolean> {
  return (
    (await db.first(sql`
      select from project_access a where a.ref = ${ref} and a.user_id = ${actor.userId} and (not a.is_guarded or ${opensWithFactor(actor)})
        and ${isWithinToken(actor, sql`a.organization_id`)}`)) !== undefined
  )
}

export interface NewProject {
  readonly ref: string
  readonly organizationId: string
  readonly name: string
  readonly region: string
  readonly compute: ComputeSize
  /** `embedded` by default. */
  readonly driver?: Driver
  readonly passwordVerifier: string
  /** Major version; null for the newest. */
  readonly postgresVersion: string | null
}

export async function insertProject(db: Queryable, project: NewProject): Promise<void> {
  await db.run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, status, postgres_version, driver)
    values (${project.ref}, ${project.organizationId}, ${project.name}, ${project.region}, ${project.compute}, ${project.passwordVerifier},
      'COMING_UP', ${project.postgresVersion}, ${project.driver ?? 'embedded'})`)
}

export async function renameProject(db: Queryable, ref: string, name: string): Promise<void> {
  await db.run(sql`update projects set name = ${name} where ref = ${ref}`)
}

export interface StateRequest {
  readonly desired: 'active' | 'inactive' | 'removed'
  /** Shown at once, before the reconciler starts. */
  readonly status: ProjectStatus
  /** Statuses that allow the request. */
  readonly from: readonly ProjectStatus[]
  readonly compute?: ComputeSize
  readonly restart?: boolean
}

export const removalRequest: StateRequest = {
  desired: 'removed',
  status: 'GOING_DOWN',
  from: ['COMING_UP', 'ACTIVE_HEALTHY', 'PAUSING', 'INACTIVE', 'RESTORING', 'GOING_DOWN', 'INIT_FAILED', 'UNHEALTHY'],
}

/** Stores a request if the project's status allows it; returns false otherwise. */
export async function requestState(db: Queryable, ref: string, request: StateRequest): Promise<boolean> {
  const compute = request.compute === undefined ? sql`` : sql`, compute = ${request.compute}`
  const restart = request.restart === true ? sql`, restarts_requested = restarts_requested + 1` : sql``
  const changed = await db.run(sql`
    update projects set desired = ${request.desired}, status = ${request.status}, problem = null ${compute} ${restart}
    where ref = ${ref} and status = any(${request.from})`)
  if (changed !== 1) return false
  await insertEvent(db, ref, { kind: 'status', status: request.status })
  // lets every open page of the project notice it
  await announceChange(db, ref)
  return true
}

/** Returns true if a project has branches, and prevents new ones until the transaction ends. */
export async function hasBranches(tx: Queryable, ref: string): Promise<boolean> {
  await tx.first(sql`select from projects where ref = ${ref} for update`)
  return (await tx.first(sql`select from projects where parent_ref = ${ref} and desired <> 'removed' limit 1`)) !== undefined
}

export async function requestPassword(db: Queryable, ref: string, verifier: string): Promise<number> {
  const row = await db.first<{ passwords_requested: number }>(sql`
    update projects set password_verifier = ${verifier}, passwords_requested = passwords_requested + 1, is_password_unkept = false
    where ref = ${ref} returning passwords_requested`)
  return row!.passwords_requested
}

export async function forgetUnkept(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`update projects set is_password_unkept = false where ref = ${ref}`)
}

export interface NewEvent {
  readonly kind: 'status' | 'step'
  readonly status: ProjectStatus
  readonly step?: string
  readonly state?: 'started' | 'done' | 'failed'
  readonly message?: string | undefined
}

export async function insertEvent(db: Queryable, ref: string, event: NewEvent): Promise<void> {
  await db.run(eventInsert(ref, event))
}

export function eventInsert(ref: string, event: NewEvent): Fragment {
  return sql`
    insert into project_events (ref, kind, status, step, state, message)
    values (${ref}, ${event.kind}, ${event.status}, ${event.step ?? null}, ${event.state ?? null}, ${event.message ?? null})`
}

/** Returns active projects, without sleeping ones. */
export function listActive(db: Queryable, ref?: string): Promise<WatchedProject[]> {
  const only = ref === undefined ? sql`` : sql`and p.ref = ${ref}`
  return db.rows<WatchedProject>(sql`
    select p.ref, p.driver = 'embedded' as is_run_here, ${fullName} as name, p.organization_id, extract(epoch from now() - p.inserted_at)::int as age,
      exists (select from recovery_windows w where w.project_ref = p.ref) as has_pitr,
      array_remove(array[p.parent_ref, p.source_ref], null) as origins
    from projects p where p.status = 'ACTIVE_HEALTHY' and p.sleep = 'awake' ${only} order by p.branched_at nulls first, p.ref`)
}

/** An active project for health checks. */
export interface WatchedProject {
  readonly ref: string
  readonly name: string
  readonly organization_id: string
  /** True if Colonnade runs its server. */
  readonly is_run_here: boolean
  /** Seconds since its creation. */
  readonly age: number
  /** True if its WAL is archived for point-in-time recovery, which reports its own failures. */
  readonly has_pitr: boolean
  /** Project and source of a branch, to leave out findings inherited from them. Empty for a project. */
  readonly origins: readonly string[]
}
