import type { FunctionSchedule } from '@colonnade/contracts/functions/function-schedules'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export function listSchedules(db: Queryable, ref: string, id: string | null = null): Promise<FunctionSchedule[]> {
  return db.rows<FunctionSchedule>(sql`
    select s.id, f.slug as function_slug, s.cron, s.path, s.body, s.is_enabled, case when s.is_enabled then ${isoTime('s', 'next_at')} end as next_at,
      ${isoTime('s', 'last_at')} as last_at, s.last_status, s.last_problem, s.last_duration_ms
    from function_schedules s join functions f on f.id = s.function_id
    where f.ref = ${ref} and (${id}::text is null or s.id::text = ${id}) order by f.slug collate "C", s.created_at, s.id`)
}

export interface NewSchedule {
  readonly cron: string
  readonly path: string
  readonly body: string
  readonly isEnabled: boolean
  readonly nextAt: Date
}

/** Returns its ID; undefined if there is no such function. */
export async function insertSchedule(tx: Queryable, ref: string, slug: string, next: NewSchedule): Promise<string | undefined> {
  const row = await tx.first<{ id: string }>(sql`
    insert into function_schedules (function_id, cron, path, body, is_enabled, next_at)
    select f.id, ${next.cron}, ${next.path}, ${next.body}, ${next.isEnabled}, ${next.nextAt} from functions f
    where f.ref = ${ref} and f.slug = ${slug} and f.live_version is not null returning id`)
  return row?.id
}

export async function changeSchedule(tx: Queryable, id: string, next: NewSchedule): Promise<void> {
  await tx.run(sql`
    update function_schedules set cron = ${next.cron}, path = ${next.path}, body = ${next.body}, is_enabled = ${next.isEnabled}, next_at = ${next.nextAt}
    where id = ${id}`)
}

export async function deleteSchedule(tx: Queryable, id: string): Promise<void> {
  await tx.run(sql`delete from function_schedules where id = ${id}`)
}

/** Holds back other changes of the project until the transaction ends. */
export async function lockSchedules(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('function_schedules ' || ${ref}::text, 0))`)
}

export interface DueSchedule {
  readonly id: string
  readonly ref: string
  readonly slug: string
  readonly cron: string
  readonly path: string
  readonly body: string
}

/** Returns due schedules of active projects, locked until the transaction ends. @param except refs of projects with enough calls in progress */
export function lockDue(tx: Queryable, now: Date, most: number, except: readonly string[]): Promise<DueSchedule[]> {
  return tx.rows<DueSchedule>(sql`
    select s.id, f.ref, f.slug, s.cron, s.path, s.body from function_schedules s join functions f on f.id = s.function_id join projects p on p.ref = f.ref
    where s.is_enabled and s.next_at <= ${now} and f.live_version is not null and p.status not in ('GOING_DOWN', 'REMOVED')
      and f.ref <> all(${except}::text[])
    order by s.next_at, s.id limit ${most} for update of s skip locked`)
}

/** Stores the call, so that the schedule isn't due again before its next time. */
export async function moveOn(tx: Queryable, id: string, at: Date, nextAt: Date): Promise<void> {
  await tx.run(sql`
    update function_schedules set next_at = ${nextAt}, last_at = ${at}, last_status = null, last_problem = null, last_duration_ms = null where id = ${id}`)
}

/** Disables a schedule with an expression that is no longer valid. */
export async function switchOff(tx: Queryable, id: string, problem: string): Promise<void> {
  await tx.run(sql`update function_schedules set is_enabled = false, last_problem = ${problem} where id = ${id}`)
}

export interface Outcome {
  readonly status: number | null
  readonly problem: string | null
  readonly durationMs: number
}

export async function recordOutcome(db: Queryable, id: string, at: Date, { status, problem, durationMs }: Outcome): Promise<void> {
  await db.run(sql`
    update function_schedules set last_status = ${status}, last_problem = ${problem}, last_duration_ms = ${durationMs} where id = ${id} and last_at = ${at}`)
}

export async function nextDueMs(db: Queryable, now: Date): Promise<number | null> {
  const row = await db.first<{ ms: number | null }>(sql`
    select (extract(epoch from min(next_at) - ${now}::timestamptz) * 1000)::float8 as ms from function_schedules where is_enabled`)
  return row?.ms ?? null
}
