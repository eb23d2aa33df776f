import { installationInvoices } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import { settleInvoice } from '../invoices/service.ts'

export const installationInvoiceRoutes = [
  serve(installationInvoices.settle, ({ ctx, actor, params, body, audit }) => settleInvoice(ctx, actor, params.id, body, audit)),
]
