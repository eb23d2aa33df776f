import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { branchNameTaken } from '../branches/service.ts'
import { notActive } from '../../projects/projects/not-active.ts'
import { insertEvent } from '../../projects/projects/store.ts'
import type { RestoreRow } from './store.ts'
import { messages } from './messages.ts'

/** Has the reconciler apply roles, sizes and passwords again after the database was replaced. */
export async function requestRestored(db: Queryable, ref: string): Promise<void> {
  const changed = await db.run(sql`
    update projects set desired = 'active', status = 'RESTORING', problem = null, compute_applied = null, bootstrap_applied = null,
      passwords_requested = passwords_requested + 1
    where ref = ${ref} and desired <> 'removed'`)
  if (changed === 1) await insertEvent(db, ref, { kind: 'status', status: 'RESTORING' })
}

/** Returns true while a restore in place is under way, and prevents one from starting before the transaction ends. */
export async function isBeingReplaced(tx: Queryable, ref: string): Promise<boolean> {
  await tx.first(sql`select from projects where ref = ${ref} for update`)
  return (
    (await tx.first(sql`
      select from restores where target_ref = ${ref} and target_name is null and status in ('PREPARING', 'PLACING')`)) !== undefined
  )
}

/**
 * Returns the error for a database that is being replaced by a restore, which its status shows only afterwards.
 * Null otherwise: report the connection error instead.
 */
export async function explainAbsence(db: Queryable, ref: string): Promise<AppError | null> {
  const isPlaced = await db.first(sql`select from restores where target_ref = ${ref} and target_name is null and status = 'PLACING'`)
  return isPlaced === undefined ? null : notActive(ref, 'RESTORING')
}

/**
 * Inserts the project or branch that a backup was restored to, after its cluster is ready. It has the same network restrictions as its source.
 *
 * @throws AppError `project_name_taken`, `branch_name_taken`
 */
export async function insertRestored(db: Queryable, restore: RestoreRow): Promise<void> {
  const { target_ref: ref, target_name: name } = restore
  if ((await db.first(sql`select from projects where ref = ${ref}`)) !== undefined) return
  if (restore.is_branch) return insertRestoredBranch(db, restore)
  if (await isNameTaken(db, restore.organization_id, name!)) throw nameTaken(name!)
  await db.run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, is_password_unkept, status, networks)
    select ${ref}, s.organization_id, ${name}, s.region, s.compute, ${restore.password_verifier}, ${restore.is_password_generated},
      'COMING_UP', s.networks
    from projects s where s.ref = ${restore.project_ref}`)
  await insertEvent(db, ref, { kind: 'status', status: 'COMING_UP' })
}

async function insertRestoredBranch(db: Queryable, restore: RestoreRow): Promise<void> {
  const { project_ref: sourceRef, target_ref: ref, target_name: name } = restore
  const taken = await db.first(sql`
    select from projects b join projects s on b.parent_ref = coalesce(s.parent_ref, s.ref)
    where s.ref = ${sourceRef} and lower(b.name) = lower(${name}) and b.status <> 'REMOVED'`)
  if (taken !== undefined) throw branchNameTaken(name!)
  await db.run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, is_password_unkept, status, networks, parent_ref, branch_id,
      branched_at, source_ref, copied_at, branched_by)
    select ${ref}, s.organization_id, ${name}, s.region, s.compute, ${restore.password_verifier}, ${restore.is_password_generated},
      'COMING_UP', s.networks, coalesce(s.parent_ref, s.ref), gen_random_uuid(), clock_timestamp(), s.ref, clock_timestamp(), ${restore.asked_by}::uuid
    from projects s where s.ref = ${sourceRef}`)
  await insertEvent(db, ref, { kind: 'status', status: 'COMING_UP' })
}

export async function isNameTaken(db: Queryable, organizationId: string, name: string): Promise<boolean> {
  return (
    (await db.first(sql`select from projects where organization_id = ${organizationId} and lower(name) = lower(${name}) and status <> 'REMOVED'`)) !==
    undefined
  )
}

export function nameTaken(name: string): AppError {
  return new AppError('project_name_taken', { name }, { message: messages.nameTaken(name) })
}

export async function findState(
  db: Queryable,
  ref: string,
): Promise<{ readonly status: ProjectStatus; readonly problem: { readonly message: string } | null }> {
  const row = await db.first<{ status: ProjectStatus; problem: { message: string } | null }>(
    sql`select status, problem from projects where ref = ${ref}`,
  )
  return row!
}
