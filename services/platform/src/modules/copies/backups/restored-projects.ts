import type { ProjectStatus } from '@colonnade/contracts/projects/projects'
import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { branchNameTaken } from '../branches/service.ts'
import { notActive } from '../../projects/projects/not-active.ts'
import { insertEvent } from '../../projects/projects/store.ts'
import type { RestoreRow } from './store.ts'

/** The project's database is another now: what is known of roles, sizes and passwords is made sure of again. */
export async function wishRestored(db: Queryable, ref: string): Promise<void> {
  const changed = await db.run(sql`
    update projects set desired = 'active', status = 'RESTORING', problem = null, compute_applied = null, bootstrap_applied = null,
      passwords_requested = passwords_requested + 1
    where ref = ${ref} and desired <> 'removed'`)
  if (changed === 1) await insertEvent(db, ref, { kind: 'status', status: 'RESTORING' })
}

/** Whether a restore in place is under way; none begins before the transaction ends. */
export async function isBeingReplaced(tx: Queryable, ref: string): Promise<boolean> {
  await tx.first(sql`select from projects where ref = ${ref} for update`)
  return (
    (await tx.first(sql`
      select from restores where target_ref = ${ref} and target_name is null and status in ('PREPARING', 'PLACING')`)) !== undefined
  )
}

/**
 * Why the database of a project can not be reached: another is being put in its place, which its status tells only when that is there. Null where
 * it is not so: then what the connection failed with is the reason.
 */
export async function explainAbsence(db: Queryable, ref: string): Promise<AppError | null> {
  const isPlaced = await db.first(sql`select from restores where target_ref = ${ref} and target_name is null and status = 'PLACING'`)
  return isPlaced === undefined ? null : notActive(ref, 'RESTORING')
}

/** The project or branch that a backup was restored to: its cluster is there. Who may connect to the project may connect to it. @throws AppError `project_name_taken`, `branch_name_taken` */
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
  return new AppError('project_name_taken', { name }, { message: `The organization already has a project called "${name}". Choose another name.` })
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
