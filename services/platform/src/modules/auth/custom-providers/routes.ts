import { customProviders } from '@colonnade/contracts/auth/custom-providers'
import type { HasAuthService } from '../../../kernel/auth-service.ts'
import { serveUsing } from '../../../kernel/serve.ts'
import * as service from './service.ts'

const serve = serveUsing<HasAuthService>()

export const customProviderRoutes = [
  serve(customProviders.list, (call) => service.listCustomProviders(call)),
  serve(customProviders.discover, (call) => service.discoverIssuer(call, call.query)),
  serve(customProviders.create, (call) => service.createCustomProvider(call, call.body)),
  serve(customProviders.update, (call) => service.updateCustomProvider(call, call.params.identifier, call.body)),
  serve(customProviders.remove, (call) => service.removeCustomProvider(call, call.params.identifier)),
]
