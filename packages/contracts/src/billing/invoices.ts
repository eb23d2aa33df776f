import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { page, QueryInteger, Timestamp } from '../foundation/values.ts'
import { UsageMetricId } from '../organizations/usage.ts'

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

/** The card payment of an invoice. */
export const InvoicePayment = z.object({
  /**
   * `waiting`: the charge is scheduled; `paying`: the charge is in progress; `page`: a payment page of the provider is open; `failed`: the last
   * charge failed; `paid`: paid by card.
   */
  state: z.enum(['waiting', 'paying', 'page', 'failed', 'paid']),
  /** Why the last charge failed, in plain language. */
  reason: z.string().nullable(),
  /** True if the bank requires the cardholder to confirm the payment. */
  needs_confirmation: z.boolean(),
  /** Time of the next automatic attempt; null if there is none. */
  next_attempt_at: Timestamp.nullable(),
  refunded_cents: z.number().int(),
  is_disputed: z.boolean(),
})
export type InvoicePayment = z.infer<typeof InvoicePayment>

/** An invoice in a list. Amounts are in cents. */
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
  /** null if no card is involved. */
  payment: InvoicePayment.nullable(),
})
export type InvoiceSummary = z.infer<typeof InvoiceSummary>

export const Invoice = InvoiceSummary.extend({
  /** Billing details at the time of the invoice. */
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

/** The month so far, and the invoice that it becomes. */
export const UpcomingInvoice = z.object({
  period_start: z.iso.date(),
  period_end: z.iso.date(),
  /** ISO 4217 */
  currency: z.string(),
  /** What the month costs up to now: the plan up to today, add-ons and usage as measured. None on the Free plan. */
  lines: z.array(InvoiceLine),
  so_far_cents: z.number().int(),
  /** The whole month if nothing changes: the plan and today's add-ons until its end, and the usage up to now. */
  estimated_cents: z.number().int(),
  /** The day after the period; null where there is no invoice because the month costs nothing, or the plan is managed elsewhere. */
  invoice_date: z.iso.date().nullable(),
  /** Usage of the month beside what the plan includes, `included` null for no limit; metrics without any usage are left out. */
  usage: z.array(z.object({ metric: UsageMetricId, used: z.number(), included: z.number().nullable() })),
})
export type UpcomingInvoice = z.infer<typeof UpcomingInvoice>

const manage = { auth: 'user', permission: 'billing:manage' } as const

/** Invoices of an organization. They are created after the end of a billing period and never change. */
export const invoices = resource('/platform/organizations/{slug}/invoices', {
  list: get('/', {
    ...manage,
    summary: 'List invoices, newest first',
    query: z.object({ offset: QueryInteger.min(0).default(0), limit: QueryInteger.min(1).max(100).default(24) }),
    reply: page(InvoiceSummary),
  }),
  upcoming: get('/upcoming', {
    ...manage,
    summary: 'Retrieve the cost and usage of the current month so far, and an estimate of its invoice',
    reply: UpcomingInvoice,
  }),
  retrieve: get('/{id}', { ...manage, summary: 'Retrieve an invoice with its lines', reply: Invoice, errors: ['invoice_not_found'] }),
  download: get('/{id}/file', {
    ...manage,
    summary: 'Download an invoice as a PDF',
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['invoice_not_found'],
  }),
})
