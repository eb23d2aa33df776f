import { readFile } from 'node:fs/promises'
import type { MemberRole } from '@colonnade/contracts/foundation/permissions'
import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Dashboard } from './dashboard.ts'

/** A notification of the dashboard's person, as a row of the control plane. */
export interface InsertedNotification {
  readonly title: string
  readonly priority?: 'Info' | 'Warning' | 'Critical'
  /** Slug of the organization that it is about. */
  readonly organization?: string
  /** Ref of the project that it is about. */
  readonly project?: string
}

/** Notifications of the dashboard's person, the last one newest. */
export async function insertNotifications(dashboard: Dashboard, notifications: readonly InsertedNotification[]): Promise<void> {
  await inControlPlane(dashboard, (client) =>
    client.run(sql`
      insert into notifications (user_id, organization_id, project_ref, priority, title, message, actions, inserted_at)
      select users.id, organizations.id, n.project, coalesce(n.priority, 'Info'), n.title, 'About ' || n.title, '[]',
        now() - interval '10 seconds' + n.place * interval '1 millisecond'
      from users, rows from (jsonb_to_recordset(${JSON.stringify(notifications)}::jsonb)
        as (title text, priority text, organization text, project text)) with ordinality as n (title, priority, organization, project, place)
      left join organizations on organizations.slug = n.organization
      where users.email = ${dashboard.email}`),
  )
}

/** Takes all notifications away. */
export async function deleteNotifications(dashboard: Dashboard): Promise<void> {
  await inControlPlane(dashboard, (client) => client.run(sql`delete from notifications`))
}

export interface Crowd {
  readonly organizations: number
  /** Spread over the organizations; all of them paused. */
  readonly projects: number
}

/**
 * Fills an installation with organizations of the dashboard's person and their projects: as rows of the control plane only, so that thousands are
 * there at once. None of them has a cluster; the names are "Organization 1" and "Project 1" and so on.
 */
export async function insertCrowd(dashboard: Dashboard, { organizations, projects }: Crowd): Promise<void> {
  await inControlPlane(dashboard, (client) =>
    client.run(sql`
      with made as (
        insert into organizations (slug, name) select 'organization-' || n, 'Organization ' || n from generate_series(1, ${organizations}::int) n
        returning id, slug
      ), joined as (
        insert into members (organization_id, user_id, role)
        select made.id, users.id, 'owner' from made, users where users.email = ${dashboard.email} returning organization_id
      )
      insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired, ready_at)
      select translate(lpad(n::text, 20, '0'), '0123456789', 'abcdefghij'), made.id, 'Project ' || n, 'local', 'nano', '', 'INACTIVE', 'inactive', now()
      from generate_series(1, ${projects}::int) n join made on made.slug = 'organization-' || (n % ${organizations}::int + 1)
      where (select count(*) from joined) >= 0`),
  )
}

/** Fills up an organization to so many projects, "Ship 1" and so on: rows of the control plane, paused. */
export async function insertProjects(dashboard: Dashboard, slug: string, count: number): Promise<void> {
  await inControlPlane(dashboard, (client) =>
    client.run(sql`
      insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired, ready_at)
      select translate(left(md5(o.slug || n), 20), '0123456789', 'ghijklmnop'), o.id, 'Ship ' || n, 'local', 'nano', '', 'INACTIVE', 'inactive', now()
      from generate_series(1, ${count}::int) n join organizations o on o.slug = ${slug}
      on conflict do nothing`),
  )
}

/** Makes a person a member of an organization, by the person's email address. */
export async function insertMember(dashboard: Dashboard, slug: string, email: string, role: MemberRole): Promise<void> {
  await inControlPlane(dashboard, (client) =>
    client.run(sql`
      insert into members (organization_id, user_id, role)
      select o.id, u.id, ${role} from organizations o, users u where o.slug = ${slug} and u.email = ${email}`),
  )
}

/** Readings of the last hour as the platform takes them, with a pause in them; they are not to be waited for. */
export async function insertReadings(dashboard: Dashboard, ref: string): Promise<void> {
  await inControlPlane(dashboard, (client) =>
    client.run(sql`
      insert into project_samples (ref, at, connections, max_connections, active_queries, commits, rollbacks, blocks_hit, blocks_read, counting_since, database_bytes)
      select ${ref}, now() - make_interval(mins => 60 - n), 3 + n % 5, 40, n % 2, n * 600, 0, n * 1000, n, 'then', 9000000 + n
      from generate_series(1, 58) n where n not between 20 and 30`),
  )
}

/** What no call can do: rows of the control plane itself, over its socket. */
export function inControlPlane(dashboard: Pick<Dashboard, 'installation'>, work: (client: Queryable) => Promise<unknown>): Promise<void> {
  return asAdministrator(dashboard, 'platform', { database: 'colonnade', search_path: 'public' }, work)
}

/** The same in a project's own database: what only services of the platform may make there. */
export function inProject(dashboard: Dashboard, ref: string, work: (client: Queryable) => Promise<unknown>): Promise<void> {
  return asAdministrator(dashboard, ref, { database: 'postgres', search_path: 'public' }, work)
}

async function asAdministrator(
  { installation }: Pick<Dashboard, 'installation'>,
  cluster: string,
  { database, search_path }: { readonly database: string; readonly search_path: string },
  work: (client: Queryable) => Promise<unknown>,
): Promise<void> {
  const { socket, description } = installation.paths.cluster(cluster)
  const { port } = JSON.parse(await readFile(description, 'utf8')) as { port: number }
  await withClient({ host: socket, port, user: 'supabase_admin', database, settings: { search_path } }, work)
}
