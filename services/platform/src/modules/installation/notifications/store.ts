import { isAllowed, type Permission, rolePermissions, roles } from '@colonnade/contracts/foundation/permissions'
import type {
  Notification,
  NotificationChange,
  NotificationPriority,
  NotificationStatus,
  NotificationSummary,
} from '@colonnade/contracts/installation/notifications'
import { isoTime, type Queryable } from '@colonnade/pg'
import { empty, type Fragment, sql } from '@colonnade/sql'
import { type Outcome, outcomes } from './outcomes.ts'

export interface NotificationFilter {
  readonly offset: number
  readonly limit: number
  readonly status: readonly NotificationStatus[]
  readonly priority?: readonly NotificationPriority[] | undefined
  readonly org_slug?: readonly string[] | undefined
  readonly project_ref?: readonly string[] | undefined
}

/** Time for which people are expected to watch the outcome of their request. */
const watchedMinutes = 5

const columns = sql`
  n.id, n.status, n.priority, ${isoTime('n', 'inserted_at')} as inserted_at,
  jsonb_build_object('title', n.title, 'message', n.message, 'project_ref', n.project_ref, 'org_slug', o.slug, 'actions', n.actions) as data`
const tables = sql`notifications n left join organizations o on o.id = n.organization_id`

export function listNotifications(db: Queryable, userId: string, filter: NotificationFilter): Promise<Notification[]> {
  return db.rows<Notification>(sql`
    select ${columns} from ${tables}
    where n.user_id = ${userId} ${among(sql`n.status`, filter.status)}
      ${among(sql`n.priority`, filter.priority)} ${among(sql`o.slug`, filter.org_slug)} ${among(sql`n.project_ref`, filter.project_ref)}
    order by n.inserted_at desc, n.id desc limit ${filter.limit} offset ${filter.offset}`)
}

export async function summarizeNotifications(db: Queryable, userId: string): Promise<NotificationSummary> {
  const row = await db.first<NotificationSummary>(sql`
    select count(*)::int as unread_count, count(*) filter (where priority = 'Warning') > 0 as has_warning,
      count(*) filter (where priority = 'Critical') > 0 as has_critical
    from notifications where user_id = ${userId} and status = 'new'`)
  return row!
}

/** Makes all changes in one statement, and returns the changed notifications: fewer if an ID isn't the user's. */
export function updateNotifications(db: Queryable, userId: string, changes: readonly NotificationChange[]): Promise<Notification[]> {
  return db.rows<Notification>(sql`
    with changed as (
      update notifications set status = case when c.if_status is null or notifications.status = c.if_status then c.status else notifications.status end
      from unnest(
        ${changes.map(({ id }) => id)}::uuid[], ${changes.map(({ status }) => status)}::text[],
        ${changes.map(({ if_status = null }) => if_status)}::text[]
      ) as c (id, status, if_status)
      where notifications.id = c.id and notifications.user_id = ${userId}
      returning notifications.*
    )
    select ${columns} from changed n left join organizations o on o.id = n.organization_id order by n.inserted_at desc, n.id desc`)
}

export function archiveNotifications(db: Queryable, userId: string): Promise<number> {
  return db.run(sql`update notifications set status = 'archived' where user_id = ${userId} and status <> 'archived'`)
}

export interface NewNotification {
  readonly organizationId: string
  readonly projectRef: string | null
  readonly priority: NotificationPriority
  readonly title: string
  readonly message: string
  readonly actions: Notification['data']['actions']
  /** What ended well. The person who asked for it sees that on the page, and isn't notified. */
  readonly outcome?: Outcome | null
}

/** A notification for one person. It belongs to no organization. */
export type PersonalNotification = Omit<NewNotification, 'organizationId' | 'projectRef' | 'outcome'>

export async function insertForUser(db: Queryable, userId: string, notification: PersonalNotification): Promise<void> {
  await insertFor(db, sql`select ${userId}::uuid as user_id, null::uuid as organization_id`, { ...notification, projectRef: null })
}

/** Notifies the owner of the installation, unless the owner did it. `actingUserId` is null when nobody did. */
export async function insertForOwner(db: Queryable, actingUserId: string | null, notification: PersonalNotification): Promise<void> {
  const owner = sql`select id as user_id, null::uuid as organization_id from users where is_installation_owner and id is distinct from ${actingUserId}::uuid`
  await insertFor(db, owner, { ...notification, projectRef: null })
}

/** Notifies one member of their organization's news. */
export async function insertForMember(db: Queryable, organizationId: string, userId: string, notification: PersonalNotification): Promise<void> {
  await insertFor(db, sql`select ${userId}::uuid as user_id, ${organizationId}::uuid as organization_id`, { ...notification, projectRef: null })
}

/** Notifies everyone who has a permission in any organization, except the person who acted. */
export async function insertForPermission(
  db: Queryable,
  permission: Permission,
  actingUserId: string,
  notification: PersonalNotification,
): Promise<void> {
  await insertFor(db, sql`${holding(permission)} and m.user_id <> ${actingUserId}`, { ...notification, projectRef: null })
}

/** Notifies everyone who has a permission in one organization, except the person who acted. */
export async function insertForPermissionIn(
  db: Queryable,
  organizationId: string,
  permission: Permission,
  { actingUserId, projectRef, ...notification }: PersonalNotification & { readonly actingUserId?: string; readonly projectRef?: string },
): Promise<void> {
  const others = actingUserId === undefined ? empty : sql`and m.user_id <> ${actingUserId}`
  await insertFor(db, sql`${holding(permission)} and m.organization_id = ${organizationId} ${others}`, {
    ...notification,
    projectRef: projectRef ?? null,
  })
}

function holding(permission: Permission): Fragment {
  const builtIn = roles.filter((role) => isAllowed(rolePermissions[role], permission))
  return sql`
    select m.user_id, m.organization_id from members m left join organization_roles c on c.id = m.custom_role
    where (m.role = any(${builtIn}) or ${permission} = any(c.permissions)) and not m.is_limited`
}

/** Notifies every member of an organization, or everyone who has access to the project. */
export async function insertForMembers(db: Queryable, { organizationId, outcome = null, ...notification }: NewNotification): Promise<void> {
  const { projectRef } = notification
  const people = projectRef === null ? sql`members where organization_id = ${organizationId}` : sql`project_access where ref = ${projectRef}`
  const others = outcome !== null && projectRef !== null ? sql`and user_id is distinct from ${askedBy(projectRef, outcome)}` : empty
  await insertFor(db, sql`select user_id, organization_id from ${people} ${others}`, notification)
}

/**
 * The person who last asked for what ended so, while they can be taken to be watching; not their access tokens, which watch nothing. Audit entries
 * of branches and of restores to a new project belong to the project that they come from, and name the other in their details.
 */
function askedBy(projectRef: string, outcome: Outcome): Fragment {
  return sql`(
    select case when l.details ? 'access_token_id' then null else l.user_id end
    from projects p join audit_log l on l.organization_id = p.organization_id and coalesce(l.details ->> 'branch', l.details ->> 'target_ref', l.project_ref) = p.ref
    where p.ref = ${projectRef} and l.at > now() - make_interval(mins => ${watchedMinutes}) and l.event = any(${outcomes[outcome]})
    order by l.at desc, l.id desc limit 1)`
}

/** Makes the pages of everyone who has access to a project refresh once the transaction commits. Nobody is notified. */
export async function announceChange(db: Queryable, projectRef: string): Promise<void> {
  await db.run(sql`select pg_notify('news', 'notifications:' || user_id) from project_access where ref = ${projectRef}`)
}

async function insertFor(db: Queryable, people: Fragment, notification: Omit<NewNotification, 'organizationId'>): Promise<void> {
  await db.run(sql`
    insert into notifications (user_id, organization_id, project_ref, priority, title, message, actions)
    select user_id, organization_id, ${notification.projectRef}::text, ${notification.priority}, ${notification.title}, ${notification.message},
      ${JSON.stringify(notification.actions)}::jsonb
    from (${people}) as people`)
}

function among(column: Fragment, values: readonly string[] | undefined): Fragment {
  return values === undefined || values.length === 0 ? empty : sql`and ${column} = any(${values})`
}
