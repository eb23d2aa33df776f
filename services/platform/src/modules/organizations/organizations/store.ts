import { organizationPermissions, projectPermissions } from '@colonnade/contracts/foundation/permissions'
import { type Organization, type PlanId, plans } from '@colonnade/contracts/organizations/organizations'
import { joinRole, type RoleColumns, roleColumns, toRole } from '../../../kernel/roles/held-role.ts'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

interface OrganizationRow extends RoleColumns {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly plan: PlanId
  readonly usage_billing_enabled: boolean
  readonly managed_by: string | null
  readonly created_at: string
  readonly project_count: number
  readonly is_limited: boolean
  readonly requires_two_factor: boolean
  readonly project_roles: Readonly<Record<string, Pick<RoleColumns, 'role' | 'custom_permissions'>>>
}

export async function listOrganizations(db: Queryable, userId: string): Promise<Organization[]> {
  const rows = await db.rows<OrganizationRow>(sql`${select(userId)} order by lower(o.name), o.slug`)
  return rows.map(fromRow)
}

export async function retrieveOrganization(db: Queryable, userId: string, organizationId: string): Promise<Organization> {
  const row = await db.first<OrganizationRow>(sql`${select(userId)} and o.id = ${organizationId}`)
  return fromRow(row!)
}

/** The new organization's id, or undefined when the slug is taken. */
export async function insertOrganization(db: Queryable, organization: { slug: string; name: string; plan: PlanId }): Promise<string | undefined> {
  const row = await db.first<{ id: string }>(sql`
    insert into organizations (slug, name, plan) values (${organization.slug}, ${organization.name}, ${organization.plan})
    on conflict (slug) do nothing returning id`)
  return row?.id
}

export async function insertMember(db: Queryable, organizationId: string, userId: string, role: string): Promise<void> {
  await db.run(sql`insert into members (organization_id, user_id, role) values (${organizationId}, ${userId}, ${role})`)
}

/** The name of before. */
export async function renameOrganization(db: Queryable, organizationId: string, name: string): Promise<string> {
  const row = await db.first<{ before: string }>(sql`
    update organizations o set name = ${name} from (select name as before from organizations where id = ${organizationId} for update) old
    where o.id = ${organizationId} returning old.before`)
  return row!.before
}

/** How many projects still live, with the organization's row locked against new ones. */
export async function countProjectsForUpdate(db: Queryable, organizationId: string): Promise<number> {
  await db.run(sql`select from organizations where id = ${organizationId} for update`)
  const row = await db.first<{ count: number }>(sql`
    select count(*)::int as count from projects where organization_id = ${organizationId} and status <> 'REMOVED'`)
  return row!.count
}

/** Deletes the organization with what remains of its removed projects. */
export async function deleteOrganization(db: Queryable, organizationId: string): Promise<void> {
  await db.run(sql`delete from projects where organization_id = ${organizationId}`)
  await db.run(sql`delete from organizations where id = ${organizationId}`)
}

function select(userId: string): Fragment {
  return sql`
    select o.id, o.slug, o.name, o.plan, o.usage_billing_enabled, o.managed_by, ${isoTime('o', 'created_at')} as created_at, ${roleColumns('m')}, m.is_limited,
      o.requires_two_factor,
      (select coalesce(jsonb_object_agg(r.project_ref, jsonb_build_object('role', r.role, 'custom_permissions', c.permissions)), '{}')
        from project_roles r ${joinRole('r')} where r.organization_id = o.id and r.user_id = m.user_id) as project_roles,
      (select count(*)::int from project_access a join projects p using (ref)
        where a.organization_id = o.id and a.user_id = m.user_id and p.status <> 'REMOVED' and p.parent_ref is null) as project_count
    from organizations o join members m on m.organization_id = o.id ${joinRole('m')}
    where m.user_id = ${userId}`
}

function fromRow({ plan, project_roles: ofProjects, custom_name, custom_permissions, ...row }: OrganizationRow): Organization {
  const { name: roleName, permissions } = toRole({ role: row.role, custom_name, custom_permissions })
  const inProject = (role: Pick<RoleColumns, 'role' | 'custom_permissions'>) => projectPermissions(toRole({ custom_name: null, ...role }).permissions)
  return {
    ...row,
    role_name: roleName,
    plan: plans.find(({ id }) => id === plan)!,
    permissions: [...organizationPermissions(permissions, row.is_limited)],
    project_permissions: Object.fromEntries(Object.entries(ofProjects).map(([ref, role]) => [ref, [...inProject(role)]])),
  }
}
