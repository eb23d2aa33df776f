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

/** An organization (spec §3) with the caller's permissions. */
export const Organization = z.object({
  id: z.uuid(),
  slug: z.string(),
  name: z.string(),
  plan: z.object({ id: PlanId, name: z.string() }),
  usage_billing_enabled: z.boolean(),
  managed_by: z.string().nullable(),
  created_at: Timestamp,
  project_count: z.number().int(),
  /** A built-in role, or the ID of a custom role. */
  role: z.string(),
  role_name: z.string(),
  permissions: z.array(z.enum(permissions)),
  /** True if members without two-step sign-in have no access. */
  requires_two_factor: z.boolean(),
  /** True if the caller is limited to the projects in `project_permissions`. */
  is_limited: z.boolean(),
  /** Permissions by project ref, where the caller's role differs from the organization role. */
  project_permissions: z.record(z.string(), z.array(z.enum(permissions))),
})
export type Organization = z.infer<typeof Organization>

export const OrganizationInput = z.object({ name: Name, slug: Slug.optional(), plan: PlanId.default('free') })

export const organizations = resource('/platform/organizations', {
  list: get('/', { summary: 'List your organizations', auth: 'user', tokens: 'organization:read', reply: z.array(Organization) }),
  create: post('/', {
    summary: 'Create an organization. The slug is derived from the name if omitted',
    auth: 'user',
    tokens: 'organizations:create',
    audit: 'organization.created',
    body: OrganizationInput,
    reply: Organization,
    status: 201,
    errors: ['organization_slug_taken'],
  }),
  retrieve: get('/{slug}', { summary: 'Retrieve an organization', auth: 'user', permission: 'organization:read', reply: Organization }),
  update: patch('/{slug}', {
    summary: 'Rename an organization',
    auth: 'user',
    permission: 'organization:update',
    audit: 'organization.updated',
    body: z.object({ name: Name }),
    reply: Organization,
  }),
  remove: remove('/{slug}', {
    summary: 'Delete an organization without projects',
    auth: 'user',
    permission: 'organization:delete',
    audit: 'organization.removed',
    reply: Nothing,
    status: 204,
    errors: ['organization_not_empty'],
  }),
})
