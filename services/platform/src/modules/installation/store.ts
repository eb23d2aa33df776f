import type { HostedOrganization, InstallationSettings, Machine, Person, PlanId, SettingChanges } from '@colonnade/contracts'
import { isoTime, type Queryable } from '@colonnade/pg'
import { joinRole, type RoleColumns, toRole } from '../organization-roles/held-role.ts'
import { sql } from '@colonnade/sql'

export async function retrieveSettings(db: Queryable): Promise<InstallationSettings> {
  return (await db.first<InstallationSettings>(sql`select sign_up from installation_settings`))!
}

/** Returns what was before, with the row held until the transaction ends. */
export async function updateSettings(db: Queryable, { sign_up: signUp }: SettingChanges): Promise<InstallationSettings> {
  const before = await db.first<InstallationSettings>(sql`select sign_up from installation_settings for update`)
  await db.run(sql`update installation_settings set sign_up = coalesce(${signUp ?? null}, sign_up)`)
  return before!
}

export interface Wanted {
  readonly search: string
  readonly offset: number
  readonly limit: number
}

type PersonRow = Omit<Person, 'organizations'> & {
  readonly organizations: readonly (Pick<RoleColumns, 'role' | 'custom_name'> & { readonly slug: string; readonly name: string })[]
}

export async function listPeople(db: Queryable, { search, offset, limit }: Wanted): Promise<Person[]> {
  const rows = await db.rows<PersonRow>(sql`
    select u.id, u.username, u.email as primary_email, u.profile_image_url as "profileImageUrl", u.is_installation_owner,
      ${isoTime('u', 'created_at')} as created_at, ${isoTime('u', 'last_seen_at')} as last_seen_at,
      (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > now()) as session_count,
      coalesce((
        select jsonb_agg(jsonb_build_object('slug', o.slug, 'name', o.name, 'role', m.role, 'custom_name', c.name) order by lower(o.name), o.slug)
        from members m join organizations o on o.id = m.organization_id ${joinRole('m')} where m.user_id = u.id
      ), '[]') as organizations
    from users u
    where ${search} = '' or position(lower(${search}) in lower(u.username || ' ' || u.email)) > 0
    order by lower(u.username), u.email limit ${limit} offset ${offset}`)
  return rows.map(({ organizations, ...person }) => ({
    ...person,
    organizations: organizations.map(({ slug, name, ...role }) => ({ slug, name, role_name: toRole({ ...role, custom_permissions: null }).name })),
  }))
}

export function listOrganizations(
  db: Queryable,
  { search, offset, limit }: Wanted,
): Promise<(Omit<HostedOrganization, 'plan'> & { plan: PlanId })[]> {
  return db.rows(sql`
    select o.id, o.slug, o.name, o.plan, ${isoTime('o', 'created_at')} as created_at,
      (select count(*)::int from projects p where p.organization_id = o.id and p.status <> 'REMOVED') as project_count,
      (select count(*)::int from members m where m.organization_id = o.id) as member_count,
      coalesce((
        select jsonb_agg(u.email order by u.email) from members m join users u on u.id = m.user_id where m.organization_id = o.id and m.role = 'owner'
      ), '[]') as owners
    from organizations o
    where ${search} = '' or position(lower(${search}) in lower(o.name || ' ' || o.slug)) > 0
    order by lower(o.name), o.slug limit ${limit} offset ${offset}`)
}

/** Projects and branches by what their servers do. */
export async function countServers(db: Queryable): Promise<Machine['servers']> {
  const row = await db.first<Machine['servers']>(sql`
    select count(*) filter (where status = 'ACTIVE_HEALTHY' and sleep <> 'asleep')::int as running,
      count(*) filter (where status = 'ACTIVE_HEALTHY' and sleep = 'asleep')::int as asleep,
      count(*) filter (where status = 'INACTIVE')::int as paused,
      count(*) filter (where status not in ('ACTIVE_HEALTHY', 'INACTIVE', 'UNHEALTHY', 'INIT_FAILED'))::int as changing,
      count(*) filter (where status in ('UNHEALTHY', 'INIT_FAILED'))::int as failed
    from projects where status <> 'REMOVED'`)
  return row!
}

export async function postgresVersion(db: Queryable): Promise<string> {
  return (await db.first<{ version: string }>(sql`select current_setting('server_version') as version`))!.version
}

export function findPerson(db: Queryable, id: string): Promise<{ email: string } | undefined> {
  return db.first<{ email: string }>(sql`select email from users where id = ${id}`)
}

/** All of a person's but one that is kept; how many there were. */
export function deleteSessions(db: Queryable, userId: string, keptId: string): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id::text <> ${keptId}`)
}
