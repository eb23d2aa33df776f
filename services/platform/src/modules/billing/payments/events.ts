import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { paymentEventsOverlapMs, paymentEventsReachDays, paymentRetrySeconds } from '../../../kernel/limits.ts'
import { advance, type AttemptTools, lookAtReturn } from './attempts.ts'
import { findAttemptThere } from './attempt-store.ts'
import { lookAtCards } from './cards.ts'
import { ProviderError, type ProviderEvent } from './provider.ts'
import { findCustomerThere } from './store.ts'

/** Keeps an event to be looked at, once, however often it comes. */
export async function keepEvent(db: Queryable, { id, type, isLive, at, about }: ProviderEvent, via: 'webhook' | 'look'): Promise<void> {
  await db.run(sql`
    insert into payment_events (id, type, is_live, via, about, created_at)
    values (${id}, ${type}, ${isLive}, ${via}, ${JSON.stringify(about)}::jsonb, ${at}) on conflict do nothing`)
}

/** Asks what has happened since it was asked last, so that nothing is missed that was not told. @throws ProviderError */
export async function askForEvents({ database, provider, isLive, clock }: AttemptTools): Promise<void> {
  const now = clock.now()
  const row = await database.first<{ looked_until: Date | null }>(sql`select looked_until from payment_states where is_live = ${isLive}`)
  const since = Math.max((row?.looked_until?.getTime() ?? now) - paymentEventsOverlapMs, now - paymentEventsReachDays * 86_400_000)
  for (const event of await provider.listEvents(new Date(since))) await keepEvent(database, event, 'look')
  await database.run(sql`
    insert into payment_states (is_live, looked_until) values (${isLive}, ${new Date(now)})
    on conflict (is_live) do update set looked_until = excluded.looked_until`)
}

/** Checks what the events are about. What can't be checked now is retried later. @throws ProviderError */
export async function handleEvents(tools: AttemptTools): Promise<void> {
  const { database, isLive } = tools
  for (;;) {
    const event = await database.first<{ id: string; about: ProviderEvent['about'] }>(sql`
      update payment_events set next_look_at = clock_timestamp() + ${paymentRetrySeconds} * interval '1 second' where id = (
        select id from payment_events where handled_at is null and is_live = ${isLive} and next_look_at <= clock_timestamp() order by received_at limit 1)
      returning id, about`)
    if (event === undefined) return
    await lookAt(tools, event.about).catch((error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
      tools.logger.warn('what the payment provider told of is not there', { event: event.id, problem: error.message })
    })
    await database.run(sql`update payment_events set handled_at = clock_timestamp() where id = ${event.id}`)
  }
}

/** What is not of this installation, which may share an account with others, is known to nobody here. */
async function lookAt(tools: AttemptTools, { page, charge, customer, method }: ProviderEvent['about']): Promise<void> {
  const there = page ?? charge
  const attempt = there === undefined ? undefined : await findAttemptThere(tools.database, there)
  if (attempt?.state === 'open') await advance(tools, attempt.id)
  else if (attempt?.state === 'paid') await lookAtReturn(tools, attempt)
  if (customer === undefined && method === undefined) return
  const known = await findCustomerThere(tools.database, customer ?? null, method ?? null)
  if (known?.is_wanted) await lookAtCards(tools, known)
}
