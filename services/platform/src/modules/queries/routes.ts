import { queries } from '@colonnade/contracts'
import { serve } from '../../serve.ts'
import * as service from './service.ts'

export const queryRoutes = [
  serve(queries.run, ({ ctx, scope, body, request }) => service.runQuery(ctx, scope, body, request.signal)),
  serve(queries.cancel, ({ ctx, scope, body }) => service.cancelQuery(ctx, scope, body.key)),
]
