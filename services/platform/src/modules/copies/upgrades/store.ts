import type { BackupStatus } from '@colonnade/contracts/copies/backups'
import { type Upgrade, type UpgradeKind, type UpgradeReport, upgradesListed, type UpgradeStepId } from '@colonnade/contracts/copies/upgrades'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, ident, sql } from '@colonnade/sql'
import { insertEvent } from '../../projects/projects/store.ts'
import type { RehearsalProgress } from './transfer/transfer-project.ts'
import { fullName } from '../../projects/projects/full-name.ts'

const underWay = sql`('REHEARSING', 'UPGRADING', 'PLACING', 'PROTECTING')`

function select(db: Queryable, which: Fragment): Promise<Upgrade[]> {
  return db.rows<Upgrade>(sql`
    select u.id, u.kind, u.status, u.from_version, u.to_version, ${isoTime('u', 'inserted_at')} as inserted_at, c.username as created_by,
      ${isoTime('u', 'finished_at')} as finished_at, case when u.status in ${underWay} then u.step end as step,
      case when u.status in ${underWay} then u.progress end as progress, ${isoTime('u', 'closed_at')} as closed_at, ${isoTime('u', 'opened_at')} as opened_at, u.report, u.problem
    from upgrades u left join users c on c.id = u.created_by
    where ${which} order by u.inserted_at desc, u.id`)
}

/** The last rehearsal that came to an end, or the upgrade since then that something stood in the way of. */
const lastRehearsal = (ref: string): Fragment =>
  sql`(select id from upgrades where project_ref = ${ref} and status in ('REHEARSED', 'BLOCKED') order by inserted_at desc, id limit 1)`

/** Newest first: the last ones, and the rehearsal that counts, however many were given up since. */
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

/** Undefined while one of the project is under way. The oldest ones of each outcome are forgotten: what was given up pushes out nothing that counts. */
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

/** Why nothing can be put in a project's place now; null when nothing is in the way. What would be begins only after the transaction. */
export async function findHindrance(tx: Queryable, ref: string): Promise<string | null> {
  await tx.first(sql`select from projects where ref = ${ref} for update`)
  const found = await tx.first<{ replicas: number; is_restored: boolean; is_promoted: boolean }>(sql`
    select (select count(*)::int from replicas where project_ref = ${ref}) as replicas,
      exists (select from restores where target_ref = ${ref} and status in ('PREPARING', 'PLACING')) as is_restored,
      exists (select from promotions where project_ref = ${ref} and state in ('REQUESTED', 'FENCED', 'PROMOTED')) as is_promoted`)
  if (found!.is_restored) return 'Something is being restored in its place: wait until that is over'
  if (found!.is_promoted) return 'A replica is being promoted: wait until that is over'
  if (found!.replicas > 0) return 'Its read replicas can not follow it to another version: drop them first, and make them again afterwards'
  return null
}

/** Whether another cluster is being put in the project's place. */
export async function isUpgrading(tx: Queryable, ref: string): Promise<boolean> {
  await tx.first(sql`select from projects where ref = ${ref} for update`)
  return (await tx.first(sql`select from upgrades where project_ref = ${ref} and kind = 'upgrade' and status in ${underWay}`)) !== undefined
}

/** A rehearsal or an upgrade as the reconciler reads it. */
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

/** Undefined where the project is gone. */
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

/** False when it is over already, or an upgrade has changed over. */
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

/** What was begun and is not over, to go on with after a start; and upgrades that are over, whose projects are still closed. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select u.id from upgrades u join projects p on p.ref = u.project_ref where u.status in ${underWay} or (p.status = 'UPGRADING' and u.kind = 'upgrade'
      and u.inserted_at = (select max(l.inserted_at) from upgrades l where l.project_ref = u.project_ref)) order by u.inserted_at`)
  return rows.map(({ id }) => id)
}

/** From one stage of an upgrade to the next, or back to where it is loaded anew. False when somebody has cancelled it. */
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

/** Asks for a backup of the project on its account. */
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

/** Nobody comes in from now on. False where the project is not active, or no longer as it was. */
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

/** Has the project's own reconciler bring it up, as it was or as it is now. */
export async function openProject(tx: Queryable, ref: string): Promise<boolean> {
  const changed = await tx.run(sql`update projects set status = 'RESTORING', bootstrap_applied = null where ref = ${ref} and status = 'UPGRADING'`)
  if (changed === 1) await insertEvent(tx, ref, { kind: 'status', status: 'RESTORING' })
  return changed === 1
}

/** Nothing that was archived leads to what is written from now on: it is as if recovery were being turned on. */
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

/** What is the matter with one that goes on nevertheless. */
export async function recordTrouble(db: Queryable, id: string, problem: string): Promise<void> {
  await db.run(sql`update upgrades set problem = ${problem} where id = ${id} and problem is distinct from ${problem}`)
}
