import { queries } from '@colonnade/contracts/data/queries'
import { serve } from './context.ts'
import * as service from './service.ts'
import { runTransaction } from './transaction.ts'

export const queryRoutes = [
  serve(queries.run, ({ ctx, actor, scope, body, request }) => service.runQuery(ctx, actor, scope, body, request)),
  serve(queries.transaction, ({ ctx, actor, scope, body, request }) => runTransaction(ctx, actor, scope, body, request)),
  serve(queries.cancel, ({ ctx, actor, scope, body }) => service.cancelQuery(ctx, actor, scope, body.key)),
]
