import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, Timestamp } from '../foundation/values.ts'
import { RoleKey } from './organization-roles.ts'

/** Days to accept a transfer. */
export const transferDays = 7

/** Role of the previous owner after the transfer, or `leave` to leave the organization. */
export const AfterTransfer = z.union([z.literal('leave'), RoleKey], 'This role doesn’t exist')

const Party = z.object({ id: z.uuid(), username: z.string(), primary_email: z.string() })

/** A pending transfer of an organization to another owner. */
export const OrganizationTransfer = z.object({
  from: Party,
  to: Party,
  /** Role of `from` after the transfer. */
  after: AfterTransfer,
  /** Name of that role; null for `leave`. */
  after_name: z.string().nullable(),
  created_at: Timestamp,
  expires_at: Timestamp,
  /** The viewer: the recipient, an owner, or another member. */
  reader: z.enum(['recipient', 'owner', 'other']),
})
export type OrganizationTransfer = z.infer<typeof OrganizationTransfer>

const recipient = { auth: 'user', permission: 'organization:read', tokens: 'none' } as const
const owner = { auth: 'user', permission: 'organization:delete', tokens: 'none' } as const

export const organizationTransfers = resource('/platform/organizations/{slug}/transfer', {
  retrieve: get('/', {
    summary: 'Retrieve the pending transfer',
    auth: 'user',
    permission: 'organization:read',
    reply: z.object({ transfer: OrganizationTransfer.nullable() }),
  }),
  create: post('/', {
    ...owner,
    summary: `Offer ownership to another member, who has ${transferDays} days to accept`,
    rate: 'message',
    audit: 'organization.transfer_offered',
    body: z.object({ to: z.uuid(), after: AfterTransfer }),
    reply: OrganizationTransfer,
    status: 201,
    errors: ['member_not_found', 'role_not_found', 'transfer_open', 'already_owner'],
  }),
  withdraw: remove('/', {
    ...owner,
    summary: 'Cancel the transfer',
    audit: 'organization.transfer_withdrawn',
    reply: Nothing,
    status: 204,
    errors: ['transfer_not_found'],
  }),
  accept: post('/accept', {
    ...recipient,
    summary: 'Accept the transfer',
    audit: 'organization.transferred',
    reply: Nothing,
    status: 204,
    errors: ['transfer_not_found'],
  }),
  decline: post('/decline', {
    ...recipient,
    summary: 'Decline the transfer',
    audit: 'organization.transfer_declined',
    reply: Nothing,
    status: 204,
    errors: ['transfer_not_found'],
  }),
})
