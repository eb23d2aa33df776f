import type { Room } from '../../kernel/room.ts'
import type { HasCollector } from './payments/collector.ts'
import { makeLastInvoices } from './invoices/last-invoices.ts'
import { mountStripeWebhook } from './payments/protocol.ts'
import { billingRoutes } from './billing/routes.ts'
import { invoiceRoutes } from './invoices/routes.ts'
import { installationInvoiceRoutes } from './installation-invoices/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { installationPaymentRoutes } from './installation-payments/routes.ts'
import { makeInvoices } from './invoices/make-invoices.ts'
import { askProvider } from './payments/service.ts'
import { housekeepingMs } from '../../kernel/limits.ts'

export type BillingParts = HasCollector

export const billingRoom: Room<BillingParts> = {
  name: 'billing',
  routes: [...billingRoutes, ...invoiceRoutes, ...installationInvoiceRoutes, ...paymentRoutes, ...installationPaymentRoutes],
  chores: [
    { name: 'makeInvoices', everyMs: housekeepingMs, work: makeInvoices },
    { name: 'askPaymentProvider', everyMs: housekeepingMs, work: askProvider },
  ],
  workers: ({ collector }) => [{ name: 'collector', start: () => collector.start(), close: () => collector.close() }],
  mount: mountStripeWebhook,
  settleOrganization: makeLastInvoices,
}
