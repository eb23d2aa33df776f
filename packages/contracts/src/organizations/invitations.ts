import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { permissions } from '../foundation/permissions.ts'
import { Email, Name, Nothing, Password, Timestamp } from '../foundation/values.ts'
import { Profile } from '../people/sessions.ts'
import { RoleKey } from './organization-roles.ts'

/** An invitation is good for this long after it was sent, last. */
export const invitationDays = 7
/** Invitations that an organization may have open at once. */
export const maxPendingInvitations = 100
/** Addresses that are invited with one call. */
export const maxInvitedAtOnce = 50

/** An invitation that nobody has answered yet. */
export const Invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: RoleKey,
  role_name: z.string(),
  /** Null when that person is gone. */
  invited_by: z.object({ username: z.string(), primary_email: z.string() }).nullable(),
  created_at: Timestamp,
  /** When the current link was created. */
  sent_at: Timestamp,
  expires_at: Timestamp,
  is_expired: z.boolean(),
})
export type Invitation = z.infer<typeof Invitation>

/** An invitation with its link, which is shown this once: only a hash of it is kept. */
export const SentInvitation = z.object({
  invitation: Invitation,
  link: z.string(),
  /** The link was also mailed; otherwise the inviter passes it on. */
  is_mailed: z.boolean(),
})
export type SentInvitation = z.infer<typeof SentInvitation>

/** What became of one address that was to be invited. */
export const InvitationOutcome = z.discriminatedUnion('outcome', [
  SentInvitation.extend({ outcome: z.literal('invited'), email: z.string() }),
  z.object({ outcome: z.enum(['already_member', 'already_invited']), email: z.string() }),
  z.object({ outcome: z.literal('invalid'), email: z.string(), message: z.string() }),
])
export type InvitationOutcome = z.infer<typeof InvitationOutcome>

export const invitations = resource('/platform/organizations/{slug}/invitations', {
  list: get('/', {
    summary: 'Invitations to an organization that nobody has answered yet',
    auth: 'user',
    permission: 'members:manage',
    reply: z.array(Invitation),
  }),
  create: post('/', {
    summary: 'Invite people by their e-mail addresses; each address is answered for itself',
    auth: 'user',
    permission: 'members:manage',
    audit: 'invitation.created',
    body: z.object({
      emails: z.array(z.string().max(400)).min(1, 'Give an address').max(maxInvitedAtOnce, `Invite at most ${maxInvitedAtOnce} at once`),
      role: RoleKey,
    }),
    reply: z.object({ outcomes: z.array(InvitationOutcome) }),
    errors: ['role_not_found', 'too_many_invitations'],
  }),
  resend: post('/{id}/resend', {
    summary: 'Give an invitation a new link and seven more days; the link of before is void',
    auth: 'user',
    permission: 'members:manage',
    audit: 'invitation.resent',
    reply: SentInvitation,
    errors: ['invitation_not_found'],
  }),
  revoke: remove('/{id}', {
    summary: 'Take an invitation back',
    auth: 'user',
    permission: 'members:manage',
    audit: 'invitation.revoked',
    reply: Nothing,
    status: 204,
    errors: ['invitation_not_found'],
  }),
})

const Token = z.string().min(1).max(100)

/** What the page of an invitation shows. Whoever holds the link sees the address and the role that it is for. */
export const InvitationOffer = z.object({
  organization_name: z.string(),
  invited_by: z.string().nullable(),
  expires_at: Timestamp,
  /** Who looks: nobody who is signed in, the invited person, somebody with another address, or a member. */
  reader: z.enum(['stranger', 'invited', 'other', 'member']),
  /** The address that was invited; null for a member, for whom nothing is left to accept. */
  email: z.string().nullable(),
  /** What the invited person will be; null for a member, and for someone with another address. */
  role: z.object({ name: z.string(), description: z.string(), permissions: z.array(z.enum(permissions)) }).nullable(),
  /** For a member. */
  slug: z.string().nullable(),
})
export type InvitationOffer = z.infer<typeof InvitationOffer>

/** The address must be the invited one, which the link's page fills in. */
export const JoinInput = z.object({ email: Email, username: Name, password: Password })

/** An invitation seen from the other side: by who has its link. Its token travels in bodies, so that no log of addresses keeps it. */
export const invitationLinks = resource('/platform/invitations', {
  retrieve: post('/find', {
    summary: 'What an invitation is to',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ token: Token }),
    reply: InvitationOffer,
    errors: ['link_invalid'],
  }),
  accept: post('/accept', {
    summary: 'Accept an invitation sent to the signed-in person’s email address',
    auth: 'user',
    rate: 'credentials',
    audit: 'invitation.accepted',
    body: z.object({ token: Token }),
    reply: z.object({ slug: z.string() }),
    errors: ['link_invalid', 'invitation_other_address', 'already_member'],
  }),
  join: post('/join', {
    summary: 'Accept an invitation with a new account, and sign in',
    auth: 'public',
    rate: 'credentials',
    audit: 'invitation.accepted',
    body: JoinInput.extend({ token: Token }),
    reply: z.object({ slug: z.string(), profile: Profile }),
    status: 201,
    errors: ['link_invalid', 'invitation_other_address', 'account_exists'],
  }),
})
