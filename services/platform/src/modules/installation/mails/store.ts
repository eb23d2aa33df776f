import type { Mail } from '@colonnade/contracts/installation/mails'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { mailDeadlineMs } from '@colonnade/mail'
import { mailKeptDays } from '../../../kernel/limits.ts'

export interface MailRow {
  readonly id: string
  readonly kind: string
  readonly recipient: string
  readonly subject: string
  readonly sealedContent: string
  readonly state: 'waiting' | 'kept'
  readonly usefulSeconds: number
}

export async function insertMail(db: Queryable, mail: MailRow): Promise<void> {
  await db.run(sql`
    insert into mails (id, kind, recipient, subject, sealed_content, state, expires_at)
    values (${mail.id}, ${mail.kind}, ${mail.recipient}, ${mail.subject}, ${mail.sealedContent}, ${mail.state},
      clock_timestamp() + ${mail.usefulSeconds} * interval '1 second')`)
}

const columns = sql`
  m.id, m.number::float8 as number, m.kind, m.recipient, m.subject, m.state, m.attempts, m.problem, ${isoTime('m', 'created_at')} as created_at,
  ${isoTime('m', 'sent_at')} as sent_at, case when m.state = 'waiting' then ${isoTime('m', 'next_attempt_at')} end as next_attempt_at`

/** Lists the newest first. */
export function listMails(db: Queryable, { before, limit }: { readonly before?: number | undefined; readonly limit: number }): Promise<Mail[]> {
  return db.rows<Mail>(sql`
    select ${columns} from mails m where ${before ?? null}::bigint is null or m.number < ${before ?? null}::bigint
    order by m.number desc limit ${limit}`)
}

export async function retrieveMail(db: Queryable, id: string): Promise<Mail> {
  return (await db.first<Mail>(sql`select ${columns} from mails m where m.id = ${id}`))!
}

/** Returns a stored mail's content, sealed. */
export async function findKept(db: Queryable, id: string): Promise<string | null> {
  const row = await db.first<{ sealed_content: string }>(sql`select sealed_content from mails where id = ${id} and state = 'kept'`)
  return row?.sealed_content ?? null
}

export interface DueMail {
  readonly id: string
  readonly recipient: string
  readonly subject: string
  readonly sealed_content: string
  readonly attempts: number
}

/**
 * Takes the next mail to send, exclusively until the attempt ends or its deadline passes. After a crash in the middle it is sent again, with the same
 * Message-ID, by which servers and mail clients detect duplicates.
 */
export function takeDue(db: Queryable): Promise<DueMail | undefined> {
  return db.first<DueMail>(sql`
    update mails set attempts = attempts + 1, next_attempt_at = clock_timestamp() + ${mailDeadlineMs * 2} * interval '1 millisecond'
    where id = (
      select id from mails where state = 'waiting' and next_attempt_at <= clock_timestamp() and expires_at > clock_timestamp()
      order by next_attempt_at, number limit 1 for update skip locked
    ) returning id, recipient, subject, sealed_content, attempts`)
}

export async function recordSent(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update mails set state = 'sent', sent_at = clock_timestamp(), problem = null, sealed_content = null where id = ${id} and state = 'waiting'`)
}

export async function recordFailed(db: Queryable, id: string, problem: string): Promise<void> {
  await db.run(sql`update mails set state = 'failed', problem = ${problem}, sealed_content = null where id = ${id} and state = 'waiting'`)
}

export async function recordRetry(db: Queryable, id: string, problem: string, seconds: number): Promise<void> {
  await db.run(sql`
    update mails set problem = ${problem}, next_attempt_at = clock_timestamp() + ${seconds} * interval '1 second'
    where id = ${id} and state = 'waiting'`)
}

/** Returns the milliseconds until the next mail is due; null if none waits. */
export async function nextDueMs(db: Queryable): Promise<number | null> {
  const row = await db.first<{ ms: number | null }>(sql`
    select (extract(epoch from min(next_attempt_at) - clock_timestamp()) * 1000)::float8 as ms from mails where state = 'waiting'`)
  return row?.ms ?? null
}

/** Marks outdated mail, deletes old entries, and removes expired links from stored mail. */
export async function expireMails(db: Queryable): Promise<void> {
  await db.run(sql`
    update mails set state = 'failed', problem = coalesce(problem, 'It could not be sent in time'), sealed_content = null
    where state = 'waiting' and expires_at <= clock_timestamp()`)
  await db.run(sql`delete from mails where created_at < clock_timestamp() - ${mailKeptDays} * interval '1 day'`)
}
