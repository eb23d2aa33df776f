import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import type { SleepState, ProjectStatus } from '@colonnade/contracts/projects/projects'
import type { Sleep, SleepAfter, SleepReport } from '@colonnade/contracts/projects/sleeps'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

/** Reason for the end of a sleep, as in the journal. */
export interface WakeReason {
  readonly kind: 'connection' | 'dashboard' | 'api' | 'change'
  readonly what: string
  readonly role?: string
  readonly user_id?: string
}

/** A project that may fall asleep once it's idle. */
export interface Sleepy {
  readonly ref: string
  readonly plan: PlanId
  readonly sleep_after_minutes: number | null
}

/** Matches projects that only use keeps awake: no work is in progress, and no replica streams from them. */
const isReady: Fragment = sql`
  p.driver = 'embedded' and p.status = 'ACTIVE_HEALTHY' and p.desired = 'active' and p.sleep = 'awake' and p.compute = p.compute_applied
  and p.restarts_requested = p.restarts_done and p.passwords_requested = p.passwords_done
  and not exists (select from replicas r where r.project_ref = p.ref)`

export function listSleepy(db: Queryable): Promise<Sleepy[]> {
  return db.rows<Sleepy>(sql`
    select p.ref, o.plan, p.sleep_after_minutes from projects p join organizations o on o.id = p.organization_id where ${isReady} order by p.ref`)
}

/** Requests sleep, with an entry in the journal and the audit log; returns false if something keeps the project awake. */
export async function requestSleep(db: Queryable, ref: string, memoryBytes: number | null): Promise<boolean> {
  const changed = await db.run(sql`
    with changed as (
      update projects p set sleep = 'falling_asleep' where p.ref = ${ref} and ${isReady} returning p.ref, p.organization_id
    ), journaled as (
      insert into project_sleeps (ref, memory_bytes) select ref, ${memoryBytes}::bigint from changed
    )
    insert into audit_log (event, organization_id, project_ref) select 'project.fell_asleep', organization_id, ref from changed`)
  return changed === 1
}

/** Requested and current state of a project. */
export interface SleepRow {
  readonly sleep: SleepState
  readonly status: ProjectStatus
  readonly problem: { readonly message: string } | null
}

export function findSleep(db: Queryable, ref: string): Promise<SleepRow | undefined> {
  return db.first<SleepRow>(sql`select sleep, status, problem from projects where ref = ${ref}`)
}

/** Wakes a sleeping project, with the reason in the journal and the audit log. Resolves with its state afterwards. */
export async function requestWake(db: Queryable, ref: string, reason: WakeReason): Promise<SleepRow | undefined> {
  const text = JSON.stringify(reason)
  await db.run(sql`
    with changed as (
      update projects set sleep = 'waking' where ref = ${ref} and sleep in ('falling_asleep', 'asleep') returning ref, organization_id
    ), journaled as (
      update project_sleeps s set woken_by = ${text}::jsonb, wake_wished_at = clock_timestamp() from changed c where s.ref = c.ref and s.woken_at is null
    )
    insert into audit_log (event, user_id, organization_id, project_ref, details)
    select 'project.woke_up', ${reason.user_id ?? null}::uuid, organization_id, ref, ${text}::jsonb from changed`)
  return findSleep(db, ref)
}

const afterColumn = sql`case p.sleep_after_minutes when 0 then '"never"' else coalesce(to_jsonb(p.sleep_after_minutes), '"plan"') end`

export interface SleepChoice {
  readonly plan: PlanId
  readonly after: SleepAfter
  readonly has_replicas: boolean
}

export async function findChoice(db: Queryable, ref: string): Promise<SleepChoice> {
  const row = await db.first<SleepChoice>(sql`
    select o.plan, ${afterColumn} as after, exists (select from replicas r where r.project_ref = p.ref) as has_replicas
    from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
  return row!
}

export async function chooseAfter(db: Queryable, ref: string, after: SleepAfter): Promise<void> {
  const minutes = after === 'plan' ? null : after === 'never' ? 0 : after
  await db.run(sql`update projects set sleep_after_minutes = ${minutes}::integer where ref = ${ref}`)
}

/** Returns the last sleeps, newest first, without those that ended before they began. */
export function listSleeps(db: Queryable, ref: string, limit: number): Promise<Sleep[]> {
  return db.rows<Sleep>(sql`
    select s.id, ${isoTime('s', 'slept_at')} as slept_at, ${isoTime('s', 'woken_at')} as woken_at, s.memory_bytes, s.problem,
      case when s.woken_by is not null then jsonb_build_object('kind', s.woken_by -> 'kind', 'what', s.woken_by -> 'what',
        'who', coalesce(s.woken_by ->> 'role', u.username)) end as woken_by,
      round(extract(epoch from s.woken_at - s.wake_wished_at) * 1000)::int as wake_ms
    from project_sleeps s left join users u on u.id = (s.woken_by ->> 'user_id')::uuid
    where s.ref = ${ref} and s.slept_at is not null order by s.id desc limit ${limit}`)
}

export async function sumSleeps(db: Queryable, ref: string, since: Date): Promise<SleepReport['saved']> {
  const row = await db.first<SleepReport['saved']>(sql`
    with spans as (
      select memory_bytes, extract(epoch from coalesce(woken_at, clock_timestamp()) - greatest(slept_at, ${since})) as seconds
      from project_sleeps where ref = ${ref} and slept_at is not null and (woken_at is null or woken_at > ${since})
    )
    select ${isoTime('w', 'since')} as since, count(seconds)::int as sleeps, coalesce(sum(seconds), 0)::float8 as asleep_seconds,
      coalesce(sum(seconds * memory_bytes), 0)::float8 as memory_byte_seconds
    from (select ${since}::timestamptz as since) w left join spans on true group by w.since`)
  return row!
}

/** Deletes sleeps before a time. */
export async function pruneSleeps(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`delete from project_sleeps where woken_at < ${before}`)
}
