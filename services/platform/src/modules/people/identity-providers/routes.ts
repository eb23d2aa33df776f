import { identityProviders } from '@colonnade/contracts/people/identity-providers'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const identityProviderRoutes = [
  serve(identityProviders.list, ({ ctx, request }) => service.listProviders(ctx, request)),
  serve(identityProviders.create, ({ ctx, body, request, audit }) => service.createProvider(ctx, body, request, audit)),
  serve(identityProviders.update, ({ ctx, params, body, request, audit }) => service.updateProvider(ctx, params.key, body, request, audit)),
  serve(identityProviders.test, ({ ctx, params, request }) => service.testProvider(ctx, params.key, request)),
  serve(identityProviders.remove, ({ ctx, params, audit }) => service.removeProvider(ctx, params.key, audit)),
]
