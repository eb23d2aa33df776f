import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { page, QueryInteger, Timestamp } from '../foundation/values.ts'

export const invoiceStatuses = ['open', 'paid', 'void'] as const
export const InvoiceStatus = z.enum(invoiceStatuses)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const InvoiceLine = z.object({
  description: z.string(),
  /** `12 of 30 days`, `43.5 GB` */
  quantity: z.string(),
  cents: z.number().int(),
})
export type InvoiceLine = z.infer<typeof InvoiceLine>

/** What is known of paying an invoice by card. */
export const InvoicePayment = z.object({
  /**
   * `waiting`: it is charged soon; `paying`: it is being charged; `page`: somebody may be paying on a page of the provider; `failed`: the last
   * charge did; `paid`: by card.
   */
  state: z.enum(['waiting', 'paying', 'page', 'failed', 'paid']),
  /** Why the last charge failed, for people. */
  reason: z.string().nullable(),
  /** The bank wants the card's owner to confirm it: nothing is charged without them. */
  needs_confirmation: z.boolean(),
  /** When it is charged again by itself; null: it is not. */
  next_attempt_at: Timestamp.nullable(),
  refunded_cents: z.number().int(),
  is_disputed: z.boolean(),
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

/** An invoice as lists have it; amounts are whole cents. */
export const InvoiceSummary = z.object({
  id: z.uuid(),
  number: z.number().int(),
  organization_name: z.string(),
  period_start: z.iso.date(),
  period_end: z.iso.date(),
  currency: z.string(),
  total_cents: z.number().int(),
  status: InvoiceStatus,
  made_at: Timestamp,
  settled_at: Timestamp.nullable(),
  /** null where no card has to do with it. */
  payment: InvoicePayment.nullable(),
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

export const Invoice = InvoiceSummary.extend({
  /** As it was when the invoice was made. */
  billed_to: z.object({
    name: z.string(),
    slug: z.string(),
    emails: z.array(z.string()),
    address: z.string().nullable(),
    tax_id: z.string().nullable(),
  }),
  lines: z.array(InvoiceLine),
})
export type Invoice = z.infer<typeof Invoice>

const manage = { auth: 'user', permission: 'billing:manage' } as const

/** Invoices of one organization. They are made when a billing period is over and measured, and never changed. */
export const invoices = resource('/platform/organizations/{slug}/invoices', {
  list: get('/', {
    ...manage,
    summary: 'Invoices of the organization, the last one first',
    query: z.object({ offset: QueryInteger.min(0).default(0), limit: QueryInteger.min(1).max(100).default(24) }),
    reply: page(InvoiceSummary),
  }),
  retrieve: get('/{id}', { ...manage, summary: 'One invoice with its lines', reply: Invoice, errors: ['invoice_not_found'] }),
  download: get('/{id}/file', {
    ...manage,
    summary: 'One invoice as a PDF file',
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['invoice_not_found'],
  }),
})
