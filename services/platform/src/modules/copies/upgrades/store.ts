import type { BackupStatus } from '@colonnade/contracts/copies/backups'
import { type Upgrade, type UpgradeKind, type UpgradeReport, upgradesListed, type UpgradeStepId } from '@colonnade/contracts/copies/upgrades'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, ident, sql } from '@colonnade/sql'
import { insertEvent } from '../../projects/projects/store.ts'
import type { RehearsalProgress } from './transfer/transfer-project.ts'
import { fullName } from '../../projects/projects/full-name.ts'
import { messages } from './messages.ts'

const underWay = sql`('REHEARSING', 'UPGRADING', 'PLACING', 'PROTECTING')`

function select(db: Queryable, which: Fragment): Promise<Upgrade[]> {
  return db.rows<Upgrade>(sql`
    select u.id, u.kind, u.status, u.from_version, u.to_version, ${isoTime('u', 'inserted_at')} as inserted_at, c.username as created_by,
      ${isoTime('u', 'finished_at')} as finished_at, case when u.status in ${underWay} then u.step end as step,
      case when u.status in ${underWay} then u.progress end as progress, ${isoTime('u', 'closed_at')} as closed_at, ${isoTime('u', 'opened_at')} as opened_at, u.report, u.problem
    from upgrades u left join users c on c.id = u.created_by
    where ${which} order by u.inserted_at desc, u.id`)
}

/** The last finished rehearsal, or a later upgrade that was blocked. */
const lastRehearsal = (ref: string): Fragment =>
  sql`(select id from upgrades where project_ref = ${ref} and status in ('REHEARSED', 'BLOCKED') order by inserted_at desc, id limit 1)`

/** Returns the last ones, newest first, and the rehearsal that counts, however many failed since. */
export function listUpgrades(db: Queryable, ref: string): Promise<Upgrade[]> {
  const newest = sql`(select id from upgrades where project_ref = ${ref} order by inserted_at desc, id limit ${upgradesListed})`
  return select(db, sql`u.id in ${newest} or u.id = ${lastRehearsal(ref)}`)
}

export async function findUpgrade(db: Queryable, ref: string, id: string): Promise<Upgrade | undefined> {
  return (await select(db, sql`u.project_ref = ${ref} and u.id::text = ${id}`))[0]
}

export async function findRehearsal(db: Queryable, ref: string): Promise<Upgrade | undefined> {
  return (await select(db, sql`u.id = ${lastRehearsal(ref)}`))[0]
}

export interface NewUpgrade {
  readonly kind: UpgradeKind
  readonly ref: string
  readonly from: string
  readonly to: string
  readonly userId: string
}

/**
 * Returns undefined while one of the project is in progress. Deletes the oldest of each outcome, so that failed ones never push out one that counts.
 */
export async function insertUpgrade(db: Queryable, { kind, ref, from, to, userId }: NewUpgrade): Promise<string | undefined> {
  const status = kind === 'rehearsal' ? 'REHEARSING' : 'UPGRADING'
  const row = await db.first<{ id: string }>(sql`
    insert into upgrades (project_ref, kind, status, from_version, to_version, created_by) values (${ref}, ${kind}, ${status}, ${from}, ${to}, ${userId}::uuid)
    on conflict (project_ref) where status in ${underWay} do nothing returning id`)
  if (row !== undefined) {
    await db.run(sql`
      delete from upgrades where project_ref = ${ref} and id not in (
        select id from (
          select id, row_number() over (partition by kind, status order by inserted_at desc, id) as place from upgrades where project_ref = ${ref}) u
        where u.place <= ${upgradesListed})`)
  }
  return row?.id
}

/** Returns why the project's cluster can't be replaced now; null if nothing prevents it. Holds back new obstacles until the transaction ends. */
export async function findHindrance(tx: Queryable, ref: string): Promise<string | null> {
  await tx.first(sql`select from projects where ref = ${ref} for update`)
  const found = await tx.first<{ replicas: number; is_restored: boolean; is_promoted: boolean }>(sql`
    select (select count(*)::int from replicas where project_ref = ${ref}) as replicas,
      exists (select from restores where target_ref = ${ref} and status in ('PREPARING', 'PLACING')) as is_restored,
      exists (select from promotions where project_ref = ${ref} and state in ('REQUESTED', 'FENCED', 'PROMOTED')) as is_promoted`)
  if (found!.is_restored) return messages.restoring
  if (found!.is_promoted) return messages.promoting
  if (found!.replicas > 0) return messages.hasReplicas
  return null
}

/** Returns true while an upgrade of the project is in progress. */
export async function isUpgrading(tx: Queryable, ref: string): Promise<boolean> {
  await tx.first(sql`select from projects where ref = ${ref} for update`)
  return (await tx.first(sql`select from upgrades where project_ref = ${ref} and kind = 'upgrade' and status in ${underWay}`)) !== undefined
}

/** A rehearsal or an upgrade for the reconciler. */
export interface UpgradeRow {
  readonly id: string
  readonly kind: UpgradeKind
  readonly project_ref: string
  readonly project_name: string
  readonly project_status: ProjectStatus
  readonly organization_id: string
  readonly status: Upgrade['status']
  readonly from_version: string
  readonly to_version: string
  readonly report: UpgradeReport | null
  readonly problem: string | null
  readonly backup_before: string | null
  readonly backup_after: string | null
}

/** Returns undefined if the project was deleted. */
export function loadUpgrade(db: Queryable, id: string): Promise<UpgradeRow | undefined> {
  return db.first<UpgradeRow>(sql`
    select u.id, u.kind, u.project_ref, ${fullName} as project_name, p.status as project_status, p.organization_id,
      u.status, u.from_version, u.to_version, u.report, u.problem, u.backup_before, u.backup_after
    from upgrades u join projects p on p.ref = u.project_ref
    where u.id = ${id} and p.desired <> 'removed'`)
}

export async function recordStep(
  db: Queryable,
  id: string,
  step: UpgradeStepId,
  progress: RehearsalProgress | null,
  report: UpgradeReport,
): Promise<void> {
  await db.run(sql`
    update upgrades set step = ${step}, progress = ${progress === null ? null : JSON.stringify(progress)}::jsonb,
      report = ${JSON.stringify(report)}::jsonb
    where id = ${id} and status in ${underWay}`)
}

/** Returns false if it has already finished, or an upgrade has switched over. */
export async function recordEnd(
  db: Queryable,
  id: string,
  status: 'REHEARSED' | 'UPGRADED' | 'BLOCKED' | 'FAILED' | 'CANCELLED',
  { report, problem }: { readonly report?: UpgradeReport; readonly problem?: string },
): Promise<boolean> {
  const from =
    status === 'UPGRADED'
      ? sql`('PROTECTING')`
      : status === 'CANCELLED'
        ? sql`('REHEARSING', 'UPGRADING')`
        : sql`('REHEARSING', 'UPGRADING', 'PLACING')`
  const told = report === undefined ? sql`` : sql`, report = ${JSON.stringify(report)}::jsonb`
  const changed = await db.run(sql`
    update upgrades set status = ${status}, finished_at = clock_timestamp(), problem = ${problem ?? null} ${told}
    where id = ${id} and status in ${from}`)
  return changed === 1
}

/** Returns unfinished upgrades to resume after a start, and finished ones with a project that is still closed. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select u.id from upgrades u join projects p on p.ref = u.project_ref where u.status in ${underWay} or (p.status = 'UPGRADING' and u.kind = 'upgrade'
      and u.inserted_at = (select max(l.inserted_at) from upgrades l where l.project_ref = u.project_ref)) order by u.inserted_at`)
  return rows.map(({ id }) => id)
}

/** Moves an upgrade to its next stage, or back to loading. Returns false if it was cancelled. */
export async function advance(
  db: Queryable,
  id: string,
  from: 'UPGRADING' | 'PLACING',
  to: 'UPGRADING' | 'PLACING' | 'PROTECTING',
  report: UpgradeReport,
): Promise<boolean> {
  const changed = await db.run(sql`
    update upgrades set status = ${to}, progress = null, report = ${JSON.stringify(report)}::jsonb where id = ${id} and status = ${from}`)
  return changed === 1
}

/** Requests a backup of the project for the upgrade. */
export async function insertBackup(db: Queryable, { id, project_ref: ref }: UpgradeRow, which: 'backup_before' | 'backup_after'): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    with asked as (
      insert into backups (project_ref, kind) values (${ref}, 'scheduled') returning id
    ), known as (
      update upgrades set ${ident(which)} = asked.id from asked where upgrades.id = ${id}
    )
    insert into audit_log (event, organization_id, project_ref, details)
    select 'backup.scheduled', p.organization_id, p.ref, jsonb_build_object('backup', asked.id, 'upgrade', ${id}::text) from asked join projects p on p.ref = ${ref}
    returning details ->> 'backup' as id`)
  return row!.id
}

export interface BackupState {
  readonly status: BackupStatus
  readonly is_proved: boolean
  readonly problem: string | null
}

export function findBackupState(db: Queryable, id: string): Promise<BackupState | undefined> {
  return db.first<BackupState>(sql`select status, proved_at is not null as is_proved, problem from backups where id = ${id}`)
}

/** Closes the project to connections. Returns false if the project isn't active, or has changed. */
export async function closeProject(tx: Queryable, { id, project_ref: ref }: UpgradeRow): Promise<boolean> {
  const changed = await tx.run(sql`
    update projects set status = 'UPGRADING', problem = null
    where ref = ${ref} and status = 'ACTIVE_HEALTHY' and desired = 'active' and sleep = 'awake' and compute = compute_applied
      and restarts_requested = restarts_done and passwords_requested = passwords_done`)
  if (changed === 1) {
    await insertEvent(tx, ref, { kind: 'status', status: 'UPGRADING' })
    await tx.run(sql`update upgrades set closed_at = clock_timestamp() where id = ${id}`)
    return true
  }
  return (await tx.first(sql`select from projects where ref = ${ref} and status = 'UPGRADING'`)) !== undefined
}

/** Has the project's reconciler start it, with the old or the new version. */
export async function openProject(tx: Queryable, ref: string): Promise<boolean> {
  const changed = await tx.run(sql`update projects set status = 'RESTORING', bootstrap_applied = null where ref = ${ref} and status = 'UPGRADING'`)
  if (changed === 1) await insertEvent(tx, ref, { kind: 'status', status: 'RESTORING' })
  return changed === 1
}

/** Restarts the recovery window: new writes can't be recovered from earlier backups. */
export async function beginWindowAnew(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`update recovery_windows set has_been_on = false, state = 'TURNING_ON', problem = null, snapshot = null where project_ref = ${ref}`)
}

export async function recordOpened(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update upgrades set opened_at = clock_timestamp() where id = ${id} and closed_at is not null and opened_at is null`)
}

export async function noteUpgraded(
  tx: Queryable,
  { id, project_ref: ref, organization_id: organizationId, from_version: from, to_version: to }: UpgradeRow,
): Promise<void> {
  await tx.run(sql`
    insert into audit_log (event, organization_id, project_ref, details)
    values ('project.upgraded', ${organizationId}, ${ref}, ${JSON.stringify({ upgrade: id, from, to })}::jsonb)`)
}

/** Stores a problem of an upgrade that continues. */
export async function recordTrouble(db: Queryable, id: string, problem: string): Promise<void> {
  await db.run(sql`update upgrades set problem = ${problem} where id = ${id} and problem is distinct from ${problem}`)
}
