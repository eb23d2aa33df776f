import { rowChanges } from '@colonnade/contracts/data/row-changes'
import { serve } from './context.ts'
import * as service from './service.ts'

export const rowChangeRoutes = [
  serve(rowChanges.follow, ({ ctx, actor, scope, query, request }) => service.followRowChanges(ctx, actor, scope, query.table, request)),
]
