import { rolePermissions, roles } from '@colonnade/contracts/foundation/permissions'
import type { OrganizationRole, OrganizationRoleInput, RoleHolders } from '@colonnade/contracts/organizations/organization-roles'
import { roleWords } from '@colonnade/contracts/organizations/role-words'
import { isId } from '@colonnade/core'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

/** How many have a role in the organization, in single projects, and by an invitation that nobody has answered; `role` is its key. */
function countHolders(organizationId: string, role: Fragment): Fragment {
  return sql`jsonb_build_object(
    'members', (select count(*) from members where organization_id = ${organizationId} and role = ${role}),
    'in_projects', (select count(distinct user_id) from project_roles where organization_id = ${organizationId} and role = ${role}),
    'invitations', (select count(*) from invitations
      where organization_id = ${organizationId} and role = ${role} and accepted_at is null and revoked_at is null))`
}

function select(organizationId: string): Fragment {
  return sql`
    select r.id, r.name, r.description, false as is_built_in, r.permissions, ${countHolders(organizationId, sql`r.id::text`)} as held_by, r.version,
      case when u.id is not null then jsonb_build_object('username', u.username) end as created_by, ${isoTime('r', 'updated_at')} as updated_at
    from organization_roles r left join users u on u.id = r.created_by where r.organization_id = ${organizationId}`
}

/** Those that every organization has, then its own by name. */
export async function listRoles(db: Queryable, organizationId: string): Promise<OrganizationRole[]> {
  const counted = await db.rows<{ role: string; held_by: RoleHolders }>(sql`
    select role, ${countHolders(organizationId, sql`b.role`)} as held_by from unnest(${roles}::text[]) as b (role)`)
  const own = await db.rows<OrganizationRole>(sql`${select(organizationId)} order by lower(r.name)`)
  const heldBy = new Map(counted.map(({ role, held_by }) => [role, held_by]))
  const builtIn = roles.map((role) => ({
    id: role,
    name: roleWords[role].name,
    description: roleWords[role].summary,
    is_built_in: true,
    permissions: [...rolePermissions[role]],
    held_by: heldBy.get(role)!,
    version: 0,
    created_by: null,
    updated_at: null,
  }))
  return [...builtIn, ...own]
}

/** One of the organization's own; nothing for those that every organization has, and for those of others. */
export async function findOwnRole(db: Queryable, organizationId: string, id: string): Promise<OrganizationRole | undefined> {
  return isId(id) ? db.first<OrganizationRole>(sql`${select(organizationId)} and r.id = ${id}`) : undefined
}

export async function countOwnRoles(db: Queryable, organizationId: string): Promise<number> {
  const row = await db.first<{ count: number }>(sql`select count(*)::int as count from organization_roles where organization_id = ${organizationId}`)
  return row!.count
}

/** Whether another role of the organization's is called so, however it is written. */
export async function isNameTaken(db: Queryable, organizationId: string, name: string, exceptId: string | null): Promise<boolean> {
  const row = await db.first(sql`
    select from organization_roles where organization_id = ${organizationId} and lower(name) = lower(${name}) and id is distinct from ${exceptId}::uuid`)
  return row !== undefined
}

export async function insertRole(db: Queryable, organizationId: string, role: OrganizationRoleInput, createdBy: string): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    insert into organization_roles (organization_id, name, description, permissions, created_by)
    values (${organizationId}, ${role.name}, ${role.description}, ${role.permissions}, ${createdBy}) returning id`)
  return row!.id
}

export async function updateRole(db: Queryable, id: string, { name, description, permissions }: OrganizationRoleInput): Promise<void> {
  await db.run(sql`
    update organization_roles set name = ${name}, description = ${description}, permissions = ${permissions}, version = version + 1, updated_at = now()
    where id = ${id}`)
}

/** Who has a role of the organization's own, in the organization or in a project of it. */
export function listHolders(db: Queryable, id: string): Promise<{ id: string; username: string; is_member: boolean }[]> {
  return db.rows(sql`
    select u.id, u.username, bool_or(held.is_member) as is_member from (
      select user_id, true as is_member from members where custom_role = ${id} union all
      select user_id, false from project_roles where custom_role = ${id}
    ) as held join users u on u.id = held.user_id group by u.id order by lower(u.username)`)
}

/** Whether somebody who offers the organization to another is to have it afterwards. */
export async function isPromised(db: Queryable, id: string): Promise<boolean> {
  return (await db.first(sql`select from organization_transfers where custom_role = ${id} and expires_at > now()`)) !== undefined
}

/** Deletes a role; whoever has it, was invited to it, also long ago, or is to have it after a transfer, gets the other in its place. */
export async function replaceRole(db: Queryable, id: string, replacement: string): Promise<void> {
  await db.run(sql`
    with of_members as (update members set role = ${replacement} where custom_role = ${id}),
      of_projects as (update project_roles set role = ${replacement} where custom_role = ${id}),
      of_invitations as (update invitations set role = ${replacement} where custom_role = ${id}),
      of_transfers as (update organization_transfers set after_role = ${replacement} where custom_role = ${id})
    delete from organization_roles where id = ${id}`)
}
