import { installationInvoices } from '@colonnade/contracts/billing/installation-invoices'
import { serve } from './context.ts'
import { downloadInvoice, listAllInvoices, retrieveInvoice, settleInvoice } from '../invoices/service.ts'

export const installationInvoiceRoutes = [
  serve(installationInvoices.list, ({ ctx, query }) => listAllInvoices(ctx, query)),
  serve(installationInvoices.retrieve, ({ ctx, params }) => retrieveInvoice(ctx, null, params.id)),
  serve(installationInvoices.download, ({ ctx, params }) => downloadInvoice(ctx, null, params.id)),
  serve(installationInvoices.settle, ({ ctx, actor, params, body, audit }) => settleInvoice(ctx, actor, params.id, body, audit)),
]
