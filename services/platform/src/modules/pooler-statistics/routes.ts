import { poolerStatistics } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import * as service from './service.ts'

export const poolerStatisticsRoutes = [serve(poolerStatistics.retrieve, ({ ctx, scope }) => service.retrievePoolerStatistics(ctx, scope))]
