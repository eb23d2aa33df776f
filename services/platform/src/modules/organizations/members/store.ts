import type { Member, ProjectRoleEntry } from '@colonnade/contracts/organizations/members'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { type HeldRole, joinRole, type RoleColumns, roleColumns, toRole } from '../../../kernel/roles/held-role.ts'

type MemberRow = Omit<Member, 'role_name'> & RoleColumns

/** A member with what they may do. */
export type HeldMember = Member & Pick<HeldRole, 'permissions'>

/** Who looks; who manages members also sees what others have in single projects. */
export interface Viewer {
  readonly userId: string
  readonly isManager: boolean
}

function select({ userId: actorId, isManager }: Viewer): Fragment {
  return sql`
    select u.id, u.username, u.email as primary_email, u.profile_image_url as "profileImageUrl", ${roleColumns('m')}, ${isoTime('m', 'created_at')} as joined_at,
      ${isoTime('u', 'last_seen_at')} as last_seen_at, u.id = ${actorId} as is_self, m.is_limited,
      case when ${isManager}::boolean then has_second_factor(u.id) end as has_two_factor,
      (select coalesce(jsonb_agg(jsonb_build_object('project_ref', r.project_ref, 'role', r.role) order by r.project_ref), '[]')
        from project_roles r join projects p on p.ref = r.project_ref and p.status <> 'REMOVED'
        where r.organization_id = m.organization_id and r.user_id = m.user_id and (${isManager}::boolean or u.id = ${actorId})) as project_roles
    from members m join users u on u.id = m.user_id ${joinRole('m')}`
}

function fromRow({ custom_name, custom_permissions, ...row }: MemberRow): HeldMember {
  const { name, permissions } = toRole({ role: row.role, custom_name, custom_permissions })
  return { ...row, role_name: name, permissions }
}

/** Without what is not told of them. */
export function toMember({ permissions: _permissions, ...member }: HeldMember): Member {
  return member
}

export async function listMembers(db: Queryable, organizationId: string, viewer: Viewer): Promise<Member[]> {
  const rows = await db.rows<MemberRow>(sql`${select(viewer)} where m.organization_id = ${organizationId} order by lower(u.username), lower(u.email)`)
  return rows.map((row) => toMember(fromRow(row)))
}

export async function findMember(db: Queryable, organizationId: string, actorId: string, userId: string): Promise<HeldMember | undefined> {
  const row = await db.first<MemberRow>(sql`
    ${select({ userId: actorId, isManager: true })} where m.organization_id = ${organizationId} and m.user_id = ${userId}`)
  return row && fromRow(row)
}

/** Who belongs to an organization, and as what, stays as it is until the transaction ends, but for what it changes itself. */
export async function lockMembers(tx: Queryable, organizationId: string): Promise<void> {
  await tx.first(sql`select from organizations where id = ${organizationId} for update`)
}

export async function hasOtherOwner(db: Queryable, organizationId: string, userId: string): Promise<boolean> {
  return (
    (await db.first(sql`
      select from members where organization_id = ${organizationId} and role = 'owner' and user_id <> ${userId} limit 1`)) !== undefined
  )
}

export async function setRequiredTwoFactor(db: Queryable, organizationId: string, isRequired: boolean): Promise<void> {
  await db.run(sql`update organizations set requires_two_factor = ${isRequired} where id = ${organizationId}`)
}

export async function changeRole(db: Queryable, organizationId: string, userId: string, role: string): Promise<void> {
  await db.run(sql`update members set role = ${role} where organization_id = ${organizationId} and user_id = ${userId}`)
}

/** An owner has all projects, as owner. */
export async function clearProjectRoles(db: Queryable, organizationId: string, userId: string): Promise<void> {
  await db.run(sql`delete from project_roles where organization_id = ${organizationId} and user_id = ${userId}`)
  await db.run(sql`update members set is_limited = false where organization_id = ${organizationId} and user_id = ${userId} and is_limited`)
}

/** Those of the refs that are no projects of the organization; branches are had with theirs. */
export async function findForeignProjects(db: Queryable, organizationId: string, refs: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ ref: string }>(sql`
    select wanted.ref from unnest(${refs}::text[]) as wanted (ref)
    where not exists (
      select from projects p where p.ref = wanted.ref and p.organization_id = ${organizationId} and p.parent_ref is null and p.status <> 'REMOVED')`)
  return rows.map(({ ref }) => ref)
}

/** Puts these in place of all that were there. */
export async function replaceProjectRoles(
  db: Queryable,
  organizationId: string,
  userId: string,
  { isLimited, roles }: { readonly isLimited: boolean; readonly roles: readonly ProjectRoleEntry[] },
): Promise<void> {
  await db.run(sql`update members set is_limited = ${isLimited} where organization_id = ${organizationId} and user_id = ${userId}`)
  await db.run(sql`delete from project_roles where organization_id = ${organizationId} and user_id = ${userId}`)
  await db.run(sql`
    insert into project_roles (project_ref, user_id, organization_id, role)
    select r.ref, ${userId}, ${organizationId}, r.role
    from unnest(${roles.map((each) => each.project_ref)}::text[], ${roles.map(({ role }) => role)}::text[]) as r (ref, role)`)
}

/** Deletes notifications about projects that people no longer have access to. */
export async function forgetLostProjects(db: Queryable, organizationId: string, userIds: readonly string[]): Promise<void> {
  await db.run(sql`
    delete from notifications n where n.organization_id = ${organizationId} and n.user_id = any(${userIds}::uuid[]) and n.project_ref is not null
      and not exists (select from project_access a where a.ref = n.project_ref and a.user_id = n.user_id)`)
}

/** Deletes a person's notifications about the organization. */
export async function deleteMember(db: Queryable, organizationId: string, userId: string): Promise<void> {
  await db.run(sql`delete from notifications where organization_id = ${organizationId} and user_id = ${userId}`)
  await db.run(sql`delete from members where organization_id = ${organizationId} and user_id = ${userId}`)
}

export async function findOrganization(db: Queryable, organizationId: string): Promise<{ name: string }> {
  const row = await db.first<{ name: string }>(sql`select name from organizations where id = ${organizationId}`)
  return row!
}
