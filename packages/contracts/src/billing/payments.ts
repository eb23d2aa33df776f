import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'

/** What an organization pays with. */
export const PaymentCard = z.object({
  /** `visa`, as the provider calls it */
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

/** A page of the provider that the browser goes to. */
const HostedPage = z.object({ url: z.url() })

const manage = { auth: 'user', permission: 'billing:manage' } as const

/** Cards, where the installation has a payment provider: what is done with their numbers happens on pages of the provider only. */
export const payments = resource('/platform/organizations/{slug}/payments', {
  retrieve: get('/', {
    ...manage,
    summary: 'The card that invoices are paid with',
    reply: PaymentReport,
    errors: ['payments_not_configured', 'organization_managed_elsewhere'],
  }),
  addCard: post('/card', {
    ...manage,
    summary: 'Begin to add a card, or one in place of another: on a page of the payment provider',
    audit: 'organization.card_page_opened',
    reply: HostedPage,
    status: 201,
    errors: ['payments_not_configured', 'organization_managed_elsewhere', 'payment_provider_failed'],
  }),
  removeCard: remove('/card', {
    ...manage,
    summary: 'Take the card away, also from the payment provider',
    audit: 'organization.card_removed',
    reply: PaymentReport,
    errors: ['payments_not_configured', 'organization_managed_elsewhere', 'payment_provider_failed'],
  }),
  pay: post('/invoices/{id}', {
    ...manage,
    summary: 'Pay an open invoice on a page of the payment provider',
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
    summary: 'What became of a page of the payment provider that the browser came back from; the provider is asked',
    reply: z.object({
      purpose: z.enum(['card', 'invoice']),
      /** `open`: nothing was done on it yet. */
      state: z.enum(['open', 'done', 'expired']),
    }),
    errors: ['payments_not_configured', 'organization_managed_elsewhere', 'payment_provider_failed', 'payment_page_not_found'],
  }),
})
