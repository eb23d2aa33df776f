import { dedicatedPoolers } from '@colonnade/contracts/connections/dedicated-poolers'
import { serve } from './context.ts'
import * as service from './service.ts'

export const dedicatedPoolerRoutes = [
  serve(dedicatedPoolers.retrieve, ({ ctx, scope, request }) => service.retrievePooler(ctx, scope, request)),
  serve(dedicatedPoolers.update, ({ ctx, scope, body, request, audit }) => service.updatePooler(ctx, scope, body, request, audit)),
]
