import type { ComputeSize } from '@colonnade/clusters'
import { type Branch, type BranchCopy, defaultBranchName } from '@colonnade/contracts/copies/branches'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, join, sql } from '@colonnade/sql'

const isDefault = sql`p.parent_ref is null`
const nameOf = (table: Fragment): Fragment => sql`case when ${table}.parent_ref is null then ${defaultBranchName} else ${table}.name end`

/** Returns the branches of a project, the default one first, then in order of creation. */
export function listBranches(db: Queryable, parentRef: string): Promise<Branch[]> {
  return selectBranches(db, sql`coalesce(p.parent_ref, p.ref) = ${parentRef} and p.status <> 'REMOVED'`)
}

/** Returns a branch, even a deleted one. */
export async function findBranch(db: Queryable, parentRef: string, id: string): Promise<Branch | undefined> {
  return (await selectBranches(db, sql`coalesce(p.parent_ref, p.ref) = ${parentRef} and p.branch_id = ${id}`))[0]
}

function selectBranches(db: Queryable, which: Fragment): Promise<Branch[]> {
  return db.rows<Branch>(sql`
    select p.branch_id as id, ${nameOf(sql`p`)} as name, p.ref as project_ref, ${isDefault} as is_default, ${isoTime('p', 'branched_at')} as created_at,
      coalesce(p.parent_ref, p.ref) as parent_project_ref, p.status, p.sleep, p.compute, p.db_version, p.with_data,
      ${isoTime('p', 'copied_at')} as copied_at,
      case when p.copies_requested = 0 then (select ${isoTime('r', 'restored_to')} from restores r where r.target_ref = p.ref and r.is_branch) end as restored_to,
      (select m.status from branch_merges m where m.branch_ref = p.ref and m.status in ('REHEARSING', 'APPLYING')) as merge,
      ${isoTime('p', 'expires_at')} as expires_at, u.username as created_by, p.problem,
      case when p.copied_at is not null and p.copy_ms is not null
        then jsonb_build_object('bytes', p.copy_bytes, 'ms', p.copy_ms, 'is_shared', p.copy_is_shared) end as copy,
      case when s.ref is not null then
        jsonb_build_object('project_ref', s.ref, 'name', case when s.desired <> 'removed' then ${nameOf(sql`s`)} end)
      end as source
    from projects p left join projects s on s.ref = p.source_ref left join users u on u.id = p.branched_by
    where p.branch_id is not null and ${which} order by p.parent_ref is not null, p.branched_at, p.ref`)
}

/** Returns the duration of the last copies on this machine, either with shared files or without. */
export function listCopies(db: Queryable, isShared: boolean): Promise<BranchCopy[]> {
  return db.rows<BranchCopy>(sql`
    select p.copy_bytes as bytes, p.copy_ms as ms, p.copy_is_shared as is_shared from projects p
    where p.copy_is_shared = ${isShared} order by p.copied_at desc limit 20`)
}

/** Returns the project that a branch belongs to, or the project itself. */
export async function parentOf(db: Queryable, ref: string): Promise<string> {
  const row = await db.first<{ parent: string }>(sql`select coalesce(parent_ref, ref) as parent from projects where ref = ${ref}`)
  return row!.parent
}

/**
 * Creates the project's default branch if needed, and holds back changes to the number of its branches. Returns false if the project is being
 * deleted.
 */
export async function enableBranching(db: Queryable, parentRef: string, userId: string): Promise<boolean> {
  const changed = await db.run(sql`
    update projects set branch_id = coalesce(branch_id, gen_random_uuid()), branched_at = coalesce(branched_at, clock_timestamp()),
      branched_by = case when branch_id is null then ${userId}::uuid else branched_by end
    where ref = ${parentRef} and desired <> 'removed'`)
  return changed === 1
}

export interface NewBranch {
  readonly ref: string
  readonly parentRef: string
  readonly sourceRef: string
  readonly name: string
  readonly compute: ComputeSize
  readonly withData: boolean
  readonly expiresAt: string | null
  readonly passwordVerifier: string
  readonly userId: string
}

/** Requests a branch. It has the network restrictions of its source, and isn't locked, even if the source is. */
export async function insertBranch(db: Queryable, branch: NewBranch): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, status, networks, parent_ref, branch_id, branched_at,
      source_ref, with_data, copies_requested, expires_at, branched_by)
    select ${branch.ref}, s.organization_id, ${branch.name}, s.region, ${branch.compute}, ${branch.passwordVerifier}, 'COMING_UP', s.networks,
      ${branch.parentRef}, gen_random_uuid(), clock_timestamp(), s.ref, ${branch.withData}, 1, ${branch.expiresAt}::timestamptz, ${branch.userId}::uuid
    from projects s where s.ref = ${branch.sourceRef} returning branch_id as id`)
  return row!.id
}

export interface BranchChange {
  readonly name?: string | undefined
  readonly expires_at?: string | null | undefined
}

export async function changeBranch(db: Queryable, ref: string, { name, expires_at }: BranchChange): Promise<void> {
  const changes = [
    ...(name === undefined ? [] : [sql`name = ${name}`]),
    ...(expires_at === undefined ? [] : [sql`expires_at = ${expires_at}::timestamptz`]),
  ]
  if (changes.length > 0) await db.run(sql`update projects set ${join(changes)} where ref = ${ref}`)
}

/** Requests a new copy in place of the branch. Returns false while the branch is busy. */
export async function requestCopy(db: Queryable, ref: string, sourceRef: string): Promise<boolean> {
  const changed = await db.run(sql`
    update projects set source_ref = ${sourceRef}, copies_requested = copies_requested + 1, desired = 'active', status = 'COMING_UP', problem = null
    where ref = ${ref} and status in ('ACTIVE_HEALTHY', 'UNHEALTHY', 'INIT_FAILED', 'INACTIVE')`)
  return changed === 1
}

/** Returns expired branches. */
export async function listExpired(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ ref: string }>(sql`
    select ref from projects where expires_at <= now() and desired <> 'removed' and parent_ref is not null order by expires_at`)
  return rows.map(({ ref }) => ref)
}

/** Requests a scheduled deletion, which isn't audited as a person's action. */
export async function noteExpiry(tx: Queryable, ref: string): Promise<void> {
  await tx.run(sql`
    insert into audit_log (event, organization_id, project_ref, details)
    select 'branch.expired', organization_id, parent_ref, jsonb_build_object('branch', ref, 'name', name, 'expires_at', expires_at) from projects
    where ref = ${ref}`)
}
