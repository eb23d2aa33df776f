import { mailDeadlineMs } from '@colonnade/mail'
import type { Queryable } from '@colonnade/pg'
import { isoTime } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { mailsKept } from '../limits.ts'

/** The kind of rows that stand for text messages, of which only that they were sent is kept. */
export const smsKind = 'sms'

export interface NewMail {
  readonly id: string
  readonly kind: string
  /** `sent`: somebody else sends it. */
  readonly state: 'waiting' | 'kept' | 'sent'
  readonly envelope: string
  readonly content: string | null
  readonly usefulSeconds: number
}

/** Inserts a mail unless so many were posted within the last hour, text messages apart; returns whether it did. */
export async function insertMail(tx: Queryable, mail: NewMail, hourlyMost: number): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into _colonnade.auth_mails (id, kind, state, envelope, content, sent_at, expires_at)
    select ${mail.id}::uuid, ${mail.kind}::text, ${mail.state}::text, ${mail.envelope}::text, ${mail.content}::text,
      case when ${mail.state}::text = 'sent' then clock_timestamp() end, clock_timestamp() + make_interval(secs => ${mail.usefulSeconds})
    where ${hourlyMost}::bigint > (
      select count(*) from (
        select from _colonnade.auth_mails
        where created_at > clock_timestamp() - interval '1 hour' and (kind = ${smsKind}) = (${mail.kind}::text = ${smsKind}) limit ${hourlyMost}
      ) posted
    )`)
  return inserted > 0
}

/** For what was not sent after all. */
export async function removeMail(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from _colonnade.auth_mails where id = ${id}::uuid`)
}

export interface DueMail {
  readonly id: string
  readonly envelope: string
  readonly content: string
  readonly attempts: number
}

/**
 * Takes the next mails to send. Until the attempt is over or its deadline has passed nobody else takes them; whoever is killed in the middle
 * may have sent them, and they are sent again under the same Message-ID.
 */
export function takeDue(db: Queryable, most: number): Promise<DueMail[]> {
  return db.rows<DueMail>(sql`
    update _colonnade.auth_mails set attempts = attempts + 1, next_attempt_at = clock_timestamp() + ${mailDeadlineMs * 2} * interval '1 millisecond'
    where id in (
      select id from _colonnade.auth_mails where state = 'waiting' and next_attempt_at <= clock_timestamp() and expires_at > clock_timestamp()
      order by next_attempt_at, created_at limit ${most} for update skip locked
    ) returning id, envelope, content, attempts`)
}

export async function recordSent(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update _colonnade.auth_mails set state = 'sent', sent_at = clock_timestamp(), problem = null, content = null where id = ${id}::uuid and state = 'waiting'`)
}

export async function recordFailed(db: Queryable, id: string, problem: string): Promise<void> {
  await db.run(
    sql`update _colonnade.auth_mails set state = 'failed', problem = ${problem}, content = null where id = ${id}::uuid and state = 'waiting'`,
  )
}

export async function recordRetry(db: Queryable, id: string, problem: string, seconds: number): Promise<void> {
  await db.run(sql`
    update _colonnade.auth_mails set problem = ${problem}, next_attempt_at = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id}::uuid and state = 'waiting'`)
}

/** For a project whose server was taken away: its inbox has what was to be sent. */
export async function keepWaiting(db: Queryable): Promise<void> {
  await db.run(sql`update _colonnade.auth_mails set state = 'kept' where state = 'waiting'`)
}

/** Returns the milliseconds until the next mail is due; null for none. */
export async function nextDueMs(db: Queryable): Promise<number | null> {
  const found = await db.first<{ ms: number | null }>(sql`
    select (extract(epoch from min(next_attempt_at) - clock_timestamp()) * 1000)::float8 as ms from _colonnade.auth_mails where state = 'waiting'`)
  return found?.ms ?? null
}

/** Marks mails that came too late. Deletes old mails, except the newest and those of the last hour, which the limit counts. */
export async function expireMails(db: Queryable): Promise<void> {
  await db.run(sql`
    update _colonnade.auth_mails set state = 'failed', problem = coalesce(problem, 'It could not be sent in time'), content = null
    where state = 'waiting' and expires_at <= clock_timestamp()`)
  await db.run(sql`
    delete from _colonnade.auth_mails
    where state <> 'waiting' and created_at < clock_timestamp() - interval '1 hour'
      and created_at <= (select created_at from _colonnade.auth_mails order by created_at desc offset ${mailsKept} limit 1)`)
}

export interface MailRow {
  readonly id: string
  readonly kind: string
  readonly state: 'waiting' | 'sent' | 'kept' | 'failed'
  readonly envelope: string
  readonly attempts: number
  readonly problem: string | null
  readonly created_at: string
  readonly sent_at: string | null
  readonly next_attempt_at: string | null
}

const columns = sql`
  m.id, m.kind, m.state, m.envelope, m.attempts, m.problem, ${isoTime('m', 'created_at')} as created_at, ${isoTime('m', 'sent_at')} as sent_at,
  case when m.state = 'waiting' then ${isoTime('m', 'next_attempt_at')} end as next_attempt_at`

export interface MailFilter {
  readonly kind?: string | undefined
  readonly state?: string | undefined
}

/** Newest first; `after`: only what comes behind that mail. */
export function listMails(
  db: Queryable,
  { kind = null, state = null }: Nullable<MailFilter>,
  after: string | null,
  most: number,
): Promise<MailRow[]> {
  return db.rows<MailRow>(sql`
    select ${columns} from _colonnade.auth_mails m
    where m.kind <> ${smsKind} and (${kind}::text is null or m.kind = ${kind}::text) and (${state}::text is null or m.state = ${state}::text)
      and (${after}::uuid is null or (m.created_at, m.id) < (select p.created_at, p.id from _colonnade.auth_mails p where p.id = ${after}::uuid))
    order by m.created_at desc, m.id desc limit ${most}`)
}

type Nullable<T> = { readonly [Key in keyof T]: T[Key] | null }

/** Returns the number of messages posted within the last hour. */
export async function countRecent(db: Queryable): Promise<number> {
  const found = await db.first<{ count: number }>(sql`
    select count(*)::int as count from _colonnade.auth_mails where created_at > clock_timestamp() - interval '1 hour' and kind <> ${smsKind}`)
  return found?.count ?? 0
}

export interface RecentCount {
  readonly is_sms: boolean
  readonly minutes_ago: number
  readonly count: number
}

/** Returns the number of messages posted in each minute of the last hour. */
export function listRecent(db: Queryable): Promise<RecentCount[]> {
  return db.rows<RecentCount>(sql`
    select kind = ${smsKind} as is_sms, floor(extract(epoch from greatest(clock_timestamp() - created_at, interval '0')) / 60)::int as minutes_ago,
      count(*)::int as count
    from _colonnade.auth_mails where created_at > clock_timestamp() - interval '1 hour' group by 1, 2`)
}

/** Its content is null unless it is in the inbox. */
export function findMail(
  db: Queryable,
  id: string,
): Promise<(MailRow & { readonly content: string | null; readonly expires_at: string }) | undefined> {
  return db.first(sql`
    select ${columns}, ${isoTime('m', 'expires_at')} as expires_at, case when m.state = 'kept' then m.content end as content
    from _colonnade.auth_mails m where m.id = ${id}::uuid and m.kind <> ${smsKind}`)
}
