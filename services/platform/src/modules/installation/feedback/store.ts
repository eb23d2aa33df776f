import type { Feedback } from '@colonnade/contracts/installation/feedback'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { PageWanted } from '../../../kernel/page.ts'
import type { Subject } from '../../../kernel/subject.ts'
import { unsentHours } from './limits.ts'

export interface Uploads {
  readonly lastHour: number
  readonly lastDayBytes: number
  /** Until the oldest upload of the hour, and of the day, no longer counts. */
  readonly hourFreeInSeconds: number
  readonly dayFreeInSeconds: number
}

/** What a person has uploaded lately. Their other uploads wait until the transaction ends, so that none is missed. */
export async function measureUploads(db: Queryable, userId: string): Promise<Uploads> {
  await db.run(sql`select from users where id = ${userId} for no key update`)
  // of the statement: the transaction may have begun before the uploads that it waited for
  const row = await db.first<Uploads>(sql`
    select count(*) filter (where is_recent)::int as "lastHour", coalesce(sum(bytes), 0)::float8 as "lastDayBytes",
      greatest(1, ceil(extract(epoch from min(created_at) filter (where is_recent) + interval '1 hour' - statement_timestamp())))::int as "hourFreeInSeconds",
      greatest(1, ceil(extract(epoch from min(created_at) + interval '1 day' - statement_timestamp())))::int as "dayFreeInSeconds"
    from (
      select bytes, created_at, created_at > statement_timestamp() - interval '1 hour' as is_recent
      from attachments where user_id = ${userId} and created_at > statement_timestamp() - interval '1 day'
    ) as uploads`)
  return row!
}

export async function insertAttachment(db: Queryable, file: { name: string; userId: string; bytes: number }): Promise<void> {
  await db.run(sql`insert into attachments (name, user_id, bytes) values (${file.name}, ${file.userId}, ${file.bytes})`)
}

/** Keeps a person's own file from being removed; false when there is no such file. */
export async function markSent(db: Queryable, userId: string, name: string): Promise<boolean> {
  const changed = await db.run(sql`
    update attachments set sent_at = coalesce(sent_at, now()) where name = ${name} and user_id = ${userId} and removed_at is null`)
  return changed === 1
}

/** Marks old unsent files as being removed, and those whose removal was cut off: from then on they can't be sent. */
export async function takeUnsent(db: Queryable, limit: number): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(sql`
    update attachments set removed_at = coalesce(removed_at, now())
    where sent_at is null and name in (
      select name from attachments
      where sent_at is null and (removed_at is not null or created_at < now() - ${unsentHours} * interval '1 hour')
      order by created_at limit ${limit}
    ) returning name`)
  return rows.map(({ name }) => name)
}

export async function deleteAttachments(db: Queryable, names: readonly string[]): Promise<void> {
  await db.run(sql`delete from attachments where name = any(${names}) and sent_at is null`)
}

export interface NewFeedback extends Subject {
  readonly userId: string
  readonly message: string
  readonly category: string
  readonly tags: readonly string[]
  readonly pathname: string | null
  readonly screenshot: string | null
}

export async function insertFeedback(db: Queryable, feedback: NewFeedback): Promise<string> {
  const row = await db.first<{ id: string }>(sql`
    insert into feedback (user_id, message, category, tags, organization_id, project_ref, pathname, screenshot)
    values (${feedback.userId}, ${feedback.message}, ${feedback.category}, ${feedback.tags}, ${feedback.organizationId}, ${feedback.projectRef},
      ${feedback.pathname}, ${feedback.screenshot})
    returning id`)
  return row!.id
}

export type FeedbackRow = Omit<Feedback, 'screenshot_url'> & { readonly screenshot: string | null }

export function listFeedback(db: Queryable, { offset, limit }: PageWanted): Promise<FeedbackRow[]> {
  return db.rows<FeedbackRow>(sql`
    select f.id, f.message, f.category, f.tags, f.project_ref, o.slug as organization_slug, f.pathname, f.screenshot,
      jsonb_build_object('username', u.username, 'primary_email', u.email) as author, ${isoTime('f', 'inserted_at')} as inserted_at
    from feedback f join users u on u.id = f.user_id left join organizations o on o.id = f.organization_id
    order by f.inserted_at desc, f.id desc limit ${limit} offset ${offset}`)
}
