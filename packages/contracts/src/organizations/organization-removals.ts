import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** What goes with an organization, what keeps it from going, and what stays. */
export const OrganizationRemoval = z.object({
  /** They have to be deleted first, each by itself. */
  projects: z.array(
    z.object({
      ref: z.string(),
      name: z.string(),
      /** On the disk, branches and replicas included, as it was measured last; null before that. */
      size_bytes: z.number().int().nullable(),
      backup_count: z.number().int(),
      branch_count: z.number().int(),
      replica_count: z.number().int(),
    }),
  ),
  /** The caller among them. */
  member_count: z.number().int(),
  invitation_count: z.number().int(),
  /** Of its own. */
  role_count: z.number().int(),
  /** Of members, for this organization only. */
  access_token_count: z.number().int(),
  /** That it has registered; what people authorized them to ends everywhere. */
  app_count: z.number().int(),
  webhook_count: z.number().int(),
  accepted_document_count: z.number().int(),
  /** They stay, and so does the audit log. */
  invoice_count: z.number().int(),
  open_invoice_count: z.number().int(),
  /** What is billed with it: the month so far, and months before it that no invoice was made for yet. */
  last_bill: z.object({
    /** ISO 4217 */
    currency: z.string(),
    cents: z.number().int(),
    /** Its card is charged for it. */
    is_charged: z.boolean(),
  }),
})
export type OrganizationRemoval = z.infer<typeof OrganizationRemoval>

export const organizationRemovals = resource('/platform/organizations/{slug}/removal', {
  retrieve: get('/', {
    summary: 'What deleting the organization would take along',
    auth: 'user',
    permission: 'organization:delete',
    reply: OrganizationRemoval,
  }),
})
