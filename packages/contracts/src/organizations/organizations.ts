import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { permissions } from '../foundation/permissions.ts'
import { Name, Nothing, Slug, Timestamp } from '../foundation/values.ts'

export const plans = [
  { id: 'free', name: 'Free' },
  { id: 'pro', name: 'Pro' },
  { id: 'team', name: 'Team' },
  { id: 'enterprise', name: 'Enterprise' },
] as const
export const PlanId = z.enum(['free', 'pro', 'team', 'enterprise'])
export type PlanId = z.infer<typeof PlanId>

/** Spec §3, and what the caller may do in it. */
export const Organization = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: PlanId, name: z.string() }),
  usage_billing_enabled: z.boolean(),
  managed_by: z.string().nullable(),
  created_at: Timestamp,
  project_count: z.number().int(),
  /** One of those that every organization has, or the id of one of its own. */
  role: z.string(),
  role_name: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** Members without two-step sign-in have nothing of it. */
  requires_two_factor: z.boolean(),
  /** Has only the projects in `project_permissions`. */
  is_limited: z.boolean(),
  /** By ref, where the caller has another role in a project than in the organization. */
  project_permissions: z.record(z.string(), z.array(z.enum(permissions))),
})
export type Organization = z.infer<typeof Organization>

export const OrganizationInput = z.object({ name: Name, slug: Slug.optional(), plan: PlanId.default('free') })

export const organizations = resource('/platform/organizations', {
  list: get('/', { summary: 'Organizations that the caller belongs to', auth: 'user', tokens: 'organization:read', reply: z.array(Organization) }),
  create: post('/', {
    summary: 'Create an organization; its slug is made from the name unless given',
    auth: 'user',
    tokens: 'organizations:create',
    audit: 'organization.created',
    body: OrganizationInput,
    reply: Organization,
    status: 201,
    errors: ['organization_slug_taken'],
  }),
  retrieve: get('/{slug}', { summary: 'One organization', auth: 'user', permission: 'organization:read', reply: Organization }),
  update: patch('/{slug}', {
    summary: 'Rename an organization',
    auth: 'user',
    permission: 'organization:update',
    audit: 'organization.updated',
    body: z.object({ name: Name }),
    reply: Organization,
  }),
  remove: remove('/{slug}', {
    summary: 'Delete an organization that owns no projects',
    auth: 'user',
    permission: 'organization:delete',
    audit: 'organization.removed',
    reply: Nothing,
    status: 204,
    errors: ['organization_not_empty'],
  }),
})
