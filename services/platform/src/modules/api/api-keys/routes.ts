import { apiKeys } from '@colonnade/contracts/api/api-keys'
import { serveUsing } from '../../../kernel/serve.ts'
import type { HasSleeper } from '../../projects/sleeps/sleeper.ts'
import * as service from './service.ts'

const serve = serveUsing<HasSleeper>()

/** `?reveal=true` */
const asking = <A, S>({ actor, scope, query }: { actor: A; scope: S; query: { reveal?: boolean | undefined } }) => ({
  actor,
  scope,
  isRevealing: query.reveal === true,
})

export const apiKeyRoutes = [
  serve(apiKeys.list, (call) => service.listApiKeys(call.ctx, asking(call))),
  serve(apiKeys.create, (call) => service.createApiKey(call.ctx, asking(call), call.body, call.audit)),
  serve(apiKeys.retrieveLegacy, ({ ctx, scope }) => service.retrieveLegacyKeys(ctx, scope)),
  serve(apiKeys.updateLegacy, ({ ctx, scope, query, audit }) => service.updateLegacyKeys(ctx, scope, query, audit)),
  serve(apiKeys.retrieve, (call) => service.retrieveApiKey(call.ctx, asking(call), call.params.id)),
  serve(apiKeys.update, (call) => service.updateApiKey(call.ctx, asking(call), call.params.id, call.body, call.audit)),
  serve(apiKeys.remove, (call) => service.removeApiKey(call.ctx, asking(call), call.params.id, call.audit)),
]
