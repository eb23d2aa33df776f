import { sleeps } from '@colonnade/contracts/projects/sleeps'
import { serve } from './context.ts'
import * as service from './service.ts'

export const sleepRoutes = [
  serve(sleeps.report, ({ ctx, scope }) => service.reportSleeps(ctx, scope)),
  serve(sleeps.update, ({ ctx, scope, body, audit }) => service.chooseSleep(ctx, scope, body, audit)),
  serve(sleeps.sleep, ({ ctx, scope, audit }) => service.putToSleep(ctx, scope, audit)),
  serve(sleeps.wake, ({ ctx, scope, audit }) => service.wakeProject(ctx, scope, audit)),
]
