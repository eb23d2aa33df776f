import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Payment setup of this installation. */
export const InstallationPayments = z.object({
  /** The payment provider; null for manual payments, as agreed with each organization. */
  provider: z
    .object({
      mode: z.enum(['test', 'live']),
      /** The provider's API URL; null for Stripe itself. */
      address: z.string().nullable(),
      /** The URL for the provider's webhooks. */
      webhook_path: z.string(),
    })
    .nullable(),
  /** Number of organizations with a card. */
  cards: z.number().int(),
  /** The last update from the provider, by `webhook` or on request (`look`). */
  last_event: z.object({ type: z.string(), at: Timestamp, via: z.enum(['webhook', 'look']) }).nullable(),
  /** Why the provider is unreachable. Retried every minute. */
  problem: z.string().nullable(),
  problem_since: Timestamp.nullable(),
  /** Open invoices with a failed payment, and paid invoices with a refund or dispute; newest first, at most 20. */
  troubles: z.array(
    z.object({
      invoice_id: z.uuid(),
      number: z.number().int(),
      organization_name: z.string(),
      kind: z.enum(['failed', 'refunded', 'disputed']),
      reason: z.string().nullable(),
      at: Timestamp,
    }),
  ),
})
export type InstallationPayments = z.infer<typeof InstallationPayments>

export const installationPayments = resource('/platform/installation/payments', {
  retrieve: get('/', { summary: 'Retrieve the payment setup and failed payments', auth: 'owner', reply: InstallationPayments }),
})
