import { functionSecrets } from '@colonnade/contracts/functions/function-secrets'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const functionSecretRoutes = [
  serve(functionSecrets.list, ({ ctx, scope }) => service.listFunctionSecrets(ctx, scope)),
  serve(functionSecrets.set, (call) => service.setFunctionSecrets(call, call.body)),
  serve(functionSecrets.remove, (call) => service.deleteFunctionSecrets(call, call.body)),
]
