import { type UpgradeRehearsal, type UpgradeReport, type UpgradeStepId, upgradesListed } from '@colonnade/contracts'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { RehearsalProgress } from './rehearse.ts'

function select(db: Queryable, which: Fragment): Promise<UpgradeRehearsal[]> {
  return db.rows<UpgradeRehearsal>(sql`
    select u.id, u.status, u.from_version, u.to_version, ${isoTime('u', 'inserted_at')} as inserted_at, c.username as created_by,
      ${isoTime('u', 'finished_at')} as finished_at, case when u.status = 'REHEARSING' then u.step end as step,
      case when u.status = 'REHEARSING' then u.progress end as progress, u.report, u.problem
    from upgrade_rehearsals u left join users c on c.id = u.created_by
    where ${which} order by u.inserted_at desc, u.id limit ${upgradesListed}`)
}

/** Newest first. */
export function listUpgrades(db: Queryable, ref: string): Promise<UpgradeRehearsal[]> {
  return select(db, sql`u.project_ref = ${ref}`)
}

export async function findUpgrade(db: Queryable, ref: string, id: string): Promise<UpgradeRehearsal | undefined> {
  return (await select(db, sql`u.project_ref = ${ref} and u.id::text = ${id}`))[0]
}

export interface NewUpgrade {
  readonly ref: string
  readonly from: string
  readonly to: string
  readonly userId: string
}

/** Undefined while one of the project is under way. The oldest ones are forgotten. */
export async function insertUpgrade(db: Queryable, { ref, from, to, userId }: NewUpgrade): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into upgrade_rehearsals (project_ref, from_version, to_version, created_by) values (${ref}, ${from}, ${to}, ${userId}::uuid)
    on conflict (project_ref) where status = 'REHEARSING' do nothing returning id`)
  if (row !== undefined) {
    await db.run(sql`
      delete from upgrade_rehearsals where project_ref = ${ref} and id not in (
        select id from upgrade_rehearsals where project_ref = ${ref} order by inserted_at desc limit ${upgradesListed})`)
  }
  return row?.id
}

/** A rehearsal as the reconciler reads it. */
export interface UpgradeRow {
  readonly id: string
  readonly project_ref: string
  readonly status: UpgradeRehearsal['status']
  readonly to_version: string
}

export function loadUpgrade(db: Queryable, id: string): Promise<UpgradeRow | undefined> {
  return db.first<UpgradeRow>(sql`select id, project_ref, status, to_version from upgrade_rehearsals where id = ${id}`)
}

export async function recordStep(
  db: Queryable,
  id: string,
  step: UpgradeStepId,
  progress: RehearsalProgress | null,
  report: UpgradeReport,
): Promise<void> {
  await db.run(sql`
    update upgrade_rehearsals set step = ${step}, progress = ${progress === null ? null : JSON.stringify(progress)}::jsonb,
      report = ${JSON.stringify(report)}::jsonb
    where id = ${id} and status = 'REHEARSING'`)
}

/** False when it is over already. */
export async function recordEnd(
  db: Queryable,
  id: string,
  status: 'REHEARSED' | 'BLOCKED' | 'FAILED' | 'CANCELLED',
  { report, problem }: { readonly report?: UpgradeReport; readonly problem?: string },
): Promise<boolean> {
  const told = report === undefined ? sql`` : sql`, report = ${JSON.stringify(report)}::jsonb`
  const changed = await db.run(sql`
    update upgrade_rehearsals set status = ${status}, finished_at = clock_timestamp(), problem = ${problem ?? null} ${told}
    where id = ${id} and status = 'REHEARSING'`)
  return changed === 1
}

/** What was begun and is not over, to go on with after a start. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  return (await db.rows<{ id: string }>(sql`select id from upgrade_rehearsals where status = 'REHEARSING' order by inserted_at`)).map(({ id }) => id)
}
