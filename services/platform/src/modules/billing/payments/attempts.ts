import { AppError, type Clock, type Failpoint, type Logger } from '@colonnade/core'
import type { Database, Transaction } from '@colonnade/pg'
import { chargeRetryDays, paymentLookSeconds, paymentPageSeconds } from '../../../kernel/limits.ts'
import type { Post } from '../../installation/mails/post.ts'
import * as store from './attempt-store.ts'
import { type Charge, type Due, type HostedPage, type PaymentProvider, ProviderError, type WayBack } from './provider.ts'
import { lookSoon } from './store.ts'
import { notifyDoublePayment, notifyFailure, notifyReturn } from './notify.ts'

/** What working on attempts takes. */
export interface AttemptTools extends Post {
  readonly database: Database
  readonly provider: PaymentProvider
  readonly isLive: boolean
  readonly clock: Clock
  readonly logger: Logger
  readonly failpoint: Failpoint
}

/**
 * Advances an attempt as far as possible, and returns it. Relies on the provider's current state only, never on events or stored state, so it can run
 * at any time,
 * from anywhere, and repeatedly.
 *
 * @throws ProviderError `away`, `key`; and `refused` for a page that a person waits for
 */
export async function advance(tools: AttemptTools, id: string): Promise<store.Attempt> {
  const attempt = await found(tools, id)
  if (attempt.state !== 'open') return attempt
  try {
    if (attempt.kind === 'card') await advanceCharge(tools, attempt)
    else await advancePage(tools, attempt)
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    await refuse(tools, await found(tools, id), error)
  }
  return found(tools, id)
}

/** Ends an attempt that the provider will not make, in whatever state it is there. The customer may be gone, so it is looked at. */
async function refuse(tools: AttemptTools, attempt: store.Attempt, error: ProviderError): Promise<void> {
  await lookSoon(tools.database, attempt.customer_id)
  if (attempt.kind === 'page') {
    await end(tools, attempt, { kind: 'cancelled' })
    throw error
  }
  const charge = attempt.object_id === null ? null : await tools.provider.cancelCharge(attempt.object_id)
  if (charge !== null && charge.state.kind !== 'cancelled') return settle(tools, attempt, charge)
  await end(tools, attempt, { kind: 'declined', reason: error.message, needsConfirmation: false, isFinal: true })
}

/**
 * From then on the attempt takes no money, unless it has taken it already or does just now; then it stays open. Returns it as it is then.
 *
 * @throws ProviderError `away`, `key`
 */
export async function giveUp(tools: AttemptTools, id: string): Promise<store.Attempt> {
  const attempt = await found(tools, id)
  if (attempt.state !== 'open') return attempt
  try {
    if (attempt.kind === 'card') {
      // one that was asked for, and whose answer is not known yet, is there all the same
      const { id: chargeId } = await begin(tools, attempt)
      const charge = await tools.provider.cancelCharge(chargeId)
      if (charge.state.kind === 'cancelled') await end(tools, attempt, { kind: 'given_up' })
      else await settle(tools, attempt, charge)
    } else {
      const page = await openPage(tools, attempt)
      await settlePage(tools, attempt, page && (await tools.provider.expirePage(page.id)))
    }
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
    await end(tools, attempt, { kind: 'given_up' })
  }
  return found(tools, id)
}

/** Looks whether what was paid came back: refunded, or disputed. @throws ProviderError */
export async function lookAtReturn(tools: AttemptTools, attempt: store.Attempt): Promise<void> {
  const chargeId = attempt.kind === 'card' ? attempt.object_id : attempt.charge_id
  if (chargeId === null) return
  const { state } = await tools.provider.findCharge(chargeId)
  if (state.kind !== 'paid') return
  await tools.database.transaction(async (tx) => {
    if (await store.noteReturn(tx, attempt.id, state)) await notifyReturn(tx, attempt, state)
  })
}

async function found({ database }: AttemptTools, id: string): Promise<store.Attempt> {
  const attempt = await store.findAttempt(database, id)
  if (attempt === undefined) throw new AppError('internal', { payment: id })
  return attempt
}

/** Address to return to from the provider's page, with that page's ID. */
export function waysBack(to: string): WayBack {
  return { done: `${to}?payment=`, cancelled: `${to}?payment=cancelled` }
}

function dueOf({
  id,
  customer_id: customerId,
  total_cents: cents,
  currency,
  number,
  period_start: start,
  period_end: end,
  begun_at: begunAt,
}: store.Attempt): Due {
  return { key: `colonnade-${id}`, customerId, cents, currency, description: `Invoice ${number}, ${start} to ${end}`, begunAt }
}

async function advanceCharge(tools: AttemptTools, attempt: store.Attempt): Promise<void> {
  const { provider, failpoint } = tools
  let charge = await begin(tools, attempt)
  if (charge.state.kind === 'begun') {
    charge = await provider.confirmCharge(charge.id)
    await failpoint('payments.confirm.after')
  }
  // a declined payment can't be completed in another way from now on
  const isLoose = charge.state.kind === 'declined'
  const ended = isLoose ? await provider.cancelCharge(charge.id) : charge
  await settle(tools, attempt, isLoose && ended.state.kind === 'cancelled' ? charge : ended)
}

async function begin({ provider, database, failpoint }: AttemptTools, attempt: store.Attempt): Promise<Charge> {
  if (attempt.object_id !== null) return provider.findCharge(attempt.object_id)
  const charge = await provider.beginCharge(dueOf(attempt), attempt.method_id!)
  await failpoint('payments.begin.after')
  await store.noteObject(database, attempt.id, charge.id, null, null)
  return charge
}

async function advancePage(tools: AttemptTools, attempt: store.Attempt): Promise<void> {
  await settlePage(tools, attempt, await openPage(tools, attempt))
}

async function openPage({ provider, database }: AttemptTools, attempt: store.Attempt): Promise<HostedPage | null> {
  if (attempt.object_id !== null) return provider.findPage(attempt.object_id)
  const page = await provider.openPaymentPage(dueOf(attempt), waysBack(attempt.return_url!))
  await store.noteObject(database, attempt.id, page.id, page.url, page.chargeId)
  return page
}

async function settlePage(tools: AttemptTools, attempt: store.Attempt, page: HostedPage | null): Promise<void> {
  if (page?.chargeId) await store.noteObject(tools.database, attempt.id, page.id, page.url, page.chargeId)
  if (page === null || page.state === 'expired') return end(tools, attempt, { kind: 'cancelled' })
  if (page.state === 'open' || page.chargeId === null) return store.lookAgain(tools.database, attempt.id, paymentLookSeconds)
  await settle(tools, attempt, await tools.provider.findCharge(page.chargeId))
}

async function settle(tools: AttemptTools, attempt: store.Attempt, { state }: Charge): Promise<void> {
  if (state.kind === 'begun' || state.kind === 'under_way') return store.lookAgain(tools.database, attempt.id, paymentLookSeconds)
  await end(tools, attempt, state)
}

/** Writes down how an attempt ended, and all that follows from it, once. */
async function end(
  tools: AttemptTools,
  attempt: store.Attempt,
  state: Exclude<Charge['state'], { kind: 'begun' | 'under_way' }> | { readonly kind: 'cancelled' | 'given_up' },
): Promise<void> {
  await tools.database.transaction(async (tx) => {
    await store.lockInvoice(tx, attempt.invoice_id)
    switch (state.kind) {
      case 'paid':
        return endPaid(tools, tx, attempt, state)
      case 'declined':
        return endFailed(tools, tx, attempt, state)
      case 'given_up':
        // it has not failed: unless people pay in their way, it is charged as was planned
        if ((await store.endAttempt(tx, attempt.id, { state: 'ended' })) && attempt.kind === 'card') {
          await store.postponeCollection(tx, attempt.invoice_id, paymentPageSeconds)
        }
        return
      default:
        // cancelled at the provider: waits as after a failure, or it would restart at once
        if ((await store.endAttempt(tx, attempt.id, { state: 'ended' })) && attempt.kind === 'card') {
          await store.recordFailure(tx, attempt.invoice_id, chargeRetryDays, false)
        }
    }
  })
}

async function endPaid(
  { clock }: AttemptTools,
  tx: Transaction,
  attempt: store.Attempt,
  state: { readonly refundedCents: number; readonly isDisputed: boolean },
): Promise<void> {
  if (!(await store.endAttempt(tx, attempt.id, { state: 'paid' }))) return
  const { number, organization_id: organizationId, kind } = attempt
  if (await store.settlePaid(tx, attempt.invoice_id, clock.date())) {
    await store.writeLine(tx, 'organization.invoice_paid', organizationId, { number, by: kind })
  } else {
    await notifyDoublePayment(tx, attempt)
  }
  if (await store.noteReturn(tx, attempt.id, state)) await notifyReturn(tx, attempt, state)
}

async function endFailed(
  tools: AttemptTools,
  tx: Transaction,
  attempt: store.Attempt,
  { reason, needsConfirmation, isFinal }: { readonly reason: string; readonly needsConfirmation: boolean; readonly isFinal: boolean },
): Promise<void> {
  if (!(await store.endAttempt(tx, attempt.id, { state: 'failed', reason, needsConfirmation }))) return
  const retryAt = await store.recordFailure(tx, attempt.invoice_id, chargeRetryDays, isFinal)
  await store.writeLine(tx, 'organization.payment_failed', attempt.organization_id, { number: attempt.number, reason })
  await notifyFailure(tools, tx, attempt, { reason, needsConfirmation, retryAt })
}
