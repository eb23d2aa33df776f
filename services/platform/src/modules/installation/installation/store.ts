import type { HostedOrganization, InstallationSettings, Machine, Person, SettingChanges } from '@colonnade/contracts/installation/installation'
import type { PlanId } from '@colonnade/contracts/organizations/organizations'
import { isoTime, type Queryable } from '@colonnade/pg'
import { joinRole, type RoleColumns, toRole } from '../../../kernel/roles/held-role.ts'
import { sql } from '@colonnade/sql'

export async function retrieveSettings(db: Queryable): Promise<InstallationSettings> {
  return (await db.first<InstallationSettings>(sql`select sign_up, private_webhooks from installation_settings`))!
}

/** Returns what was before, with the row held until the transaction ends. */
export async function updateSettings(
  db: Queryable,
  { sign_up: signUp, private_webhooks: privateWebhooks }: SettingChanges,
): Promise<InstallationSettings> {
  const before = await db.first<InstallationSettings>(sql`select sign_up, private_webhooks from installation_settings for update`)
  await db.run(
    sql`update installation_settings set sign_up = coalesce(${signUp ?? null}, sign_up), private_webhooks = coalesce(${privateWebhooks ?? null}, private_webhooks)`,
  )
  return before!
}

export interface Wanted {
  readonly search: string
  readonly offset: number
  readonly limit: number
}

type PersonRow = Omit<Person, 'organizations'> & {
  readonly organizations: readonly (Pick<RoleColumns, 'role' | 'custom_name'> & {
    readonly slug: string
    readonly name: string
    readonly is_only_owner: boolean
  })[]
}

export async function listPeople(db: Queryable, { search, offset, limit }: Wanted): Promise<Person[]> {
  const rows = await db.rows<PersonRow>(sql`
    select u.id, u.username, u.email as primary_email, u.profile_image_url as "profileImageUrl", u.is_installation_owner,
      ${isoTime('u', 'created_at')} as created_at, ${isoTime('u', 'last_seen_at')} as last_seen_at,
      (select count(*)::int from sessions s where s.user_id = u.id and s.expires_at > now()) as session_count,
      coalesce((
        select jsonb_agg(jsonb_build_object('slug', o.slug, 'name', o.name, 'role', m.role, 'custom_name', c.name,
          'is_only_owner', m.role = 'owner' and not exists (select from members n where n.organization_id = o.id and n.role = 'owner' and n.user_id <> u.id)) order by lower(o.name), o.slug)
        from members m join organizations o on o.id = m.organization_id ${joinRole('m')} where m.user_id = u.id
      ), '[]') as organizations
    from users u
    where u.deleted_at is null and (${search} = '' or position(lower(${search}) in lower(u.username || ' ' || u.email)) > 0)
    order by lower(u.username), u.email limit ${limit} offset ${offset}`)
  return rows.map(({ organizations, ...person }) => ({
    ...person,
    organizations: organizations.map(({ slug, name, is_only_owner, ...role }) => ({
      slug,
      name,
      is_only_owner,
      role_name: toRole({ ...role, custom_permissions: null }).name,
    })),
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
  return db.first<{ email: string }>(sql`select email from users where id = ${id} and deleted_at is null`)
}

/** All of a person's but one that is kept; how many there were. */
export function deleteSessions(db: Queryable, userId: string, keptId: string): Promise<number> {
  return db.run(sql`delete from sessions where user_id = ${userId} and id::text <> ${keptId}`)
}

export interface Membership {
  readonly id: string
  readonly slug: string
  readonly name: string
  readonly is_only_owner: boolean
}

/** Always in the same order, so that two who lock them wait for each other. */
export function listMemberships(db: Queryable, userId: string): Promise<Membership[]> {
  return db.rows<Membership>(sql`
    select o.id, o.slug, o.name, m.role = 'owner' and not exists (
      select from members c where c.organization_id = o.id and c.role = 'owner' and c.user_id <> m.user_id) as is_only_owner
    from members m join organizations o on o.id = m.organization_id where m.user_id = ${userId} order by o.id`)
}

export interface LockedPerson {
  readonly email: string
  readonly username: string
  readonly is_installation_owner: boolean
}

export function lockPerson(db: Queryable, userId: string): Promise<LockedPerson | undefined> {
  return db.first<LockedPerson>(sql`
    select email, username, is_installation_owner from users where id = ${userId} and deleted_at is null for update`)
}

/** Everything that opens the account or was theirs alone; what others see of it stays. The address is free again. */
export async function erasePerson(db: Queryable, userId: string): Promise<void> {
  await db.run(sql`
    with
      a as (delete from sessions where user_id = ${userId}),
      b as (delete from access_tokens where user_id = ${userId}),
      c as (delete from identities where user_id = ${userId}),
      d as (delete from identity_flows where user_id = ${userId}),
      e as (delete from unlinked_identities where user_id = ${userId}),
      f as (delete from passkeys where user_id = ${userId}),
      g as (delete from passkey_challenges where user_id = ${userId}),
      h as (delete from authenticators where user_id = ${userId}),
      i as (delete from recovery_codes where user_id = ${userId}),
      j as (delete from sign_in_challenges where user_id = ${userId}),
      k as (delete from mailed_links where user_id = ${userId}),
      l as (delete from notifications where user_id = ${userId}),
      m as (delete from pictures where user_id = ${userId}),
      n as (delete from snippets where owner_id = ${userId} and visibility = 'private'),
      o as (delete from snippet_favorites where user_id = ${userId})
    update users set email = 'deleted ' || id, password_hash = null, profile_image_url = null, preferences = '{}', disabled_features = '{}', deleted_at = now()
    where id = ${userId}`)
}
