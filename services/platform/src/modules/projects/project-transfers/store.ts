import type { ProjectTransferPreview } from '@colonnade/contracts/projects/project-transfers'
import type { Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { TransferSituation } from './transfer-refusals.ts'

type Counts = Pick<
  ProjectTransferPreview,
  'branch_count' | 'replica_count' | 'backup_count' | 'losing_count' | 'gaining_count' | 'project_role_count' | 'private_snippet_count'
>

/** Returns what a project has, and who can access it. `toId` is the organization that it would move to. */
export async function findSituation(db: Queryable, ref: string, toId: string): Promise<TransferSituation & Counts> {
  const row = await db.first<TransferSituation & Counts>(sql`
    with family as (
      select f.ref, f.parent_ref from projects f where ${ref} in (f.ref, f.parent_ref) and f.status <> 'REMOVED'
    ), holders as materialized (
      select distinct a.user_id from project_access a where a.ref = ${ref}
    ), there as materialized (
      select m.user_id from members m join organizations o on o.id = m.organization_id left join organization_roles c on c.id = m.custom_role
      where o.id = ${toId} and not m.is_limited and (c.id is null or 'projects:read' = any(c.permissions))
        and (not o.requires_two_factor or has_second_factor(m.user_id))
    )
    select p.name, p.status, p.organization_id = ${toId} as is_there, p.parent_ref is not null as is_branch,
      exists (select from restores r where r.project_ref in (select ref from family) and r.status in ('PREPARING', 'PLACING')) as is_restoring,
      exists (select from promotions m where m.project_ref in (select ref from family) and m.state in ('REQUESTED', 'FENCED', 'PROMOTED')) as is_promoting,
      exists (select from projects o where o.organization_id = ${toId} and o.ref <> p.ref and o.parent_ref is null and o.status <> 'REMOVED'
        and lower(o.name) = lower(p.name)) as is_name_taken,
      (select count(*)::int from family where parent_ref is not null) as branch_count,
      (select count(*)::int from replicas where project_ref in (select ref from family)) as replica_count,
      (select count(*)::int from backups b where b.project_ref in (select ref from family) and b.status in ('PROVING', 'COMPLETED', 'DAMAGED')) as backup_count,
      (select count(*)::int from holders where user_id not in (select user_id from there)) as losing_count,
      (select count(*)::int from there where user_id not in (select user_id from holders)) as gaining_count,
      (select count(*)::int from project_roles where project_ref = p.ref) as project_role_count,
      (select count(*)::int from snippets s where s.project_ref in (select ref from family) and s.visibility = 'private'
        and s.owner_id in (select user_id from holders) and s.owner_id not in (select user_id from there)) as private_snippet_count
    from projects p where p.ref = ${ref}`)
  return row!
}

/** Locks organizations, their plans and members until the transaction ends, always in one order to prevent deadlocks. */
export async function lockOrganizations(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.rows(sql`select from organizations where id = any(${ids}::uuid[]) order by id for no key update`)
}

/** Locks a project and its branches, and returns the project’s organization. */
export async function lockProject(tx: Transaction, ref: string): Promise<string | undefined> {
  // branches first, in the order of a change to a branch: its row, then the project’s audit log
  await tx.rows(sql`select from projects where parent_ref = ${ref} order by ref for update`)
  const row = await tx.first<{ organization_id: string }>(sql`
    select organization_id from projects where ref = ${ref} and desired <> 'removed' for update`)
  return row?.organization_id
}

/** Moves a project with its branches. Deletes its roles, and the notifications of people who lose access. */
export async function moveProject(tx: Transaction, ref: string, toId: string): Promise<void> {
  await tx.run(sql`delete from project_roles where project_ref = ${ref}`)
  await tx.run(sql`
    insert into project_transfers (project_ref, name, from_organization, to_organization)
    select ref, name, organization_id, ${toId} from projects where ref = ${ref}`)
  await tx.run(sql`update projects set organization_id = ${toId} where ref = ${ref}`)
  const family = sql`select f.ref from projects f where ${ref} in (f.ref, f.parent_ref)`
  await tx.run(sql`
    delete from notifications n where n.project_ref in (${family})
      and not exists (select from project_access a where a.ref = n.project_ref and a.user_id = n.user_id)`)
  await tx.run(sql`update notifications set organization_id = ${toId} where project_ref in (${family})`)
}

export async function findUsername(db: Queryable, userId: string): Promise<string> {
  return (await db.first<{ username: string }>(sql`select username from users where id = ${userId}`))!.username
}

/** Returns the owners of two organizations except one person, each once. `is_there`: an owner of the second one. */
export function listOtherOwners(
  db: Queryable,
  [fromId, toId]: readonly [string, string],
  exceptId: string,
): Promise<{ readonly email: string; readonly is_there: boolean }[]> {
  return db.rows(sql`
    select u.email, bool_or(m.organization_id = ${toId}) as is_there from members m join users u on u.id = m.user_id
    where m.organization_id in (${fromId}, ${toId}) and m.role = 'owner' and m.user_id <> ${exceptId} group by u.email order by u.email`)
}
