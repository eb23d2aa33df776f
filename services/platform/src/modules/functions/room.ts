import { functionAnalyticsRoutes } from './function-analytics/routes.ts'
import type { HasFunctionSchedules } from './function-schedules/firing.ts'
import { functionScheduleRoutes } from './function-schedules/routes.ts'
import { functionVersionRoutes } from './function-versions/routes.ts'
import type { HasFunctionBuilder } from '../../kernel/function-builder.ts'
import type { HasFunctionLogs } from '../../kernel/function-logs.ts'
import { housekeepingMs } from '../../kernel/limits.ts'
import type { Room } from '../../kernel/room.ts'
import { edgeFunctionRoutes } from './edge-functions/routes.ts'
import { sweepFunctions } from './edge-functions/sweeping.ts'
import { functionLogRoutes } from './function-logs/routes.ts'
import { functionSecretRoutes } from './function-secrets/routes.ts'
import { deleteRemoved as deleteRemovedSecrets } from './function-secrets/store.ts'

export type FunctionsParts = HasFunctionBuilder & HasFunctionLogs & HasFunctionSchedules

export const functionsRoom: Room<FunctionsParts> = {
  name: 'functions',
  routes: [
    ...edgeFunctionRoutes,
    ...functionVersionRoutes,
    ...functionSecretRoutes,
    ...functionScheduleRoutes,
    ...functionAnalyticsRoutes,
    ...functionLogRoutes,
  ],
  workers: ({ functionSchedules }) => [
    { name: 'function schedules', start: () => functionSchedules.start(), close: () => functionSchedules.close() },
  ],
  chores: [
    { name: 'sweepFunctions', everyMs: housekeepingMs, work: sweepFunctions },
    { name: 'deleteRemovedFunctionSecrets', everyMs: housekeepingMs, work: ({ database }) => deleteRemovedSecrets(database) },
  ],
}
