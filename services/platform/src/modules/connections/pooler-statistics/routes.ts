import { poolerStatistics } from '@colonnade/contracts/connections/pooler-statistics'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'

export const poolerStatisticsRoutes = [serve(poolerStatistics.retrieve, ({ ctx, scope }) => service.retrievePoolerStatistics(ctx, scope))]
