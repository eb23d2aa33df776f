import { usage } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import * as service from './service.ts'

export const usageRoutes = [
  serve(usage.retrieve, ({ ctx, scope, query }) => service.retrieveUsage(ctx, scope, query)),
  serve(usage.daily, ({ ctx, scope, query }) => service.listDailyUsage(ctx, scope, query)),
  serve(usage.download, ({ ctx, scope, query }) => service.downloadUsage(ctx, scope, query)),
]
