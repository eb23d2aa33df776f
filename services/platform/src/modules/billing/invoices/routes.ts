import { invoices } from '@colonnade/contracts/billing/invoices'
import { serve } from './context.ts'
import * as service from './service.ts'
import { retrieveUpcoming } from './upcoming.ts'

export const invoiceRoutes = [
  serve(invoices.list, ({ ctx, scope, query }) => service.listInvoices(ctx, scope, query)),
  serve(invoices.upcoming, ({ ctx, scope }) => retrieveUpcoming(ctx, scope)),
  serve(invoices.retrieve, ({ ctx, scope, params }) => service.retrieveInvoice(ctx, scope, params.id)),
  serve(invoices.download, ({ ctx, scope, params }) => service.downloadInvoice(ctx, scope, params.id)),
]
