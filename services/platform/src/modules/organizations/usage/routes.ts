import { usage } from '@colonnade/contracts/organizations/usage'
import { serve } from './context.ts'
import * as service from './service.ts'

export const usageRoutes = [
  serve(usage.retrieve, ({ ctx, query, ...reader }) => service.retrieveUsage(ctx, reader, query)),
  serve(usage.daily, ({ ctx, query, ...reader }) => service.listDailyUsage(ctx, reader, query)),
  serve(usage.download, ({ ctx, query, ...reader }) => service.downloadUsage(ctx, reader, query)),
]
