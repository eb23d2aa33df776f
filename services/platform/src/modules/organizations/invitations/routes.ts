import { invitationLinks, invitations } from '@colonnade/contracts/organizations/invitations'
import { serve } from '../../../kernel/serve.ts'
import { acceptInvitation, joinWithNewAccount, retrieveOffer } from './answer.ts'
import * as service from './service.ts'

export const invitationRoutes = [
  serve(invitations.list, ({ ctx, scope }) => service.listInvitations(ctx, scope)),
  serve(invitations.create, ({ ctx, body, ...sender }) => service.createInvitations(ctx, sender, body)),
  serve(invitations.resend, ({ ctx, params, ...sender }) => service.resendInvitation(ctx, sender, params.id)),
  serve(invitations.revoke, ({ ctx, params, ...sender }) => service.revokeInvitation(ctx, sender, params.id)),
  serve(invitationLinks.retrieve, ({ ctx, actor, body }) => retrieveOffer(ctx, actor, body.token)),
  serve(invitationLinks.accept, ({ ctx, actor, body, audit }) => acceptInvitation(ctx, actor, body.token, audit)),
  serve(invitationLinks.join, ({ ctx, body, ...how }) => joinWithNewAccount(ctx, body, how)),
]
