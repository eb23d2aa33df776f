import type { PaymentReport } from '@colonnade/contracts/billing/payments'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import { paymentEventsKeptDays, paymentLookSeconds } from '../../../kernel/limits.ts'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { requireBilling } from '../billing/store.ts'
import { paths } from '../../installation/mails/paths.ts'
import { advance, type AttemptTools, giveUp, waysBack } from './attempts.ts'
import * as attempts from './attempt-store.ts'
import { ensureCustomer, lookAtCards, removeCards } from './cards.ts'
import { asking } from './failures.ts'
import { ProviderError } from './provider.ts'
import * as store from './store.ts'
import type { Context } from './context.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>
type Request = Pick<RequestFacts, 'origin'>

/** @throws AppError `payments_not_configured`, `organization_managed_elsewhere` */
export async function retrievePayments(ctx: Context, scope: OrganizationScope): Promise<PaymentReport> {
  const { isLive } = await requirePayments(ctx, scope)
  return reportOf(ctx, scope, isLive)
}

async function reportOf({ database }: Context, { organizationId }: OrganizationScope, isLive: boolean): Promise<PaymentReport> {
  return { mode: isLive ? 'live' : 'test', card: (await store.findCard(database, organizationId, isLive)) ?? null }
}

/** @throws AppError `payments_not_configured`, `organization_managed_elsewhere`, `payment_provider_failed` */
export async function openCardPage(ctx: Context, scope: OrganizationScope, request: Request, audit: Audit): Promise<{ url: string }> {
  const { tools, name } = await requirePayments(ctx, scope)
  const base = billingPage(ctx, scope, request)
  return asking(async () => {
    const open = async () => tools.provider.openCardPage((await requireCustomer(tools, scope, name)).customer_id, waysBack(base))
    const page = await open().catch(async (error: unknown) => {
      if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error
      // somebody may have deleted the customer there: then there is another one
      await lookAtCards(tools, await requireCustomer(tools, scope, name))
      return open()
    })
    await ctx.database.transaction((tx) => audit(tx, { organizationId: scope.organizationId, details: {} }))
    return { url: requireUrl(page.url) }
  })
}

/** @throws AppError `payments_not_configured`, `organization_managed_elsewhere`, `payment_provider_failed` */
export async function removeCard(ctx: Context, scope: OrganizationScope, audit: Audit): Promise<PaymentReport> {
  const { tools, isLive } = await requirePayments(ctx, scope)
  const { organizationId } = scope
  const customer = await store.findCustomer(ctx.database, organizationId, isLive)
  const card = await store.findCard(ctx.database, organizationId, isLive)
  if (customer) await asking(() => removeCards(tools, customer))
  await ctx.database.transaction((tx) => audit(tx, { organizationId, details: card ? { card: { brand: card.brand, last4: card.last4 } } : {} }))
  return reportOf(ctx, scope, isLive)
}

/**
 * A page on which an open invoice is paid: the one that is open for it, or another. A charge that was not begun, or failed, is given up first,
 * so that nothing is paid twice.
 *
 * @throws AppError `payments_not_configured`, `organization_managed_elsewhere`, `payment_provider_failed`, `invoice_not_found`,
 * `invoice_settled`, `invoice_being_paid`
 */
export async function openPaymentPage(ctx: Context, scope: OrganizationScope, id: string, request: Request, audit: Audit): Promise<{ url: string }> {
  const { tools, isLive, name } = await requirePayments(ctx, scope)
  const { organizationId } = scope
  const invoice = await attempts.findPayable(ctx.database, organizationId, id)
  if (invoice === undefined) throw new AppError('invoice_not_found', { id })
  const returnUrl = billingPage(ctx, scope, request)
  return asking(async () => {
    const { customer_id: customerId } = await requireCustomer(tools, scope, name)
    const open = await attempts.findOpenAttempt(ctx.database, invoice.id, isLive)
    if (open?.kind === 'card') requireEnded(await giveUp(tools, open.id))
    const wanted = await ctx.database.transaction(async (tx) => {
      const status = await attempts.lockInvoice(tx, invoice.id)
      if (status !== 'open') throw settled(invoice.number, status ?? 'void')
      const there = await attempts.findOpenAttempt(tx, invoice.id, isLive)
      if (there?.kind === 'card') throw beingPaid(invoice.number)
      await audit(tx, { organizationId, details: { number: invoice.number } })
      return (
        there?.id ??
        attempts.insertAttempt(tx, { invoiceId: invoice.id, kind: 'page', isLive, customerId, returnUrl, lookSeconds: paymentLookSeconds })
      )
    })
    const page = await advance(tools, wanted)
    if (page.state === 'paid') throw settled(invoice.number, 'paid')
    if (page.state !== 'open') throw new AppError('payment_provider_failed', {}, { message: messages.pageExpired })
    // it was paid on just now, and is not settled there
    if (page.url === null) throw beingPaid(invoice.number)
    return { url: page.url }
  })
}

/** @throws AppError `payments_not_configured`, `organization_managed_elsewhere`, `payment_provider_failed`, `payment_page_not_found` */
export async function lookAtPage(
  ctx: Context,
  scope: OrganizationScope,
  id: string,
): Promise<{ purpose: 'card' | 'invoice'; state: 'open' | 'done' | 'expired' }> {
  const { tools, isLive } = await requirePayments(ctx, scope)
  return asking(async () => {
    const customer = await store.findCustomer(ctx.database, scope.organizationId, isLive)
    // what is no identifier would be another path of the provider's
    const page = /^\w+$/.test(id) ? await tools.provider.findPage(id) : null
    if (page === null || !customer || page.customerId !== customer.customer_id) throw new AppError('payment_page_not_found', { page: id })
    if (page.purpose === 'card') await lookAtCards(tools, customer)
    else {
      const attempt = await attempts.findAttemptThere(ctx.database, id)
      if (attempt) await advance(tools, attempt.id)
    }
    return { purpose: page.purpose, state: page.state }
  })
}

/**
 * Cancels open charges at the provider before an invoice is settled manually.
 *
 * @throws AppError `invoice_being_paid` during a charge, `payment_provider_failed` when the provider does not answer
 */
export async function releaseInvoice(
  {
    parts: {
      collector: { tools },
    },
    database,
  }: Context,
  invoiceId: string,
): Promise<void> {
  if (tools === null) return
  const open = await attempts.findOpenAttempt(database, invoiceId, tools.isLive)
  if (open) await asking(async () => requireEnded(await giveUp(tools, open.id)))
}

/** Checks again in the transaction that settles and has locked the invoice. @throws AppError `invoice_being_paid` */
export async function requireReleased(
  {
    parts: {
      collector: { tools },
    },
  }: Context,
  tx: Transaction,
  invoiceId: string,
): Promise<void> {
  if (tools === null) return
  await attempts.lockInvoice(tx, invoiceId)
  const open = await attempts.findOpenAttempt(tx, invoiceId, tools.isLive)
  if (open) throw beingPaid(open.number)
}

/** Chore: has the provider asked what it did not tell, and forgets what it told long ago. */
export async function askProvider({ parts: { collector }, database }: Context): Promise<void> {
  collector.askSoon()
  await store.deleteOldEvents(database, paymentEventsKeptDays)
}

async function requirePayments(
  {
    parts: {
      collector: { tools },
    },
    database,
  }: Context,
  { organizationId }: OrganizationScope,
): Promise<{ readonly tools: AttemptTools; readonly isLive: boolean; readonly name: string }> {
  if (tools === null) {
    throw new AppError('payments_not_configured', {}, { message: messages.noCards })
  }
  const { managed_by: manager, name } = await requireBilling(database, organizationId)
  if (manager !== null) {
    throw new AppError('organization_managed_elsewhere', { managed_by: manager }, { message: messages.managed(manager) })
  }
  return { tools, isLive: tools.isLive, name }
}

async function requireCustomer(
  tools: AttemptTools,
  { organizationId }: OrganizationScope,
  name: string,
): Promise<store.Customer & { readonly customer_id: string }> {
  const customer = await ensureCustomer(tools, { id: organizationId, name })
  if (customer.is_wanted) return customer
  throw new AppError('payment_provider_failed', {}, { message: messages.customerBeingRemoved })
}

function requireEnded(attempt: attempts.Attempt): void {
  if (attempt.state === 'open') throw beingPaid(attempt.number)
}

function requireUrl(url: string | null): string {
  if (url === null) throw new AppError('payment_provider_failed', {}, { message: messages.noPage })
  return url
}

function beingPaid(number: number): AppError {
  return new AppError('invoice_being_paid', { number }, { message: messages.beingPaid(number) })
}

function settled(number: number, status: string): AppError {
  return new AppError('invoice_settled', { status }, { message: messages.settled(number, status) })
}

function billingPage({ config }: Context, { slug }: OrganizationScope, { origin }: Request): string {
  return (config.publicUrl ?? origin).replace(/\/$/, '') + paths.billing(slug)
}
