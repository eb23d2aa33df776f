import type { KeptWal, Mark, Moment } from '@colonnade/clusters'
import type { Pitr, RecoverableRange } from '@colonnade/contracts/copies/pitr'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import { type Database, isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Base } from './ranges.ts'
import { fullName } from '../../../projects/projects/full-name.ts'

/** A project's recovery window for the reconciler. */
export interface WindowRow {
  readonly ref: string
  readonly project_name: string
  readonly organization_id: string
  readonly days: number
  readonly is_wanted: boolean
  readonly has_been_on: boolean
  /** Segments that recovery can't cross: permanently, and until a check finds them intact. */
  readonly broken: readonly string[]
  readonly damaged: readonly string[]
  readonly snapshot: string | null
  /** As of the last check: the ranges, and the backups they need. */
  readonly ranges: readonly RecoverableRange[]
  readonly bases: readonly string[]
  readonly is_to_be_read: boolean
}

export function loadWindow(db: Queryable, ref: string): Promise<WindowRow | undefined> {
  return db.first<WindowRow>(sql`
    select w.project_ref as ref, ${fullName} as project_name, p.organization_id, w.days, w.is_wanted, w.has_been_on, w.broken, w.damaged, w.snapshot, w.ranges, w.bases, w.reading_asked_at is not null as is_to_be_read
    from recovery_windows w join projects p on p.ref = w.project_ref where w.project_ref = ${ref} and p.desired <> 'removed'`)
}

/** Returns the recovery window for the API; its ranges are as of the last check. */
export function findPitr(db: Queryable, ref: string): Promise<Pitr | undefined> {
  return db.first<Pitr>(sql`
    select case when w.is_wanted then w.state else 'TURNING_OFF' end as state, w.days, ${isoTime('w', 'turned_on_at')} as turned_on_at, w.ranges, w.problem,
      jsonb_build_object('segments', w.kept_segments, 'bytes', w.kept_bytes, 'is_being_read', w.reading_asked_at is not null, 'last_reading', w.last_reading)
        as archive
    from recovery_windows w where w.project_ref = ${ref}`)
}

/** Returns what the available windows depend on. */
export async function findPlan(db: Queryable, ref: string): Promise<{ readonly plan: PlanId; readonly is_branch: boolean }> {
  const row = await db.first<{ plan: PlanId; is_branch: boolean }>(sql`
    select o.plan, p.parent_ref is not null as is_branch from projects p join organizations o on o.id = p.organization_id where p.ref = ${ref}`)
  return row!
}

export async function requestOn(db: Queryable, ref: string, days: number): Promise<void> {
  await db.run(sql`
    insert into recovery_windows as w (project_ref, days) values (${ref}, ${days})
    on conflict (project_ref) do update set days = excluded.days, is_wanted = true,
      turned_on_at = case when w.is_wanted then w.turned_on_at else clock_timestamp() end,
      has_been_on = w.is_wanted and w.has_been_on, state = case when w.is_wanted then w.state else 'TURNING_ON' end`)
}

export async function requestOff(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`update recovery_windows set is_wanted = false where project_ref = ${ref}`)
}

/** Deletes the window, unless it was turned on again. */
export async function deleteWindow(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`delete from recovery_windows where project_ref = ${ref} and not is_wanted`)
}

/** Returns the windows to check, without those of sleeping projects, which aren't written to. Deletes those of deleted projects. */
export async function listWindows(db: Queryable): Promise<string[]> {
  await db.run(sql`delete from recovery_windows w using projects p where p.ref = w.project_ref and p.status = 'REMOVED'`)
  const rows = await db.rows<{ ref: string }>(sql`
    select w.project_ref as ref from recovery_windows w join projects p on p.ref = w.project_ref
    where p.desired <> 'removed' and (p.sleep <> 'asleep' or not w.is_wanted or w.state = 'TURNING_ON') order by w.project_ref`)
  return rows.map(({ ref }) => ref)
}

/** Returns true if the last check found a fault. */
export async function isFailing(db: Queryable, ref: string): Promise<boolean> {
  return (await db.first(sql`select from recovery_windows where project_ref = ${ref} and is_wanted and state = 'FAILING'`)) !== undefined
}

/** Returns intact backups, oldest first. */
export function listBases(db: Queryable, ref: string): Promise<Base[]> {
  return db.rows<Base>(sql`
    select b.id, b.timeline, b.stop_lsn as "stopLsn", ${isoTime('b', 'taken_at')} as "takenAt", split_part(b.db_version, '.', 1) as major,
      exists (select from restores r where r.backup_id = b.id and r.status in ('PREPARING', 'PLACING')) as "isInUse"
    from backups b where b.project_ref = ${ref} and b.status in ('COMPLETED', 'PROVING') and b.timeline is not null order by b.taken_at, b.id`)
}

export interface KeptMark {
  readonly mark: Moment
  /** Time up to which nothing was committed after it. */
  readonly quietUntil: string | null
}

/** Returns the marks ordered by time. */
export function listMarks(db: Queryable, ref: string): Promise<KeptMark[]> {
  return db.rows<KeptMark>(sql`
    select jsonb_build_object('at', to_char(m.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'timeline', m.timeline, 'segment', m.segment) as mark,
      ${isoTime('m', 'quiet_until')} as "quietUntil"
    from recovery_marks m where m.project_ref = ${ref} order by m.at, m.segment`)
}

/**
 * Stores a mark. Recovery follows the server's clock: if it was set back, the times that occurred twice can't be recovered
 * from earlier backups.
 */
export function recordMark(database: Database, ref: string, mark: Mark): Promise<void> {
  return database.transaction(async (tx) => {
    const twice = await tx.run(sql`delete from recovery_marks where project_ref = ${ref} and at > ${mark.at}::timestamptz`)
    if (twice > 0) await recordBroken(tx, ref, mark.segment)
    await tx.run(sql`
      insert into recovery_marks (project_ref, timeline, segment, at)
      select w.project_ref, ${mark.timeline}, ${mark.segment}, ${mark.at}::timestamptz from recovery_windows w where w.project_ref = ${ref}
      on conflict (project_ref, timeline, segment) do update set at = excluded.at, quiet_until = null`)
    await tx.run(sql`update recovery_windows set snapshot = ${mark.snapshot} where project_ref = ${ref}`)
  })
}

/** Stores that recovery can't cross that segment. */
async function recordBroken(db: Queryable, ref: string, segment: string): Promise<void> {
  await db.run(sql`update recovery_windows set broken = array_append(broken, ${segment}) where project_ref = ${ref} and ${segment} <> all (broken)`)
}

/** Stores that recovery can't cross that segment until a check finds it intact. */
export async function recordDamaged(db: Queryable, ref: string, segment: string): Promise<void> {
  await db.run(
    sql`update recovery_windows set damaged = array_append(damaged, ${segment}) where project_ref = ${ref} and ${segment} <> all (damaged)`,
  )
}

/** Stores that nothing was committed between the last mark and that time. */
export async function recordQuiet(db: Queryable, ref: string, until: string): Promise<void> {
  await db.run(sql`
    update recovery_marks set quiet_until = ${until}::timestamptz
    where project_ref = ${ref} and at = (select max(l.at) from recovery_marks l where l.project_ref = ${ref})`)
}

/** Requests a mark at the next check, even without new writes. */
export async function requestMark(db: Queryable, ref: string): Promise<void> {
  await db.run(sql`update recovery_windows set snapshot = null where project_ref = ${ref}`)
}

export interface Found {
  readonly state: 'TURNING_ON' | 'ON' | 'FAILING'
  readonly problem: string | null
  /** Free disk space in bytes when archiving failed. */
  readonly free: number | null
}

export interface Looked extends Pick<Pitr, 'ranges'> {
  readonly needed: readonly Base[]
  /** Null if the server wasn't asked: the stored state stays. */
  readonly found: Found | null
  /** True if a backup was deleted that recovery depends on: the window starts over. */
  readonly isRestarted: boolean
}

export async function recordLook(db: Queryable, ref: string, { ranges, needed, found, isRestarted }: Looked): Promise<void> {
  await db.run(sql`
    update recovery_windows set ranges = ${JSON.stringify(ranges)}::jsonb, bases = ${needed.map(({ id }) => id)}::uuid[],
      state = coalesce(${found?.state ?? null}, state), problem = case when ${found !== null} then ${found?.problem ?? null} else problem end,
      gave_up_with_free = case when ${found !== null} then ${found?.free ?? null}::bigint else gave_up_with_free end,
      has_been_on = (has_been_on and not ${isRestarted}) or ${found?.state === 'ON'}
    where project_ref = ${ref}`)
}

export async function recordKept(db: Queryable, ref: string, { segments, bytes }: KeptWal): Promise<void> {
  await db.run(sql`
    update recovery_windows set kept_segments = ${segments}, kept_bytes = ${bytes}
    where project_ref = ${ref} and (kept_segments, kept_bytes) <> (${segments}, ${bytes})`)
}

/** Requests a check of all archived WAL. Returns false if there is none. */
export async function requestReading(db: Queryable, ref: string): Promise<boolean> {
  const changed = await db.run(sql`
    update recovery_windows set reading_asked_at = coalesce(reading_asked_at, clock_timestamp()) where project_ref = ${ref} and is_wanted`)
  return changed === 1
}

/** Requests a check of archives last checked before that time. */
export async function requestReadings(db: Queryable, before: Date): Promise<void> {
  await db.run(sql`
    update recovery_windows set reading_asked_at = clock_timestamp()
    where is_wanted and reading_asked_at is null and coalesce((last_reading ->> 'at')::timestamptz, turned_on_at) <= ${before}`)
}

/** Returns the projects with a requested check. */
export async function listReadings(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ ref: string }>(
    sql`select project_ref as ref from recovery_windows where reading_asked_at is not null order by reading_asked_at`,
  )
  return rows.map(({ ref }) => ref)
}

/**
 * Stores the result of a check. Recovery doesn't cross damaged segments, and again crosses those that were damaged `before` and are intact. Segments
 * found damaged during the check stay damaged.
 */
export async function recordReading(
  db: Queryable,
  ref: string,
  { segments, damaged, before }: { readonly segments: number; readonly damaged: readonly string[]; readonly before: readonly string[] },
): Promise<void> {
  await db.run(sql`
    update recovery_windows w set reading_asked_at = null,
      last_reading = jsonb_build_object('at', ${isoTime('n', 'at')}, 'segments', ${segments}::int, 'damaged', ${damaged.length}::int),
      damaged = array(
        select name from unnest(w.damaged) as d (name) where name <> all (${before}::text[]) union select name from unnest(${damaged}::text[]) as d (name))
    from (select clock_timestamp() as at) n where w.project_ref = ${ref}`)
}

/** Deletes marks outside all ranges, except the first and last of each timeline. */
export async function pruneMarks(db: Queryable, ref: string, before: Date): Promise<void> {
  await db.run(sql`
    delete from recovery_marks m where m.project_ref = ${ref} and m.at < ${before} and exists (
      select from recovery_marks l where l.project_ref = m.project_ref and l.timeline = m.timeline and l.at > m.at and l.at < ${before})`)
}

/**
 * Requests a backup that covers the present, unless one is being created or failed in the last ten minutes. Returns undefined if none is requested.
 */
export async function insertBase(db: Queryable, ref: string): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    with asked as (
      insert into backups (project_ref, kind) select p.ref, 'scheduled' from projects p
      where p.ref = ${ref} and p.status = 'ACTIVE_HEALTHY' and p.desired = 'active' and not exists (
        select from backups b where b.project_ref = p.ref
          and (b.status = 'MAKING' or (b.status = 'FAILED' and b.inserted_at > clock_timestamp() - interval '10 minutes')))
      returning id, project_ref
    ), noted as (
      insert into audit_log (event, organization_id, project_ref, details)
      select 'backup.scheduled', p.organization_id, p.ref, jsonb_build_object('backup', asked.id) from asked join projects p on p.ref = asked.project_ref
    )
    select id from asked`)
  return row?.id
}
