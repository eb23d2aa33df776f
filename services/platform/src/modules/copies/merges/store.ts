import { type BranchMerge, mergesListed, type MergeStatus, type RehearsalStepId } from '@colonnade/contracts/copies/merges'
import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

/** Result of a rehearsal, stored as it is reported. */
export type MergeReport = Pick<BranchMerge, 'migrations' | 'ahead' | 'conflicts' | 'changes' | 'losses' | 'left' | 'copy'>

const nothing: MergeReport = { migrations: [], ahead: [], conflicts: [], changes: [], losses: [], left: [], copy: null }

type ListedRow = Omit<BranchMerge, keyof MergeReport> & { readonly report: Partial<MergeReport> }

function select(db: Queryable, which: Fragment): Promise<ListedRow[]> {
  return db.rows<ListedRow>(sql`
    select m.id, m.branch_ref, m.status, ${isoTime('m', 'inserted_at')} as inserted_at, c.username as created_by,
      case when m.status = 'REHEARSING' then m.step end as step, m.report, ${isoTime('m', 'rehearsed_at')} as rehearsed_at, m.applied,
      a.username as applied_by, ${isoTime('m', 'merged_at')} as merged_at, m.problem
    from branch_merges m left join users c on c.id = m.created_by left join users a on a.id = m.applied_by
    where ${which} order by m.inserted_at desc, m.id limit ${mergesListed}`)
}

/** Returns merges, newest first. */
export async function listMerges(db: Queryable, branchRef: string): Promise<BranchMerge[]> {
  return (await select(db, sql`m.branch_ref = ${branchRef}`)).map(toMerge)
}

export async function findMerge(db: Queryable, branchRef: string, id: string): Promise<BranchMerge | undefined> {
  const [row] = await select(db, sql`m.branch_ref = ${branchRef} and m.id::text = ${id}`)
  return row && toMerge(row)
}

function toMerge({ report, ...row }: ListedRow): BranchMerge {
  return { ...row, ...nothing, ...report }
}

/** Returns undefined while a merge of the branch is in progress. */
export async function insertMerge(db: Queryable, branchRef: string, userId: string): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into branch_merges (branch_ref, created_by) values (${branchRef}, ${userId}::uuid)
    on conflict (branch_ref) where status in ('REHEARSING', 'APPLYING') do nothing returning id`)
  return row?.id
}

/** Returns false unless it is being rehearsed. */
export async function cancelRehearsal(db: Queryable, id: string): Promise<boolean> {
  const changed = await db.run(sql`update branch_merges set status = 'CANCELLED' where id = ${id} and status = 'REHEARSING'`)
  return changed === 1
}

/** Returns false unless it is rehearsed and the branch's last merge. */
export async function requestApply(db: Queryable, id: string, userId: string): Promise<boolean> {
  const changed = await db.run(sql`
    update branch_merges m set status = 'APPLYING', applied_by = ${userId}::uuid, problem = null
    where m.id = ${id} and m.status in ('REHEARSED', 'FAILED') and m.fingerprint is not null and jsonb_array_length(m.report -> 'migrations') > 0
      and not exists (select from branch_merges n where n.branch_ref = m.branch_ref and n.inserted_at > m.inserted_at)`)
  return changed === 1
}

/**
 * Returns true while a merge of a branch, or into its project, is in progress, and keeps that from changing before the transaction ends:
 * a new merge locks both projects first.
 */
export async function isInMerge(tx: Queryable, ref: string): Promise<boolean> {
  // a separate statement, which sees what was committed while this one waited
  await tx.run(sql`select from projects where ref = ${ref} for update`)
  const found = await tx.first(sql`
    select from branch_merges m join projects b on b.ref = m.branch_ref where m.status = 'APPLYING' and ${ref} in (m.branch_ref, b.parent_ref)`)
  return found !== undefined
}

/** A merge for the reconciler. */
export interface MergeRow {
  readonly id: string
  readonly branch_ref: string
  readonly branch_name: string
  readonly parent_ref: string
  readonly parent_name: string
  readonly organization_id: string
  readonly status: MergeStatus
  readonly report: Partial<MergeReport>
  readonly fingerprint: string | null
  readonly applied: readonly string[]
  /** Set once changes may be committed. */
  readonly is_begun: boolean
}

export function loadMerge(db: Queryable, id: string): Promise<MergeRow | undefined> {
  return db.first<MergeRow>(sql`
    select m.id, m.branch_ref, b.name as branch_name, p.ref as parent_ref, p.name as parent_name, p.organization_id, m.status, m.report, m.fingerprint,
      m.applied, m.is_begun
    from branch_merges m join projects b on b.ref = m.branch_ref join projects p on p.ref = b.parent_ref where m.id = ${id}`)
}

export async function recordStep(db: Queryable, id: string, step: RehearsalStepId, report: Partial<MergeReport>): Promise<void> {
  await db.run(sql`update branch_merges set step = ${step}, report = ${JSON.stringify(report)}::jsonb where id = ${id} and status = 'REHEARSING'`)
}

export async function recordRehearsal(db: Queryable, id: string, report: MergeReport, fingerprint: string, problem: string | null): Promise<void> {
  await db.run(sql`
    update branch_merges set status = ${problem === null ? 'REHEARSED' : 'REHEARSAL_FAILED'}, report = ${JSON.stringify(report)}::jsonb,
      fingerprint = ${fingerprint}, rehearsed_at = clock_timestamp(), problem = ${problem}
    where id = ${id} and status = 'REHEARSING'`)
}

/** From here on, changes may be committed. */
export async function recordBegun(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update branch_merges set is_begun = true where id = ${id}`)
}

export async function recordApplied(db: Queryable, id: string, versions: readonly string[]): Promise<void> {
  await db.run(sql`update branch_merges set applied = ${[...versions]}::text[] where id = ${id}`)
}

export async function recordMerged(db: Queryable, id: string): Promise<void> {
  await db.run(sql`update branch_merges set status = 'MERGED', merged_at = clock_timestamp(), problem = null where id = ${id}`)
}

export async function recordEnd(db: Queryable, id: string, status: 'REHEARSAL_FAILED' | 'FAILED' | 'OUTDATED', problem: string): Promise<void> {
  await db.run(sql`update branch_merges set status = ${status}, problem = ${problem} where id = ${id} and status in ('REHEARSING', 'APPLYING')`)
}

/** Returns unfinished merges to resume after a start. */
export async function listUnfinished(db: Queryable): Promise<string[]> {
  return (await db.rows<{ id: string }>(sql`select id from branch_merges where status in ('REHEARSING', 'APPLYING') order by inserted_at`)).map(
    ({ id }) => id,
  )
}

/** Returns the current state of the target project. */
export async function findTarget(
  db: Queryable,
  ref: string,
): Promise<{ readonly name: string; readonly status: ProjectStatus; readonly is_locked: boolean }> {
  const row = await db.first<{ name: string; status: ProjectStatus; is_locked: boolean }>(
    sql`select name, status, is_production_locked as is_locked from projects where ref = ${ref}`,
  )
  return row!
}
