import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { permissions } from '../foundation/permissions.ts'
import { Email, Name, Nothing, Password, Timestamp } from '../foundation/values.ts'
import { Profile } from '../people/sessions.ts'
import { RoleKey } from './organization-roles.ts'

/** Days until an invitation expires, from the last time it was sent. */
export const invitationDays = 7
/** Most pending invitations of an organization. */
export const maxPendingInvitations = 100
/** Most addresses in one request. */
export const maxInvitedAtOnce = 50

/** A pending invitation. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: RoleKey,
  role_name: z.string(),
  /** Null if the account was deleted. */
  invited_by: z.object({ username: z.string(), primary_email: z.string() }).nullable(),
  created_at: Timestamp,
  /** When the current link was created. */
  sent_at: Timestamp,
  expires_at: Timestamp,
  is_expired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation with its link, which is shown only once. Colonnade stores only a hash. */
export const SentInvitation = z.object({
  invitation: Invitation,
  link: z.string(),
  /** True if the link was mailed. Otherwise the inviter has to share it. */
  is_mailed: z.boolean(),
})
export type SentInvitation = z.infer<typeof SentInvitation>

/** The outcome for one address. */
export const InvitationOutcome = z.discriminatedUnion('outcome', [
  SentInvitation.extend({ outcome: z.literal('invited'), email: z.string() }),
  z.object({ outcome: z.enum(['already_member', 'already_invited']), email: z.string() }),
  z.object({ outcome: z.literal('invalid'), email: z.string(), message: z.string() }),
])
export type InvitationOutcome = z.infer<typeof InvitationOutcome>

export const invitations = resource('/platform/organizations/{slug}/invitations', {
  list: get('/', {
    summary: 'List pending invitations',
    auth: 'user',
    permission: 'members:manage',
    reply: z.array(Invitation),
  }),
  create: post('/', {
    summary: 'Invite people by email address. The response has an outcome per address',
    auth: 'user',
    permission: 'members:manage',
    audit: 'invitation.created',
    body: z.object({
      emails: z
        .array(z.string().max(400))
        .min(1, 'Enter an email address')
        .max(maxInvitedAtOnce, `Invite at most ${maxInvitedAtOnce} people at once`),
      role: RoleKey,
    }),
    reply: z.object({ outcomes: z.array(InvitationOutcome) }),
    errors: ['role_not_found', 'too_many_invitations'],
  }),
  resend: post('/{id}/resend', {
    summary: 'Renew an invitation with a new link, valid for seven days. The old link stops working',
    auth: 'user',
    permission: 'members:manage',
    audit: 'invitation.resent',
    reply: SentInvitation,
    errors: ['invitation_not_found'],
  }),
  revoke: remove('/{id}', {
    summary: 'Revoke an invitation',
    auth: 'user',
    permission: 'members:manage',
    audit: 'invitation.revoked',
    reply: Nothing,
    status: 204,
    errors: ['invitation_not_found'],
  }),
})

const Token = z.string().min(1).max(100)

/** The content of an invitation page. Anyone with the link sees the invited address and the role. */
export const InvitationOffer = z.object({
  organization_name: z.string(),
  invited_by: z.string().nullable(),
  expires_at: Timestamp,
  /** The viewer: signed out, the invited person, someone with another address, or a member. */
  reader: z.enum(['stranger', 'invited', 'other', 'member']),
  /** The invited address; null for a member, who has nothing to accept. */
  email: z.string().nullable(),
  /** The offered role; null for a member or someone with another address. */
  role: z.object({ name: z.string(), description: z.string(), permissions: z.array(z.enum(permissions)) }).nullable(),
  /** Set for a member. */
  slug: z.string().nullable(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

/** The address must be the invited one, which the page fills in. */
export const JoinInput = z.object({ email: Email, username: Name, password: Password })

/** Invitations for the recipient. The token is sent in request bodies, so that it doesn't appear in URL logs. */
export const invitationLinks = resource('/platform/invitations', {
  retrieve: post('/find', {
    summary: 'Retrieve an invitation by its token',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ token: Token }),
    reply: InvitationOffer,
    errors: ['link_invalid'],
  }),
  accept: post('/accept', {
    summary: 'Accept an invitation to your email address',
    auth: 'user',
    rate: 'credentials',
    audit: 'invitation.accepted',
    body: z.object({ token: Token }),
    reply: z.object({ slug: z.string() }),
    errors: ['link_invalid', 'invitation_other_address', 'already_member'],
  }),
  join: post('/join', {
    summary: 'Create an account with an invitation and sign in',
    auth: 'public',
    rate: 'credentials',
    audit: 'invitation.accepted',
    body: JoinInput.extend({ token: Token }),
    reply: z.object({ slug: z.string(), profile: Profile }),
    status: 201,
    errors: ['link_invalid', 'invitation_other_address', 'account_exists'],
  }),
})
