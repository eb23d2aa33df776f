import type { PaymentCard } from '@colonnade/contracts/billing/payments'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { StoredCard } from './provider.ts'

/** What the provider holds of an organization. */
export interface Customer {
  readonly id: string
  readonly organization_id: string
  readonly customer_id: string | null
  readonly method_id: string | null
  readonly is_wanted: boolean
}

const customer = sql`c.id, c.organization_id, c.customer_id, c.method_id, c.is_wanted`

export function findCustomer(db: Queryable, organizationId: string, isLive: boolean): Promise<Customer | undefined> {
  return db.first<Customer>(sql`
    select ${customer} from payment_customers c where c.organization_id = ${organizationId} and c.is_live = ${isLive}`)
}

/** By its own identifier there, or that of its card. */
export function findCustomerThere(db: Queryable, customerId: string | null, methodId: string | null): Promise<Customer | undefined> {
  return db.first<Customer>(sql`
    select ${customer} from payment_customers c where c.customer_id = ${customerId} or c.method_id = ${methodId} order by c.customer_id = ${customerId} desc limit 1`)
}

export async function insertCustomer(db: Queryable, organizationId: string, isLive: boolean): Promise<void> {
  await db.run(sql`insert into payment_customers (organization_id, is_live) values (${organizationId}, ${isLive}) on conflict do nothing`)
}

export async function setCustomerId(db: Queryable, id: string, customerId: string): Promise<void> {
  await db.run(sql`update payment_customers set customer_id = ${customerId} where id = ${id}`)
}

/** True when it is another card than before. */
export async function setCard(db: Queryable, id: string, card: StoredCard | null, nextLookHours: number): Promise<boolean> {
  const before = await db.first<{ method_id: string | null }>(sql`select method_id from payment_customers where id = ${id} for update`)
  await db.run(sql`
    update payment_customers set method_id = ${card?.id ?? null}, brand = ${card?.brand ?? null}, last4 = ${card?.last4 ?? null},
      exp_month = ${card?.exp_month ?? null}, exp_year = ${card?.exp_year ?? null}, next_look_at = clock_timestamp() + ${nextLookHours} * interval '1 hour'
    where id = ${id}`)
  return before !== undefined && before.method_id !== (card?.id ?? null)
}

export function findCard(db: Queryable, organizationId: string, isLive: boolean): Promise<PaymentCard | undefined> {
  return db.first<PaymentCard>(sql`
    select brand, last4, exp_month, exp_year from payment_customers
    where organization_id = ${organizationId} and is_live = ${isLive} and is_wanted and method_id is not null`)
}

/** Something is odd about it: its cards are looked at in the next round. */
export async function lookSoon(db: Queryable, customerId: string): Promise<void> {
  await db.run(sql`update payment_customers set next_look_at = clock_timestamp() where customer_id = ${customerId}`)
}

/** Whose cards were not looked at for long. */
export function listCustomersToLookAt(db: Queryable, isLive: boolean): Promise<Customer[]> {
  return db.rows<Customer>(sql`
    select ${customer} from payment_customers c
    where c.is_live = ${isLive} and c.is_wanted and c.customer_id is not null and c.next_look_at <= clock_timestamp() order by c.next_look_at limit 100`)
}

/** Returns the customers to delete at the provider: not during a payment, nor before a deleted organization's dues were charged once. */
export function listCustomersToForget(db: Queryable, isLive: boolean): Promise<Customer[]> {
  return db.rows<Customer>(sql`
    select ${customer} from payment_customers c
    where c.is_live = ${isLive} and not c.is_wanted
      and not exists (select from invoice_payments p where p.customer_id = c.customer_id and p.state = 'open')
      and (c.method_id is null or not exists (
        select from invoice_collections l join invoices i on i.id = l.invoice_id
        where i.organization_id = c.organization_id and i.status = 'open' and l.is_live = c.is_live and l.attempts = 0 and l.next_attempt_at is not null))`)
}

export async function deleteCustomer(db: Queryable, id: string): Promise<void> {
  await db.run(sql`delete from payment_customers where id = ${id}`)
}

export async function deleteOldEvents(db: Queryable, keptDays: number): Promise<void> {
  await db.run(sql`delete from payment_events where received_at < now() - ${keptDays} * interval '1 day' and handled_at is not null`)
}
