import { signingKeys } from '@colonnade/contracts/api/signing-keys'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const signingKeyRoutes = [
  serve(signingKeys.list, ({ ctx, scope }) => service.listSigningKeys(ctx, scope)),
  serve(signingKeys.create, ({ ctx, scope, body, audit }) => service.createSigningKey(ctx, scope, body, audit)),
  serve(signingKeys.retrieveLegacy, ({ ctx, scope }) => service.retrieveLegacyKey(ctx, scope)),
  serve(signingKeys.createLegacy, ({ ctx, scope }) => service.retrieveLegacyKey(ctx, scope)),
  serve(signingKeys.retrieve, ({ ctx, scope, params }) => service.retrieveSigningKey(ctx, scope, params.id)),
  serve(signingKeys.update, ({ ctx, scope, params, body, audit }) => service.updateSigningKey(ctx, scope, params.id, body, audit)),
  serve(signingKeys.remove, ({ ctx, scope, actor, params, audit }) => service.removeSigningKey(ctx, scope, actor, params.id, audit)),
]
