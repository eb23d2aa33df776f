import { networkRestrictions } from '@colonnade/contracts/connections/network-restrictions'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const networkRestrictionRoutes = [
  serve(networkRestrictions.retrieve, ({ ctx, scope, request }) => service.retrieveNetworks(ctx, scope, request)),
  serve(networkRestrictions.update, ({ ctx, scope, body, request, audit }) => service.updateNetworks(ctx, scope, body, request, audit)),
]
