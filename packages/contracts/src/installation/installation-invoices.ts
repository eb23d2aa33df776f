import { z } from 'zod'
import { patch, resource } from '../foundation/endpoint.ts'
import { Invoice } from '../organizations/invoices.ts'

/** What the owner of the installation does with invoices of all organizations: who has paid is known to nobody else. */
export const installationInvoices = resource('/platform/installation/invoices', {
  settle: patch('/{id}', {
    summary: 'Mark an open invoice as paid, or as void; neither can be taken back',
    auth: 'owner',
    audit: 'organization.invoice_settled',
    body: z.object({ status: z.enum(['paid', 'void']) }),
    reply: Invoice,
    errors: ['invoice_not_found', 'invoice_settled', 'invoice_being_paid', 'payment_provider_failed'],
  }),
})
