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
