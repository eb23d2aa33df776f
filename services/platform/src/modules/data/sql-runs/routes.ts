import { sqlRuns } from '@colonnade/contracts/data/sql-runs'
import { serve } from './context.ts'
import { retrieveLock, updateLock } from '../queries/lock.ts'
import * as service from './service.ts'

export const sqlRunRoutes = [
  serve(sqlRuns.create, ({ ctx, actor, scope, body, request }) => service.createRun(ctx, actor, scope, body, request)),
  serve(sqlRuns.closeSession, ({ ctx, actor, scope, params }) => service.closeSession(ctx, actor, scope, params.id)),
  serve(sqlRuns.lock, ({ scope }) => retrieveLock(scope)),
  serve(sqlRuns.setLock, ({ ctx, scope, body, audit }) => updateLock(ctx, scope, body, audit)),
]
