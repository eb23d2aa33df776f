import type { ProjectStatus } from '@colonnade/contracts'
import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { insertEvent } from '../projects/store.ts'
import type { RestoreRow } from './store.ts'

/** The project's database is another now: what is known of roles, sizes and passwords is made sure of again. */
export async function wishRestored(db: Queryable, ref: string): Promise<void> {
  const changed = await db.run(sql`
    update projects set desired = 'active', status = 'RESTORING', problem = null, compute_applied = null, bootstrap_applied = null,
      passwords_requested = passwords_requested + 1
    where ref = ${ref} and desired <> 'removed'`)
  if (changed === 1) await insertEvent(db, ref, { kind: 'status', status: 'RESTORING' })
}

/** The project that a backup was restored to: its cluster is there. @throws AppError `project_name_taken` */
export async function insertRestored(db: Queryable, restore: RestoreRow): Promise<void> {
  const { target_ref: ref, target_name: name } = restore
  if ((await db.first(sql`select from projects where ref = ${ref}`)) !== undefined) return
  if (await isNameTaken(db, restore.organization_id, name!)) throw nameTaken(name!)
  await db.run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, status)
    values (${ref}, ${restore.organization_id}, ${name}, ${restore.region}, ${restore.compute}, ${restore.password_verifier}, 'COMING_UP')`)
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
