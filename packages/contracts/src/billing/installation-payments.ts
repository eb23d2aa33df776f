import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** How invoices of this installation are paid. */
export const InstallationPayments = z.object({
  /** null: by hand, as agreed with each organization. */
  provider: z
    .object({
      mode: z.enum(['test', 'live']),
      /** Where it is reached; null for Stripe itself. */
      address: z.string().nullable(),
      /** Where it is to tell what happens. */
      webhook_path: z.string(),
    })
    .nullable(),
  /** Organizations with a card. */
  cards: z.number().int(),
  /** What the provider told last, by itself (`webhook`) or when it was asked (`look`). */
  last_event: z.object({ type: z.string(), at: Timestamp, via: z.enum(['webhook', 'look']) }).nullable(),
  /** What keeps it from being reached; it is tried again every minute. */
  problem: z.string().nullable(),
  problem_since: Timestamp.nullable(),
  /** Open invoices whose last payment failed, and paid ones that were refunded or are disputed; the last one first, twenty at most. */
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
  retrieve: get('/', { summary: 'How invoices are paid, and what of it failed', auth: 'owner', reply: InstallationPayments }),
})
