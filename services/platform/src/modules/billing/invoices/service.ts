import type { HostedInvoice } from '@colonnade/contracts/billing/installation-invoices'
import type { Invoice, InvoiceStatus, InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, FileStream } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { releaseInvoice, requireReleased } from '../payments/service.ts'
import * as store from './store.ts'
import { findInvoice } from './store.ts'
import type { Context } from './context.ts'

export async function listInvoices(
  ctx: Context,
  { organizationId }: OrganizationScope,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): Promise<{ items: InvoiceSummary[]; next_offset: number | null }> {
  const oneMore = await store.listInvoices(ctx.database, modeOf(ctx), organizationId, offset, limit + 1)
  return { items: oneMore.slice(0, limit), next_offset: oneMore.length > limit ? offset + limit : null }
}

/** Of all organizations, also of those that are gone. */
export async function listAllInvoices(
  ctx: Context,
  { limit, ...wanted }: { readonly search: string; readonly status?: InvoiceStatus | undefined; readonly offset: number; readonly limit: number },
): Promise<{ items: HostedInvoice[]; next_offset: number | null }> {
  const oneMore = await store.listAllInvoices(ctx.database, modeOf(ctx), { ...wanted, limit: limit + 1 })
  return { items: oneMore.slice(0, limit), next_offset: oneMore.length > limit ? wanted.offset + limit : null }
}

/** Of an organization; null: of any. @throws AppError `invoice_not_found` */
export async function retrieveInvoice(ctx: Context, scope: Pick<OrganizationScope, 'organizationId'> | null, id: string): Promise<Invoice> {
  const { organization_id: _, ...invoice } = found(await findInvoice(ctx.database, modeOf(ctx), scope?.organizationId ?? null, id), id)
  return invoice
}

/** @throws AppError `invoice_not_found` */
export async function downloadInvoice(ctx: Context, scope: OrganizationScope | null, id: string): Promise<FileStream> {
  const invoice = await retrieveInvoice(ctx, scope, id)
  // its fonts and what writes them are loaded when somebody wants a file
  const { invoicePdf } = await import('./pdf/invoice-pdf.ts')
  return { stream: await invoicePdf(invoice, ctx.config.publicUrl), fileName: `invoice-${invoice.number}.pdf`, mediaType: 'application/pdf' }
}

/** @throws AppError `invoice_not_found`, `invoice_settled`, `invoice_being_paid`, `payment_provider_failed` */
export async function settleInvoice(
  ctx: Context,
  { userId }: Actor,
  id: string,
  { status }: { readonly status: 'paid' | 'void' },
  audit: AuditRecorder<Transaction>,
): Promise<Invoice> {
  await releaseInvoice(ctx, found(await findInvoice(ctx.database, modeOf(ctx), null, id), id).id)
  return ctx.database.transaction(async (tx) => {
    const before = found(await findInvoice(tx, modeOf(ctx), null, id), id)
    await requireReleased(ctx, tx, before.id)
    if (!(await store.settleInvoice(tx, before.id, status, userId, ctx.clock.date()))) {
      const { status: now } = found(await findInvoice(tx, modeOf(ctx), null, id), id)
      throw new AppError('invoice_settled', { status: now }, { message: `Invoice ${before.number} is ${now} already` })
    }
    await audit(tx, { organizationId: before.organization_id, details: { number: before.number, status, before: before.status } })
    const { organization_id: _, ...invoice } = found(await findInvoice(tx, modeOf(ctx), null, id), id)
    return invoice
  })
}

function modeOf({
  parts: {
    collector: { tools },
  },
}: Context): store.PaymentMode {
  return tools?.isLive ?? null
}

function found<T>(row: T | undefined, id: string): T {
  if (row === undefined) throw new AppError('invoice_not_found', { id })
  return row
}
