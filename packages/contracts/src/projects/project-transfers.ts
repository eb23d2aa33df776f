import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Slug } from '../foundation/values.ts'
import { BilledAddon } from '../billing/billing.ts'
import { PlanId } from '../organizations/organizations.ts'
import { Project } from './projects.ts'

const Target = z.object({ organization_slug: Slug })

/** What going over to another organization would mean for a project, as it is now. */
export const ProjectTransferPreview = z.object({
  to: z.object({ slug: z.string(), name: z.string(), plan: PlanId, managed_by: z.string().nullable() }),
  /** Why it can not go: each names what to do first. */
  refusals: z.array(z.string()),
  /** What the other plan takes away or no longer allows. */
  losses: z.array(z.string()),
  /** They go with it. */
  branch_count: z.number().int(),
  replica_count: z.number().int(),
  backup_count: z.number().int(),
  /** They go with it too, with what a month of each costs there. */
  addons: z.array(BilledAddon),
  /** ISO 4217 */
  currency: z.string(),
  /** People who have the project now, and would not have it there. */
  losing_count: z.number().int(),
  /** People who would have it there, and do not now. */
  gaining_count: z.number().int(),
  /** Roles that members were given in this project alone; they end. */
  project_role_count: z.number().int(),
  /** Snippets that nobody sees any more, as they are private to people who would not have it. */
  private_snippet_count: z.number().int(),
})
export type ProjectTransferPreview = z.infer<typeof ProjectTransferPreview>

const mover = {
  auth: 'user',
  permission: 'projects:delete',
  // it is about two organizations, and a token may be for one
  tokens: 'none',
} as const

export const projectTransfers = resource('/platform/projects/{ref}/transfer', {
  retrieve: get('/', {
    ...mover,
    summary: 'What it would mean for the project to go over to another organization, in which the caller may create projects',
    query: Target,
    reply: ProjectTransferPreview,
    errors: ['organization_not_found', 'invalid_input'],
  }),
  create: post('/', {
    ...mover,
    summary: 'Let the project, with its branches, go over to another organization; it keeps running',
    audit: 'project.transferred',
    body: Target,
    reply: Project,
    errors: ['organization_not_found', 'project_not_transferable', 'project_name_taken', 'serialization_failure'],
  }),
})
