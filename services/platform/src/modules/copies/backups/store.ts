import type { Backup as ClusterBackup, BackupSource, ComputeSize } from '@colonnade/clusters'
import { type Backup, type BackupStatus, type Restore, type RestoreStepId, restoresListed } from '@colonnade/contracts/copies/backups'
import { backupRules, upgradeBackupDays } from '@colonnade/contracts/copies/rules'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { Proof } from './prove-server.ts'
import { fullName } from '../../projects/projects/full-name.ts'

/** Retention of daily backups in days by plan, as a table to join. */
const keptDays = sql`(values ${values()}) as k (plan, days)`

function values(): Fragment {
  const rows = Object.entries(backupRules).map(([plan, { keptDays: days }]) => sql`(${plan}, ${days}::int)`)
  return rows.reduce((left, right) => sql`${left}, ${right}`)
}

/** The upgrade that backup `b` was created for; none if the upgrade failed. */
const upgradeOf = sql`
  select u.from_version, u.to_version from upgrades u
  where u.backup_before = b.id and u.status not in ('BLOCKED', 'FAILED', 'CANCELLED') order by u.inserted_at desc limit 1`

/** Days to retain the automatic backup `b`. */
const ownDays = sql`case when b.status <> 'FAILED' and exists (${upgradeOf}) then greatest(k.days, ${upgradeBackupDays}::int) else k.days end`

const selected = sql`
  select b.id, case when u.to_version is null then b.kind else 'before_upgrade' end as kind,
    case when u.to_version is not null then jsonb_build_object('from_version', u.from_version, 'to_version', u.to_version) end as upgrade, b.status, ${isoTime('b', 'inserted_at')} as inserted_at, ${isoTime('b', 'taken_at')} as taken_at, b.bytes, b.files, b.db_version,
    b.stop_lsn, b.problem,
    case when b.proved_at is not null
      then jsonb_build_object('at', ${isoTime('b', 'proved_at')}, 'tables', b.proved_tables, 'indexes', b.proved_indexes) end as proof,
    case when b.kind = 'scheduled' then ${isoTime('e', 'at')} end as expires_at,
    (select ${isoTime('c', 'copied_at')} from offsite_copies c where c.backup_id = b.id order by c.copied_at desc limit 1) as offsite_at
  from backups b join projects p on p.ref = b.project_ref join organizations o on o.id = p.organization_id join ${keptDays} on k.plan = o.plan
    left join lateral (${upgradeOf}) u on true, lateral (select b.inserted_at + make_interval(days => ${ownDays}) as at) e`

/** Returns backups, newest first. */
export function listBackups(db: Queryable, ref: string): Promise<Backup[]> {
  return db.rows<Backup>(sql`${selected} where b.project_ref = ${ref} order by b.inserted_at desc, b.id`)
}

export async function findBackup(db: Queryable, ref: string, id: string): Promise<Backup | undefined> {
  return db.first<Backup>(sql`${selected} where b.project_ref = ${ref} and b.id::text = ${id}`)
}

/** Returns the total size in bytes. */
export async function sumBackups(db: Queryable, ref: string): Promise<number> {
  const row = await db.first<{ bytes: number }>(sql`
    select coalesce(sum(bytes), 0)::int8 as bytes from backups where project_ref = ${ref} and status <> 'FAILED'`)
  return row!.bytes
}

/** Returns the latest restores, newest first. */
export function listRestores(db: Queryable, ref: string): Promise<Restore[]> {
  return db.rows<Restore>(sql`
    select r.id, r.backup_id, ${isoTime('r', 'restored_to')} as restored_to, r.target_ref, r.target_name, r.is_branch,
      case when r.status in ('COMPLETED', 'FAILED') then r.status else 'RUNNING' end as status, ${isoTime('r', 'inserted_at')} as inserted_at, r.steps, r.problem
    from restores r where r.project_ref = ${ref} order by r.inserted_at desc limit ${restoresListed}`)
}

/** Backup schedule of a project on its plan. */
export interface BackupSchedule {
  readonly plan: PlanId
  /** Null while the project isn't active. */
  readonly next_at: string | null
}

export async function findSchedule(db: Queryable, ref: string): Promise<BackupSchedule> {
  const row = await db.first<BackupSchedule>(sql`
    select o.plan, case when p.status = 'ACTIVE_HEALTHY' then ${isoTime('n', 'at')} end as next_at
    from projects p join organizations o on o.id = p.organization_id, lateral (${nextDue}) n where p.ref = ${ref}`)
  return row!
}

/** A day after the last one, even if it failed; for a new project, a day after its creation. */
const nextDue = sql`
  select coalesce((select max(b.inserted_at) from backups b where b.project_ref = p.ref and b.kind = 'scheduled'), p.inserted_at)
    + interval '1 day' as at`

/** Requests due daily backups. Skips projects that have been asleep since their last good backup. */
export function insertDue(db: Queryable, now: Date): Promise<{ readonly id: string }[]> {
  return db.rows<{ id: string }>(sql`
    with due as (
      select p.ref, p.organization_id from projects p, lateral (${nextDue}) n
      where p.driver = 'embedded' and p.status = 'ACTIVE_HEALTHY' and p.desired = 'active' and n.at <= ${now} and not (p.sleep = 'asleep' and exists (
        select from backups b join project_sleeps s on s.ref = b.project_ref and s.woken_at is null
        where b.project_ref = p.ref and b.status = 'COMPLETED' and b.taken_at > s.slept_at - interval '1 second'))
    ), asked as (
      insert into backups (project_ref, kind) select ref, 'scheduled' from due returning id, project_ref
    ), noted as (
      insert into audit_log (event, organization_id, project_ref, details)
      select 'backup.scheduled', due.organization_id, due.ref, jsonb_build_object('backup', asked.id) from due join asked on asked.project_ref = due.ref
    )
    select id from asked`)
}

/**
 * Requests deletion of failed backups and of those past their retention; never of a project's last good one, nor of
 * one that the recovery window needs.
 */
export function requestExpiredDeletions(db: Queryable, now: Date): Promise<{ readonly id: string }[]> {
  return db.rows<{ id: string }>(sql`
    update backups b set status = 'REMOVING'
    from projects p join organizations o on o.id = p.organization_id join ${keptDays} on k.plan = o.plan
    where p.ref = b.project_ref and b.status in ('COMPLETED', 'DAMAGED', 'FAILED') and b.inserted_at + make_interval(days => ${ownDays}) <= ${now}
      and (b.kind = 'scheduled' or b.status = 'FAILED')
      and (b.status <> 'COMPLETED' or exists (
        select from backups l where l.project_ref = b.project_ref and l.status = 'COMPLETED' and l.inserted_at > b.inserted_at))
      and not exists (select from restores r where r.backup_id = b.id and r.status in ('PREPARING', 'PLACING'))
      and not exists (select from recovery_windows w where w.project_ref = b.project_ref and b.id = any (w.bases))
    returning b.id`)
}

/** Requests verification of backups that couldn't be verified after their creation. */
export function requestVerifications(db: Queryable): Promise<{ readonly id: string }[]> {
  return db.rows<{ id: string }>(sql`update backups set status = 'PROVING' where status = 'COMPLETED' and proved_at is null returning id`)
}

/** Returns refs of deleted projects that had backups, and deletes their entries. */
export async function forgetRemoved(db: Queryable): Promise<string[]> {
  await db.run(sql`delete from restores r using projects p where p.ref = r.project_ref and p.status = 'REMOVED'`)
  const rows = await db.rows<{ ref: string }>(sql`
    with gone as (delete from backups b using projects p where p.ref = b.project_ref and p.status = 'REMOVED' returning b.project_ref)
    select distinct project_ref as ref from gone`)
  return rows.map(({ ref }) => ref)
}

/** Returns undefined if there are `most` of them already. */
export async function insertManual(db: Queryable, ref: string, most: number): Promise<string | undefined> {
  // one at a time, so that two requests can't both insert the last one
  await db.first(sql`select from projects where ref = ${ref} for update`)
  const row = await db.first<{ id: string }>(sql`
    insert into backups (project_ref, kind) select ${ref}, 'manual'
    where (select count(*) from backups where project_ref = ${ref} and kind = 'manual' and status not in ('FAILED', 'REMOVING')) < ${most} returning id`)
  return row?.id
}

/** Returns false while the backup is in use. */
export async function requestStatus(db: Queryable, id: string, status: 'PROVING' | 'REMOVING'): Promise<boolean> {
  const from = status === 'PROVING' ? ['COMPLETED', 'DAMAGED'] : ['COMPLETED', 'DAMAGED', 'FAILED']
  const changed = await db.run(sql`
    update backups b set status = ${status}, problem = null where b.id = ${id} and b.status = any(${from})
      and not exists (select from restores r where r.backup_id = b.id and r.status in ('PREPARING', 'PLACING'))`)
  return changed === 1
}

/** Requests a new verification of a backup after a failed restore. */
export async function requestVerification(db: Queryable, id: string): Promise<boolean> {
  return (await db.run(sql`update backups set status = 'PROVING' where id::text = ${id} and status = 'COMPLETED'`)) === 1
}

/** Returns true while a backup of the project is being created. */
export async function isMaking(db: Queryable, ref: string): Promise<boolean> {
  return (await db.first(sql`select from backups where project_ref = ${ref} and status = 'MAKING'`)) !== undefined
}

/** A backup for the reconciler. */
export interface BackupRow {
  readonly id: string
  readonly ref: string
  readonly kind: 'scheduled' | 'manual'
  readonly status: BackupStatus
  readonly manifest_sha256: string | null
  readonly project_name: string
  readonly organization_id: string
}

export function loadBackup(db: Queryable, id: string): Promise<BackupRow | undefined> {
  return db.first<BackupRow>(sql`
    select b.id, b.project_ref as ref, b.kind, b.status, b.manifest_sha256, ${fullName} as project_name, p.organization_id
    from backups b join projects p on p.ref = b.project_ref where b.id = ${id} and p.status <> 'REMOVED'`)
}

/** Returns what identifies a backup's files, as stored at its creation. */
export function sourceOf({ ref, id, manifest_sha256 }: Pick<BackupRow, 'ref' | 'id' | 'manifest_sha256'>): BackupSource {
  return { ref, id, manifestSha256: manifest_sha256 ?? '' }
}

export async function recordMade(db: Queryable, id: string, made: ClusterBackup): Promise<void> {
  await db.run(sql`
    update backups set status = 'PROVING', taken_at = ${made.takenAt}, bytes = ${made.bytes}, files = ${made.files}, db_version = ${made.version},
      stop_lsn = ${made.stopLsn}, timeline = ${made.timeline}, manifest_sha256 = ${made.manifestSha256}, problem = null where id = ${id}`)
}

export async function recordProof(db: Queryable, id: string, { tables, indexes }: Proof): Promise<void> {
  await db.run(sql`
    update backups set status = 'COMPLETED', proved_at = clock_timestamp(), proved_tables = ${tables}, proved_indexes = ${indexes}, problem = null
    where id = ${id} and status = 'PROVING'`)
}

export async function recordProblem(db: Queryable, id: string, status: BackupStatus, problem: string): Promise<void> {
  await db.run(sql`update backups set status = ${status}, problem = ${problem} where id = ${id}`)
}

export async function deleteBackup(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from backups where id = ${id}`)
}

export interface NewRestore {
  readonly ref: string
  readonly backupId: string
  readonly restoredTo: string
  /** Set to restore to a time after the backup. */
  readonly until: NonNullable<BackupSource['until']> | null
  readonly targetRef: string
  readonly targetName: string | null
  readonly isBranch: boolean
  readonly userId: string
  readonly passwordVerifier: string | null
  readonly isPasswordGenerated: boolean
}

/** Returns undefined if the target is already being restored, or the backup isn't usable. */
export async function insertRestore(db: Queryable, restore: NewRestore): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into restores (project_ref, backup_id, restored_to, until, target_ref, target_name, is_branch, asked_by, password_verifier,
      is_password_generated)
    select ${restore.ref}, b.id, ${restore.restoredTo}, ${restore.until && JSON.stringify(restore.until)}::jsonb, ${restore.targetRef}, ${restore.targetName},
      ${restore.isBranch}, ${restore.userId}::uuid, ${restore.passwordVerifier}, ${restore.isPasswordGenerated}
    from backups b where b.id = ${restore.backupId} and b.status in ('COMPLETED', 'PROVING')
    on conflict (target_ref) where status in ('PREPARING', 'PLACING') do nothing returning id`)
  if (row !== undefined) await reach(db, row.id, 'requested')
  return row?.id
}

/** A restore for the reconciler. */
export interface RestoreRow {
  readonly id: string
  readonly project_ref: string
  readonly project_name: string
  readonly organization_id: string
  readonly region: string
  readonly compute: ComputeSize
  readonly backup_id: string | null
  readonly manifest_sha256: string | null
  readonly until: NonNullable<BackupSource['until']> | null
  /** The time to restore to, in ISO 8601. */
  readonly restored_to: string
  readonly target_ref: string
  readonly target_name: string | null
  readonly is_branch: boolean
  readonly asked_by: string | null
  readonly password_verifier: string | null
  readonly is_password_generated: boolean
  readonly status: 'PREPARING' | 'PLACING' | 'COMPLETED' | 'FAILED'
}

export function loadRestore(db: Queryable, id: string): Promise<RestoreRow | undefined> {
  return db.first<RestoreRow>(sql`
    select r.id, r.project_ref, ${fullName} as project_name, p.organization_id, p.region, p.compute, r.backup_id, b.manifest_sha256,
      r.until, ${isoTime('r', 'restored_to')} as restored_to, r.target_ref, r.target_name, r.is_branch, r.asked_by, r.password_verifier,
      r.is_password_generated, r.status
    from restores r join projects p on p.ref = r.project_ref left join backups b on b.id = r.backup_id
    where r.id = ${id} and p.desired <> 'removed'`)
}

/** Stores that a step finished. Keeps the first time when a step repeats. */
export async function reach(db: Queryable, id: string, step: RestoreStepId): Promise<void> {
  await db.run(sql`
    update restores r set steps = (select coalesce(jsonb_agg(s), '[]') from jsonb_array_elements(r.steps) s where s ->> 'step' <> ${step})
      || jsonb_build_object('step', ${step}::text, 'at', ${isoTime('n', 'at')})
    from (select clock_timestamp() as at) n where r.id = ${id}`)
}

export async function hasReached(db: Queryable, id: string, step: RestoreStepId): Promise<boolean> {
  return (await db.first(sql`select from restores where id = ${id} and steps @> ${JSON.stringify([{ step }])}::jsonb`)) !== undefined
}

export async function recordRestore(db: Queryable, id: string, status: RestoreRow['status'], problem: string | null = null): Promise<void> {
  await db.run(sql`update restores set status = ${status}, problem = ${problem} where id = ${id}`)
}

/** Returns unfinished work to resume after a start. */
export async function listUnfinished(db: Queryable): Promise<{ readonly backups: string[]; readonly restores: string[] }> {
  const backups = await db.rows<{ id: string }>(sql`select id from backups where status in ('MAKING', 'PROVING', 'REMOVING') order by inserted_at`)
  const restores = await db.rows<{ id: string }>(sql`select id from restores where status in ('PREPARING', 'PLACING') order by inserted_at`)
  return { backups: backups.map(({ id }) => id), restores: restores.map(({ id }) => id) }
}
