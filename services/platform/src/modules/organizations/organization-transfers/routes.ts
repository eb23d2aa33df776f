import { organizationTransfers } from '@colonnade/contracts/organizations/organization-transfers'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const organizationTransferRoutes = [
  serve(organizationTransfers.retrieve, ({ ctx, actor, scope }) => service.retrieveTransfer(ctx, actor, scope)),
  serve(organizationTransfers.create, ({ ctx, actor, scope, body, audit }) => service.offerOrganization(ctx, actor, scope, body, audit)),
  serve(organizationTransfers.withdraw, ({ ctx, actor, scope, audit }) => service.withdrawOffer(ctx, actor, scope, audit)),
  serve(organizationTransfers.accept, ({ ctx, actor, scope, audit }) => service.acceptOffer(ctx, actor, scope, audit)),
  serve(organizationTransfers.decline, ({ ctx, actor, scope, audit }) => service.declineOffer(ctx, actor, scope, audit)),
]
