import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** Effects of deleting an organization: what is deleted, what prevents it, and what stays. */
export const OrganizationRemoval = z.object({
  /** Projects that must be deleted first. */
  projects: z.array(
    z.object({
      ref: z.string(),
      name: z.string(),
      /** Last measured size on disk, including branches and replicas; null before the first measurement. */
      size_bytes: z.number().int().nullable(),
      backup_count: z.number().int(),
      branch_count: z.number().int(),
      replica_count: z.number().int(),
    }),
  ),
  /** Number of members, including the caller. */
  member_count: z.number().int(),
  invitation_count: z.number().int(),
  /** Number of custom roles. */
  role_count: z.number().int(),
  /** Access tokens of members that are limited to this organization. */
  access_token_count: z.number().int(),
  /** Registered applications. All their authorizations end. */
  app_count: z.number().int(),
  webhook_count: z.number().int(),
  accepted_document_count: z.number().int(),
  /** Invoices, which stay, as does the audit log. */
  invoice_count: z.number().int(),
  open_invoice_count: z.number().int(),
  /** Final invoice: the current month so far and earlier months that were not billed yet. */
  last_bill: z.object({
    /** ISO 4217 */
    currency: z.string(),
    cents: z.number().int(),
    /** True if the card will be charged. */
    is_charged: z.boolean(),
  }),
})
export type OrganizationRemoval = z.infer<typeof OrganizationRemoval>

export const organizationRemovals = resource('/platform/organizations/{slug}/removal', {
  retrieve: get('/', {
    summary: 'Preview the deletion of the organization',
    auth: 'user',
    permission: 'organization:delete',
    reply: OrganizationRemoval,
  }),
})
