import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { page, QueryInteger, Text } from '../foundation/values.ts'
import { Invoice, InvoiceStatus, InvoiceSummary } from './invoices.ts'

/** An invoice of any organization, including deleted ones. */
export const HostedInvoice = InvoiceSummary.extend({ is_deleted: z.boolean() })
export type HostedInvoice = z.infer<typeof HostedInvoice>

/** Invoices of all organizations, for the owner of the installation, who records manual payments. */
export const installationInvoices = resource('/platform/installation/invoices', {
  list: get('/', {
    summary: 'List invoices of all organizations, newest first',
    auth: 'owner',
    query: z.object({
      /** Part of the organization's name or of the invoice number. */
      search: Text(200).trim().default(''),
      status: InvoiceStatus.optional(),
      offset: QueryInteger.min(0).default(0),
      limit: QueryInteger.min(1).max(100).default(24),
    }),
    reply: page(HostedInvoice),
  }),
  retrieve: get('/{id}', {
    summary: 'Retrieve an invoice of any organization with its lines',
    auth: 'owner',
    reply: Invoice,
    errors: ['invoice_not_found'],
  }),
  download: get('/{id}/file', {
    summary: 'Download an invoice of any organization as a PDF',
    auth: 'owner',
    download: 'application/octet-stream',
    reply: z.unknown(),
    errors: ['invoice_not_found'],
  }),
  settle: patch('/{id}', {
    summary: 'Mark an open invoice as paid or void. This can’t be undone',
    auth: 'owner',
    audit: 'organization.invoice_settled',
    body: z.object({ status: z.enum(['paid', 'void']) }),
    reply: Invoice,
    errors: ['invoice_not_found', 'invoice_settled', 'invoice_being_paid', 'payment_provider_failed'],
  }),
})
