import type { InstallationPayments } from '@colonnade/contracts/billing/installation-payments'
import { isoTime, type Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

export async function retrieveState(
  db: Queryable,
  isLive: boolean,
): Promise<Pick<InstallationPayments, 'cards' | 'last_event' | 'problem' | 'problem_since'>> {
  const row = await db.first<Pick<InstallationPayments, 'cards' | 'last_event' | 'problem' | 'problem_since'>>(sql`
    select (select count(*)::int from payment_customers where is_live = ${isLive} and is_wanted and method_id is not null) as cards,
      (select jsonb_build_object('type', e.type, 'at', ${isoTime('e', 'created_at')}, 'via', e.via)
        from payment_events e where e.is_live = ${isLive} order by e.created_at desc, e.id limit 1) as last_event,
      s.problem, ${isoTime('s', 'problem_since')} as problem_since
    from (select 1) one left join payment_states s on s.is_live = ${isLive}`)
  return row!
}

export function listTroubles(db: Queryable, isLive: boolean): Promise<InstallationPayments['troubles']> {
  return db.rows(sql`
    select i.id as invoice_id, i.number, i.billed_to ->> 'name' as organization_name, p.reason, ${isoTime('p', 'ended_at')} as at,
      case when p.is_disputed then 'disputed' when p.refunded_cents > 0 then 'refunded' else 'failed' end as kind
    from invoices i, lateral (
      select * from invoice_payments where invoice_id = i.id and is_live = ${isLive} and state in ('paid', 'failed') order by begun_at desc limit 1) p
    where p.is_disputed or p.refunded_cents > 0 or (p.state = 'failed' and i.status = 'open')
    order by p.ended_at desc limit 20`)
}
