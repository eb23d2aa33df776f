import { thirdPartyAuth } from '@colonnade/contracts/auth/third-party-auth'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const thirdPartyAuthRoutes = [
  serve(thirdPartyAuth.list, ({ ctx, scope }) => service.listIssuers(ctx, scope)),
  serve(thirdPartyAuth.create, ({ ctx, scope, body, audit }) => service.createIssuer(ctx, scope, body, audit)),
  serve(thirdPartyAuth.retrieve, ({ ctx, scope, params }) => service.retrieveIssuer(ctx, scope, params.id)),
  serve(thirdPartyAuth.remove, ({ ctx, scope, params, audit }) => service.removeIssuer(ctx, scope, params.id, audit)),
]
