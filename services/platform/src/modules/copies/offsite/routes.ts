import { offsite } from '@colonnade/contracts/copies/offsite'
import { serve } from './context.ts'
import * as service from './service.ts'

export const offsiteRoutes = [
  serve(offsite.retrieve, ({ ctx }) => service.retrieveReport(ctx)),
  serve(offsite.copy, ({ ctx, audit }) => service.copyNow(ctx, audit)),
]
