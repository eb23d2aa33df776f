import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Slug } from '../foundation/values.ts'
import { BilledAddon } from '../billing/billing.ts'
import { PlanId } from '../organizations/organizations.ts'
import { Project } from './projects.ts'

const Target = z.object({ organization_slug: Slug })

/** Preview of a transfer to another organization. */
export const ProjectTransferPreview = z.object({
  to: z.object({ slug: z.string(), name: z.string(), plan: PlanId, managed_by: z.string().nullable() }),
  /** Why the transfer isn't possible. Each reason says what to do first. */
  refusals: z.array(z.string()),
  /** What the other plan doesn't include. */
  losses: z.array(z.string()),
  /** Branches, which move with the project. */
  branch_count: z.number().int(),
  replica_count: z.number().int(),
  backup_count: z.number().int(),
  /** Add-ons, which also move, with their monthly prices in the new organization. */
  addons: z.array(BilledAddon),
  /** ISO 4217 */
  currency: z.string(),
  /** Members who would lose access. */
  losing_count: z.number().int(),
  /** Members who would gain access. */
  gaining_count: z.number().int(),
  /** Project roles of members. They are removed. */
  project_role_count: z.number().int(),
  /** Private snippets of members who would lose access. Nobody could see them. */
  private_snippet_count: z.number().int(),
})
export type ProjectTransferPreview = z.infer<typeof ProjectTransferPreview>

const mover = {
  auth: 'user',
  permission: 'projects:delete',
  // a transfer involves two organizations, and a token may be limited to one
  tokens: 'none',
} as const

export const projectTransfers = resource('/platform/projects/{ref}/transfer', {
  retrieve: get('/', {
    ...mover,
    summary: 'Preview the transfer to another organization where the caller can create projects',
    query: Target,
    reply: ProjectTransferPreview,
    errors: ['organization_not_found', 'invalid_input'],
  }),
  create: post('/', {
    ...mover,
    summary: 'Transfer the project and its branches to another organization. It keeps running',
    audit: 'project.transferred',
    body: Target,
    reply: Project,
    errors: ['organization_not_found', 'project_not_transferable', 'project_name_taken', 'serialization_failure'],
  }),
})
