import type { Webhook, WebhookDelivery, WebhookKind } from '@colonnade/contracts/organizations/webhooks'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

const columns = sql`
  w.id, w.url, w.kinds, w.is_paused, w.pause_reason, ${isoTime('w', 'created_at')} as created_at,
  (select jsonb_build_object('state', d.state, 'attempted_at', ${isoTime('d', 'attempted_at')})
    from webhook_deliveries d where d.webhook_id = w.id order by d.number desc limit 1) as last_delivery`

export function listWebhooks(db: Queryable, organizationId: string): Promise<Webhook[]> {
  return db.rows<Webhook>(sql`select ${columns} from webhooks w where w.organization_id = ${organizationId} order by w.created_at, w.id`)
}

export function findWebhook(db: Queryable, organizationId: string, id: string): Promise<Webhook | undefined> {
  return db.first<Webhook>(sql`select ${columns} from webhooks w where w.organization_id = ${organizationId} and w.id = ${id}`)
}

export interface NewWebhook {
  readonly id: string
  readonly organizationId: string
  readonly url: string
  readonly kinds: readonly WebhookKind[]
  readonly sealedSecret: string
  readonly max: number
}

/** False when the organization has as many as it may have; its row is locked, so that the count holds. */
export async function insertWebhook(db: Queryable, { id, organizationId, url, kinds, sealedSecret, max }: NewWebhook): Promise<boolean> {
  await db.first(sql`select from organizations where id = ${organizationId} for update`)
  const row = await db.first(sql`
    insert into webhooks (id, organization_id, url, kinds, sealed_secret) select ${id}, ${organizationId}, ${url}, ${kinds}::text[], ${sealedSecret}
    where (select count(*) from webhooks where organization_id = ${organizationId}) < ${max} returning id`)
  return row !== undefined
}

export async function updateWebhook(
  db: Queryable,
  id: string,
  { url, kinds, isPaused }: { readonly url: string; readonly kinds: readonly WebhookKind[]; readonly isPaused: boolean },
): Promise<void> {
  await db.run(sql`
    update webhooks set url = ${url}, kinds = ${kinds}::text[], is_paused = ${isPaused}, pause_reason = case when ${isPaused}::boolean then pause_reason end
    where id = ${id}`)
  if (isPaused) await dropWaiting(db, id)
}

/** Pending deliveries are no longer sent automatically, but can be sent manually. */
async function dropWaiting(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    update webhook_deliveries set state = 'failed', problem = coalesce(problem, 'The webhook was paused') where webhook_id = ${id} and state = 'waiting'`)
}

/** Pauses it because of what it answered. Undefined when it was paused already. */
export async function pauseWebhook(
  db: Queryable,
  id: string,
  reason: string,
): Promise<{ readonly organization_id: string; readonly url: string } | undefined> {
  const row = await db.first<{ organization_id: string; url: string }>(sql`
    update webhooks set is_paused = true, pause_reason = ${reason} where id = ${id} and not is_paused returning organization_id, url`)
  if (row) await dropWaiting(db, id)
  return row
}

export async function replaceSecret(db: Queryable, id: string, sealedSecret: string, hours: number): Promise<void> {
  await db.run(sql`
    update webhooks set sealed_former_secret = sealed_secret, former_until = now() + ${hours} * interval '1 hour', sealed_secret = ${sealedSecret} where id = ${id}`)
}

export async function deleteWebhook(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from webhooks where id = ${id}`)
}

export async function insertTest(db: Queryable, id: string): Promise<void> {
  await db.run(sql`
    insert into webhook_deliveries (webhook_id, event, payload)
    select w.id, 'webhook.test', json_build_object('type', 'webhook.test', 'timestamp', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
      'data', json_build_object('organization', json_build_object('id', o.id, 'slug', o.slug, 'name', o.name)))::text
    from webhooks w join organizations o on o.id = w.organization_id where w.id = ${id}`)
}

export function listDeliveries(db: Queryable, id: string, before: number | null, limit: number): Promise<WebhookDelivery[]> {
  return db.rows<WebhookDelivery>(sql`
    select d.id, d.number::float8, d.event, d.state, d.attempts, ${isoTime('d', 'created_at')} as created_at,
      case when d.state = 'waiting' then ${isoTime('d', 'next_attempt_at')} end as next_attempt_at, ${isoTime('d', 'attempted_at')} as attempted_at,
      d.duration_ms, d.status, d.answer, d.problem, d.payload
    from webhook_deliveries d where d.webhook_id = ${id} and (${before}::bigint is null or d.number < ${before})
    order by d.number desc limit ${limit}`)
}

/** It waits again, from its first attempt on. Undefined where there is none such. */
export async function resend(db: Queryable, webhookId: string, id: string): Promise<{ readonly event: string } | undefined> {
  await db.run(sql`select pg_notify('news', 'webhooks')`)
  return db.first<{ event: string }>(sql`
    update webhook_deliveries set state = 'waiting', attempts = 0, next_attempt_at = clock_timestamp() where id = ${id} and webhook_id = ${webhookId} returning event`)
}

export interface Due {
  readonly id: string
  readonly webhook_id: string
  readonly url: string
  readonly payload: string
  readonly attempts: number
  readonly sealed_secret: string
  readonly sealed_former_secret: string | null
}

/** Returns the oldest due delivery of some webhooks, counted as an attempt; after a crash it is due again after the lease. */
export function takeDue(db: Queryable, limit: number, leaseSeconds: number): Promise<Due[]> {
  return db.rows<Due>(sql`
    with due as (
      select distinct on (d.webhook_id) d.id from webhook_deliveries d where d.state = 'waiting' and d.next_attempt_at <= clock_timestamp()
      order by d.webhook_id, d.number limit ${limit}
    ), taken as (
      update webhook_deliveries d set attempts = d.attempts + 1, next_attempt_at = clock_timestamp() + ${leaseSeconds} * interval '1 second'
      from due where d.id = due.id returning d.*
    )
    select t.id, t.webhook_id, w.url, t.payload, t.attempts, w.sealed_secret, case when w.former_until > now() then w.sealed_former_secret end as sealed_former_secret
    from taken t join webhooks w on w.id = t.webhook_id`)
}

export interface Outcome {
  readonly state: 'waiting' | 'delivered' | 'failed'
  readonly retrySeconds: number
  readonly durationMs: number
  readonly status: number | null
  readonly answer: string | null
  readonly problem: string | null
}

export async function recordAttempt(db: Queryable, id: string, outcome: Outcome): Promise<void> {
  await db.run(sql`
    update webhook_deliveries set state = ${outcome.state}, next_attempt_at = clock_timestamp() + ${outcome.retrySeconds} * interval '1 second',
      attempted_at = clock_timestamp(), duration_ms = ${outcome.durationMs}, status = ${outcome.status}, answer = ${outcome.answer}, problem = ${outcome.problem}
    where id = ${id}`)
}

/** Milliseconds until the next one is due; null: none waits. */
export async function nextDueMs(db: Queryable): Promise<number | null> {
  const row = await db.first<{ ms: number | null }>(sql`
    select (extract(epoch from min(next_attempt_at) - clock_timestamp()) * 1000)::float8 as ms from webhook_deliveries where state = 'waiting'`)
  return row?.ms ?? null
}

export async function deleteOld(db: Queryable, keptDays: number): Promise<void> {
  await db.run(sql`delete from webhook_deliveries where created_at < now() - ${keptDays} * interval '1 day'`)
}
