import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'

/** The payment card of an organization. */
export const PaymentCard = z.object({
  /** The provider's name for the brand, such as `visa`. */
  brand: z.string(),
  last4: z.string(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
})
export type PaymentCard = z.infer<typeof PaymentCard>

export const PaymentReport = z.object({
  /** In test mode no money moves. */
  mode: z.enum(['test', 'live']),
  card: PaymentCard.nullable(),
})
export type PaymentReport = z.infer<typeof PaymentReport>

/** A page of the provider to open in the browser. */
const HostedPage = z.object({ url: z.url() })

const manage = { auth: 'user', permission: 'billing:manage' } as const

/** Card payments, if the installation has a payment provider. Card numbers are only entered on the provider's pages. */
export const payments = resource('/platform/organizations/{slug}/payments', {
  retrieve: get('/', {
    ...manage,
    summary: 'Retrieve the payment card',
    reply: PaymentReport,
    errors: ['payments_not_configured', 'organization_managed_elsewhere'],
  }),
  addCard: post('/card', {
    ...manage,
    summary: 'Add or replace the payment card. Returns a page of the payment provider',
    audit: 'organization.card_page_opened',
    reply: HostedPage,
    status: 201,
    errors: ['payments_not_configured', 'organization_managed_elsewhere', 'payment_provider_failed'],
  }),
  removeCard: remove('/card', {
    ...manage,
    summary: 'Remove the payment card, also from the payment provider',
    audit: 'organization.card_removed',
    reply: PaymentReport,
    errors: ['payments_not_configured', 'organization_managed_elsewhere', 'payment_provider_failed'],
  }),
  pay: post('/invoices/{id}', {
    ...manage,
    summary: 'Pay an open invoice. Returns a page of the payment provider',
    audit: 'organization.payment_page_opened',
    reply: HostedPage,
    status: 201,
    errors: [
      'payments_not_configured',
      'organization_managed_elsewhere',
      'payment_provider_failed',
      'invoice_not_found',
      'invoice_settled',
      'invoice_being_paid',
    ],
  }),
  retrievePage: get('/pages/{page}', {
    ...manage,
    summary: 'Retrieve the outcome of a payment page from the provider',
    reply: z.object({
      purpose: z.enum(['card', 'invoice']),
      /** `open`: the page is not completed. */
      state: z.enum(['open', 'done', 'expired']),
    }),
    errors: ['payments_not_configured', 'organization_managed_elsewhere', 'payment_provider_failed', 'payment_page_not_found'],
  }),
})
