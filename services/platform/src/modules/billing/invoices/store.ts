import type { HostedInvoice } from '@colonnade/contracts/billing/installation-invoices'
import type { Invoice, InvoiceLine, InvoiceStatus, InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import { isoTime, type Queryable } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'

/** Of payments those of the mode that it is; null: there is no provider now, so only what was paid. */
export type PaymentMode = boolean | null

const summary = (isLive: PaymentMode): Fragment => sql`
  i.id, i.number, i.billed_to ->> 'name' as organization_name, i.period_start::text as period_start, i.period_end::text as period_end, i.currency,
  i.total_cents::float8 as total_cents, i.status, ${isoTime('i', 'made_at')} as made_at, ${isoTime('i', 'settled_at')} as settled_at, (
    select jsonb_build_object(
      'state', case p.state when 'paid' then 'paid' when 'failed' then 'failed' when 'open' then case p.kind when 'page' then 'page' else 'paying' end else 'waiting' end,
      'reason', p.reason, 'needs_confirmation', coalesce(p.needs_confirmation, false), 'refunded_cents', coalesce(p.refunded_cents, 0),
      'is_disputed', coalesce(p.is_disputed, false),
      'next_attempt_at', case when i.status = 'open' and p.state is distinct from 'open' then ${isoTime('l', 'next_attempt_at')} end)
    from (select 1) one left join invoice_collections l on l.invoice_id = i.id and l.is_live = ${isLive}::boolean left join lateral (
      select * from invoice_payments where invoice_id = i.id and (state = 'paid' or is_live = ${isLive}::boolean) and state <> 'ended' and (state <> 'open' or kind = 'card' or object_id is not null) order by begun_at desc limit 1) p on true
    where p.state is not null or (l.next_attempt_at is not null and i.status = 'open')) as payment`

/** The last one first. */
export function listInvoices(db: Queryable, isLive: PaymentMode, organizationId: string, offset: number, limit: number): Promise<InvoiceSummary[]> {
  return db.rows<InvoiceSummary>(sql`
    select ${summary(isLive)} from invoices i where i.organization_id = ${organizationId} order by i.number desc offset ${offset} limit ${limit}`)
}

export interface WantedInvoices {
  readonly search: string
  readonly status?: InvoiceStatus | undefined
  readonly offset: number
  readonly limit: number
}

export function listAllInvoices(db: Queryable, isLive: PaymentMode, { search, status, offset, limit }: WantedInvoices): Promise<HostedInvoice[]> {
  return db.rows<HostedInvoice>(sql`
    select ${summary(isLive)}, not exists (select from organizations o where o.id = i.organization_id) as is_deleted from invoices i
    where (${search} = '' or i.number::text = ${search} or position(lower(${search}) in lower(i.billed_to ->> 'name')) > 0)
      and (${status ?? null}::text is null or i.status = ${status ?? null})
    order by i.number desc offset ${offset} limit ${limit}`)
}

/** False when it is settled already. */
export async function settleInvoice(db: Queryable, id: string, status: InvoiceStatus, userId: string, at: Date): Promise<boolean> {
  const changed = await db.run(sql`
    update invoices set status = ${status}, settled_at = ${at}, settled_by = ${userId} where id = ${id} and status = 'open'`)
  return changed === 1
}

export interface DuePeriod {
  readonly organization_id: string
  readonly start: string
}

/** Months that are over and measured, and not accounted for yet; of organizations that are managed elsewhere none. */
export function listDue(db: Queryable, monthsMost: number): Promise<DuePeriod[]> {
  return db.rows<DuePeriod>(sql`
    select o.id as organization_id, m.start::date::text as start
    from usage_hours h, organizations o, lateral generate_series(
      greatest(date_trunc('month', greatest(o.created_at, (select min(from_at) from usage_presence)), 'UTC') at time zone 'UTC',
        date_trunc('month', h.done_until, 'UTC') at time zone 'UTC' - ${monthsMost} * interval '1 month'),
      date_trunc('month', h.done_until, 'UTC') at time zone 'UTC' - interval '1 month', interval '1 month') as m (start)
    where o.managed_by is null
      and not exists (select from billed_periods b where b.organization_id = o.id and b.period_start = m.start::date)
    order by m.start, o.created_at, o.id`)
}

/** Months of an organization that are not accounted for, the one that it is among them; none where it is managed elsewhere. */
export async function listOpenMonths(db: Queryable, organizationId: string, now: Date, monthsMost: number): Promise<string[]> {
  const rows = await db.rows<{ start: string }>(sql`
    select m.start::date::text as start
    from organizations o, lateral generate_series(
      greatest(date_trunc('month', greatest(o.created_at, (select min(from_at) from usage_presence)), 'UTC') at time zone 'UTC',
        date_trunc('month', ${now}::timestamptz, 'UTC') at time zone 'UTC' - ${monthsMost} * interval '1 month'),
      date_trunc('month', ${now}::timestamptz, 'UTC') at time zone 'UTC', interval '1 month') as m (start)
    where o.id = ${organizationId} and o.managed_by is null
      and not exists (select from billed_periods b where b.organization_id = o.id and b.period_start = m.start::date)
    order by m.start`)
  return rows.map(({ start }) => start)
}

/** False when somebody else has accounted for it. */
export async function claimPeriod(tx: Queryable, { organization_id: organizationId, start }: DuePeriod): Promise<boolean> {
  return (
    (await tx.run(sql`insert into billed_periods (organization_id, period_start) values (${organizationId}, ${start}) on conflict do nothing`)) === 1
  )
}

/** Of some days. */
export function sumAddons(
  db: Queryable,
  organizationId: string,
  days: readonly string[],
): Promise<{ readonly metric: string; readonly seconds: number }[]> {
  return db.rows(sql`
    select metric, sum(quantity)::float8 as seconds from usage_totals
    where organization_id = ${organizationId} and day = any(${days}::date[]) and metric like 'addon.%' group by metric`)
}

export interface NewInvoice {
  readonly organizationId: string
  readonly start: string
  readonly end: string
  readonly currency: string
  readonly billedTo: Invoice['billed_to']
  readonly lines: readonly InvoiceLine[]
  readonly at: Date
}

export function totalOf(lines: readonly InvoiceLine[]): number {
  return lines.reduce((sum, { cents }) => sum + cents, 0)
}

/** Inserts an invoice with the next number. Concurrent inserts wait until it is committed or rolled back, so that no number is skipped. */
export async function insertInvoice(tx: Queryable, invoice: NewInvoice): Promise<number> {
  await tx.run(sql`lock table invoices in share row exclusive mode`)
  const row = await tx.first<{ number: number }>(sql`
    insert into invoices (number, organization_id, period_start, period_end, currency, billed_to, lines, total_cents, made_at)
    select coalesce(max(number), 0) + 1, ${invoice.organizationId}, ${invoice.start}, ${invoice.end}, ${invoice.currency},
      ${JSON.stringify(invoice.billedTo)}::jsonb, ${JSON.stringify(invoice.lines)}::jsonb,
      ${totalOf(invoice.lines)}, ${invoice.at}
    from invoices returning number`)
  return row!.number
}

/** What nobody asked for has no actor. */
export async function noteInvoice(tx: Queryable, organizationId: string, details: object): Promise<void> {
  await tx.run(sql`
    insert into audit_log (event, organization_id, details) values ('organization.invoice_made', ${organizationId}, ${JSON.stringify(details)}::jsonb)`)
}

/** Of an organization, or of any. */
export function findInvoice(
  db: Queryable,
  isLive: PaymentMode,
  organizationId: string | null,
  id: string,
): Promise<(Invoice & { organization_id: string }) | undefined> {
  return db.first(sql`
    select ${summary(isLive)}, i.billed_to, i.lines, i.organization_id from invoices i
    where i.id::text = ${id} ${organizationId === null ? sql`` : sql`and i.organization_id = ${organizationId}`}`)
}
