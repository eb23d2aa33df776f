import { connectionLimits } from '@colonnade/contracts/connections/connection-limits'
import { serve } from '../../../kernel/serve.ts'
import * as service from './service.ts'
import { retrieveTimeouts, updateTimeouts } from './timeouts.ts'

export const connectionLimitRoutes = [
  serve(connectionLimits.retrieve, ({ ctx, scope }) => service.retrieveLimits(ctx.database, scope.ref)),
  serve(connectionLimits.update, ({ ctx, scope, body, audit }) => service.updateLimits(ctx, scope, body, audit)),
  serve(connectionLimits.timeouts, ({ ctx, scope }) => retrieveTimeouts(ctx, scope)),
  serve(connectionLimits.updateTimeouts, ({ ctx, scope, body, audit }) => updateTimeouts(ctx, scope, body, audit)),
]
