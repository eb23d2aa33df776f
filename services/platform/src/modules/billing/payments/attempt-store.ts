import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** An attempt to have an invoice paid, with what it takes to make it. */
export interface Attempt {
  readonly id: string
  readonly invoice_id: string
  readonly organization_id: string
  readonly kind: 'card' | 'page'
  readonly customer_id: string
  readonly method_id: string | null
  readonly return_url: string | null
  readonly object_id: string | null
  readonly charge_id: string | null
  readonly url: string | null
  readonly state: 'open' | 'paid' | 'failed' | 'ended'
  readonly begun_at: Date
  readonly number: number
  readonly total_cents: number
  readonly currency: string
  readonly invoice_status: 'open' | 'paid' | 'void'
  readonly billed_to: { readonly name: string; readonly slug: string }
  readonly period_start: string
  readonly period_end: string
}

const selected = sql`
  select p.id, p.invoice_id, i.organization_id, p.kind, p.customer_id, p.method_id, p.return_url, p.object_id, p.charge_id, p.url, p.state, p.begun_at, i.number,
    i.total_cents::float8 as total_cents, i.currency, i.status as invoice_status, i.billed_to, i.period_start::text, i.period_end::text
  from invoice_payments p join invoices i on i.id = p.invoice_id`

export function findAttempt(db: Queryable, id: string): Promise<Attempt | undefined> {
  return db.first<Attempt>(sql`${selected} where p.id = ${id}`)
}

/** By a page or a charge of the provider. */
export function findAttemptThere(db: Queryable, id: string): Promise<Attempt | undefined> {
  return db.first<Attempt>(sql`${selected} where p.object_id = ${id} or p.charge_id = ${id}`)
}

/** The one that may still take money, and no other can. */
export function findOpenAttempt(db: Queryable, invoiceId: string, isLive: boolean): Promise<Attempt | undefined> {
  return db.first<Attempt>(sql`${selected} where p.invoice_id = ${invoiceId} and p.is_live = ${isLive} and p.state = 'open'`)
}

/** Locks the invoice: whether it is open stays so until the transaction ends. */
export async function lockInvoice(tx: Queryable, invoiceId: string): Promise<'open' | 'paid' | 'void' | undefined> {
  const row = await tx.first<{ status: 'open' | 'paid' | 'void' }>(sql`select status from invoices where id = ${invoiceId} for update`)
  return row?.status
}

export interface NewAttempt {
  readonly invoiceId: string
  readonly kind: Attempt['kind']
  readonly isLive: boolean
  readonly customerId: string
  readonly methodId?: string
  readonly returnUrl?: string
  readonly lookSeconds: number
}

export async function insertAttempt(tx: Queryable, attempt: NewAttempt): Promise<string> {
  const row = await tx.first<{ id: string }>(sql`
    insert into invoice_payments (invoice_id, kind, is_live, customer_id, method_id, return_url, next_look_at)
    values (${attempt.invoiceId}, ${attempt.kind}, ${attempt.isLive}, ${attempt.customerId}, ${attempt.methodId ?? null}, ${attempt.returnUrl ?? null},
      clock_timestamp() + ${attempt.lookSeconds} * interval '1 second') returning id`)
  return row!.id
}

export async function noteObject(db: Queryable, id: string, objectId: string, url: string | null, chargeId: string | null): Promise<void> {
  await db.run(sql`
    update invoice_payments set object_id = ${objectId}, url = ${url}, charge_id = coalesce(${chargeId}, charge_id) where id = ${id}`)
}

export interface AttemptEnd {
  readonly state: 'paid' | 'failed' | 'ended'
  readonly reason?: string
  readonly needsConfirmation?: boolean
}

/** False when it had ended already. */
export async function endAttempt(tx: Queryable, id: string, { state, reason, needsConfirmation = false }: AttemptEnd): Promise<boolean> {
  const changed = await tx.run(sql`
    update invoice_payments set state = ${state}, reason = ${reason ?? null}, needs_confirmation = ${needsConfirmation}, ended_at = clock_timestamp()
    where id = ${id} and state = 'open'`)
  return changed === 1
}

/** Leases attempts to check; after a crash they are due again. */
export function takeOpenAttempts(db: Queryable, isLive: boolean, lookSeconds: number): Promise<{ readonly id: string }[]> {
  return db.rows(sql`
    update invoice_payments set next_look_at = clock_timestamp() + ${lookSeconds} * interval '1 second'
    where is_live = ${isLive} and state = 'open' and next_look_at <= clock_timestamp() returning id`)
}

export async function lookAgain(db: Queryable, id: string, seconds: number): Promise<void> {
  await db.run(
    sql`update invoice_payments set next_look_at = clock_timestamp() + ${seconds} * interval '1 second' where id = ${id} and state = 'open'`,
  )
}

/** Undefined where it says nothing new. */
export async function noteReturn(
  tx: Queryable,
  id: string,
  { refundedCents, isDisputed }: { readonly refundedCents: number; readonly isDisputed: boolean },
): Promise<boolean> {
  const changed = await tx.run(sql`
    update invoice_payments set refunded_cents = ${refundedCents}, is_disputed = ${isDisputed}
    where id = ${id} and (refunded_cents, is_disputed) is distinct from (${refundedCents}::bigint, ${isDisputed}::boolean)`)
  return changed === 1
}

/** An invoice to charge now, and the card. */
export interface DueInvoice {
  readonly invoice_id: string
  readonly customer_id: string
  readonly method_id: string
}

/** For a deleted organization returns the first attempt only, because nobody is left to fix a failure. */
export function listDueInvoices(db: Queryable, isLive: boolean): Promise<DueInvoice[]> {
  return db.rows<DueInvoice>(sql`
    select l.invoice_id, c.customer_id, c.method_id from invoice_collections l
      join invoices i on i.id = l.invoice_id and i.status = 'open'
      join payment_customers c on c.organization_id = i.organization_id and c.is_live = l.is_live and c.method_id is not null
    where l.is_live = ${isLive} and l.next_attempt_at <= clock_timestamp() and (c.is_wanted or l.attempts = 0)
      and not exists (select from invoice_payments p where p.invoice_id = l.invoice_id and p.is_live = l.is_live and p.state = 'open')
    order by i.number`)
}

/** Starts automatic charges of the invoice if its organization has a card; returns true if it has. */
export async function insertCollection(tx: Queryable, organizationId: string, invoiceNumber: number, isLive: boolean): Promise<boolean> {
  const inserted = await tx.run(sql`
    insert into invoice_collections (invoice_id, is_live)
    select i.id, c.is_live from invoices i join payment_customers c on c.organization_id = i.organization_id
    where i.number = ${invoiceNumber} and c.organization_id = ${organizationId} and c.is_live = ${isLive} and c.method_id is not null`)
  return inserted === 1
}

/** A charge of the card failed: when it is tried again, if it is. */
export async function recordFailure(tx: Queryable, invoiceId: string, retryDays: readonly number[], isFinal: boolean): Promise<Date | null> {
  const row = await tx.first<{ next_attempt_at: Date | null }>(sql`
    update invoice_collections set attempts = attempts + 1,
      next_attempt_at = case when ${isFinal}::boolean then null else clock_timestamp() + (${retryDays}::integer[])[attempts + 1] * interval '1 day' end
    where invoice_id = ${invoiceId} returning next_attempt_at`)
  return row?.next_attempt_at ?? null
}

/** It is not charged for a while; that is no failure. */
export async function postponeCollection(tx: Queryable, invoiceId: string, seconds: number): Promise<void> {
  await tx.run(sql`
    update invoice_collections set next_attempt_at = clock_timestamp() + ${seconds} * interval '1 second' where invoice_id = ${invoiceId}`)
}

/** Another card: what failed is tried again at once. */
export async function collectAgain(tx: Queryable, organizationId: string, isLive: boolean): Promise<void> {
  await tx.run(sql`
    update invoice_collections l set next_attempt_at = clock_timestamp(), attempts = 0 from invoices i
    where i.id = l.invoice_id and i.organization_id = ${organizationId} and i.status = 'open' and l.is_live = ${isLive} and l.attempts > 0`)
}

/** Returns false if it is already settled. Stores no actor. */
export async function settlePaid(tx: Queryable, invoiceId: string, at: Date): Promise<boolean> {
  return (await tx.run(sql`update invoices set status = 'paid', settled_at = ${at} where id = ${invoiceId} and status = 'open'`)) === 1
}

/** What nobody asked for has no actor. */
export async function writeLine(tx: Queryable, event: string, organizationId: string, details: object): Promise<void> {
  // of an organization that is gone nobody reads it there, and the owner of the installation all the same
  await tx.run(sql`insert into audit_log (event, organization_id, details) values (${event}, ${organizationId}, ${JSON.stringify(details)}::jsonb)`)
}

/** An invoice of an organization, by what its page calls it. */
export function findPayable(
  db: Queryable,
  organizationId: string,
  id: string,
): Promise<{ readonly id: string; readonly number: number } | undefined> {
  return db.first(sql`select id, number from invoices where id::text = ${id} and organization_id = ${organizationId}`)
}
