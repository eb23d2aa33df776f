import type { Clock, Failpoint, Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { paymentRetrySeconds } from '../../../kernel/limits.ts'
import type { Bus } from '../../../kernel/news/bus.ts'
import { createOutbox, type Outbox } from '@colonnade/reconciling'
import type { Post } from '../../installation/mails/post.ts'
import { insertForOwner } from '../../installation/notifications/store.ts'
import { advance, type AttemptTools } from './attempts.ts'
import * as attempts from './attempt-store.ts'
import { forgetCustomers, lookAtCards } from './cards.ts'
import { askForEvents, handleEvents } from './events.ts'
import { type PaymentProvider, ProviderError } from './provider.ts'
import { listCustomersToLookAt } from './store.ts'
import { messages } from './messages.ts'

/** A context's part of this module. */
export interface HasCollector {
  readonly collector: Collector
}

/** Collects payments for invoices. Without a provider it does nothing: they are paid as agreed with the owner of the installation. */
export interface Collector extends Outbox {
  /** null where invoices are paid offline. */
  readonly tools: AttemptTools | null
  /** Asks the provider for missed events in its next round, without waiting. */
  askSoon(): void
}

export interface CollectorParts extends Post {
  readonly provider: PaymentProvider | null
  readonly database: Database
  readonly bus: Bus
  readonly clock: Clock
  readonly logger: Logger
  readonly failpoint: Failpoint
}

const byHand: Collector = { tools: null, round: async () => {}, start: () => {}, close: async () => {}, askSoon: () => {} }

export function createCollector({ provider, bus, ...parts }: CollectorParts): Collector {
  if (provider === null) return byHand
  const { database, logger, config } = parts
  const isLive = config.payments!.isLive
  const tools: AttemptTools = { ...parts, provider, isLive }
  let isAsked = false
  const doAll = async (stopping: AbortSignal): Promise<void> => {
    await beginDue(tools)
    for (const { id } of await attempts.takeOpenAttempts(database, isLive, paymentRetrySeconds)) {
      if (stopping.aborted) return
      await unlessRefused(tools, () => advance(tools, id))
    }
    await handleEvents(tools)
    for (const customer of await listCustomersToLookAt(database, isLive)) await unlessRefused(tools, () => lookAtCards(tools, customer))
    await unlessRefused(tools, () => forgetCustomers(tools))
    if (!isAsked) return
    isAsked = false
    await askForEvents(tools)
    await handleEvents(tools)
  }
  /** Records why the provider can't be used, for the owner of the installation, and everything is tried again. */
  const noting = async (work: () => Promise<void>): Promise<void> => {
    const before = provider.answered()
    try {
      await work()
      if (provider.answered() === before) return
      await database.run(sql`update payment_states set problem = null, problem_since = null where is_live = ${isLive} and problem is not null`)
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error
      logger.warn('the payment provider could not be used', { kind: error.kind, problem: error.message })
      await noteProblem(tools, error)
    }
  }
  const outbox = createOutbox({
    name: 'payments',
    news: bus.subscribe('payments'),
    logger,
    lookMs: paymentRetrySeconds * 1_000,
    nextDueMs: async () => null,
    doAll: (stopping) => noting(() => doAll(stopping)),
  })
  return { ...outbox, tools, askSoon: () => void (isAsked = true) }
}

/** What the provider refuses keeps nothing else from being done. */
async function unlessRefused({ logger }: AttemptTools, work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    logger.warn('the payment provider refused', { problem: error.message })
  }
}

/** Begins to charge what is due: an attempt for each invoice, in the transaction that has seen that nothing else pays it. */
async function beginDue({ database, isLive, failpoint }: AttemptTools): Promise<void> {
  for (const { invoice_id: invoiceId, customer_id: customerId, method_id: methodId } of await attempts.listDueInvoices(database, isLive)) {
    await database.transaction(async (tx) => {
      if ((await attempts.lockInvoice(tx, invoiceId)) !== 'open') return
      if (await attempts.findOpenAttempt(tx, invoiceId, isLive)) return
      await attempts.insertAttempt(tx, { invoiceId, kind: 'card', isLive, customerId, methodId, lookSeconds: 0 })
    })
    await failpoint('payments.attempt.after')
  }
}

async function noteProblem({ database, isLive }: AttemptTools, { kind, message }: ProviderError): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.run(sql`insert into payment_states (is_live) values (${isLive}) on conflict do nothing`)
    const before = await tx.first<{ problem: string | null }>(sql`select problem from payment_states where is_live = ${isLive} for update`)
    await tx.run(sql`
      update payment_states set problem = ${message}, problem_since = coalesce(problem_since, clock_timestamp()) where is_live = ${isLive}`)
    // an unreachable provider usually recovers on its own
    if (before?.problem !== null || kind === 'away') return
    await insertForOwner(tx, null, {
      priority: 'Critical',
      title: messages.unavailable.title,
      message: messages.unavailable.message(message),
      actions: [{ label: messages.unavailable.action, action_type: 'open_installation' }],
    })
  })
}
