import { edgeFunctions } from '@colonnade/contracts/functions/edge-functions'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const edgeFunctionRoutes = [
  serve(edgeFunctions.list, ({ ctx, scope }) => service.listFunctions(ctx, scope)),
  serve(edgeFunctions.retrieve, ({ ctx, scope, params }) => service.retrieveFunction(ctx, scope, params.function_slug)),
]
