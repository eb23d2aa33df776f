import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, Timestamp } from '../foundation/values.ts'
import { RoleKey } from './organization-roles.ts'

/** How long the new owner has to accept. */
export const transferDays = 7

/** What who hands an organization over is afterwards: one of its roles, or `leave`, not there any more. */
export const AfterTransfer = z.union([z.literal('leave'), RoleKey], 'There is no such role')

const Party = z.object({ id: z.uuid(), username: z.string(), primary_email: z.string() })

/** An organization that is to have another owner, who has not answered yet. */
export const OrganizationTransfer = z.object({
  from: Party,
  to: Party,
  /** What `from` is afterwards. */
  after: AfterTransfer,
  /** What that role is called; null for `leave`. */
  after_name: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** Who looks: the one who is to have it, an owner, or somebody else. */
  reader: z.enum(['recipient', 'owner', 'other']),
})
export type OrganizationTransfer = z.infer<typeof OrganizationTransfer>

const recipient = { auth: 'user', permission: 'organization:read', tokens: 'none' } as const
const owner = { auth: 'user', permission: 'organization:delete', tokens: 'none' } as const

export const organizationTransfers = resource('/platform/organizations/{slug}/transfer', {
  retrieve: get('/', {
    summary: 'Whether the organization is being handed over, and to whom',
    auth: 'user',
    permission: 'organization:read',
    reply: z.object({ transfer: OrganizationTransfer.nullable() }),
  }),
  create: post('/', {
    ...owner,
    summary: `Offer the organization to another member, who has ${transferDays} days to accept`,
    rate: 'message',
    audit: 'organization.transfer_offered',
    body: z.object({ to: z.uuid(), after: AfterTransfer }),
    reply: OrganizationTransfer,
    status: 201,
    errors: ['member_not_found', 'role_not_found', 'transfer_open', 'already_owner'],
  }),
  withdraw: remove('/', {
    ...owner,
    summary: 'Take the offer back',
    audit: 'organization.transfer_withdrawn',
    reply: Nothing,
    status: 204,
    errors: ['transfer_not_found'],
  }),
  accept: post('/accept', {
    ...recipient,
    summary: 'Become the owner, as was offered',
    audit: 'organization.transferred',
    reply: Nothing,
    status: 204,
    errors: ['transfer_not_found'],
  }),
  decline: post('/decline', {
    ...recipient,
    summary: 'Refuse to become the owner',
    audit: 'organization.transfer_declined',
    reply: Nothing,
    status: 204,
    errors: ['transfer_not_found'],
  }),
})
