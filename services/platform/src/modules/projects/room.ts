import type { Room } from '../../kernel/room.ts'
import type { HasConnections } from '@colonnade/project-pool'
import type { HasReconciler } from './projects/reconciler.ts'
import type { HasSleeper } from './sleeps/sleeper.ts'
import type { HasReplicas } from '../copies/replicas/reconciler.ts'
import type { HasBackups } from '../copies/backups/reconciler.ts'
import type { HasStoredFiles } from '../copies/stored-files/stored-files.ts'
import type { HasMonitor } from './project-health/monitor.ts'
import { projectRoutes } from './projects/routes.ts'
import { externalServerRoutes } from './external-servers/routes.ts'
import { projectTransferRoutes } from './project-transfers/routes.ts'
import { sleepRoutes } from './sleeps/routes.ts'
import { addonRoutes } from './addons/routes.ts'
import { projectHealthRoutes } from './project-health/routes.ts'
import { diskRoutes } from './disk/routes.ts'
import { projectSettingsRoutes } from './project-settings/routes.ts'
import { pruneIncidents } from './project-health/incidents.ts'
import { forgetSleeps } from './sleeps/service.ts'
import { retryWithRoom } from './disk/room.ts'
import { housekeepingMs, roomLookMs } from '../../kernel/limits.ts'

export type ProjectsParts = HasReconciler & HasSleeper & HasReplicas & HasBackups & HasStoredFiles & HasMonitor & HasConnections

export const projectsRoom: Room<ProjectsParts> = {
  name: 'projects',
  routes: [
    ...projectRoutes,
    ...projectTransferRoutes,
    ...externalServerRoutes,
    ...sleepRoutes,
    ...addonRoutes,
    ...projectHealthRoutes,
    ...diskRoutes,
    ...projectSettingsRoutes,
  ],
  chores: [
    { name: 'pruneIncidents', everyMs: housekeepingMs, work: pruneIncidents },
    { name: 'forgetSleeps', everyMs: housekeepingMs, work: forgetSleeps },
    { name: 'retryWithRoom', everyMs: roomLookMs, work: retryWithRoom },
  ],
  workers: ({ monitor, reconciler, sleeper }) => [
    { name: 'monitor', start: () => monitor.start(), close: () => monitor.close() },
    { name: 'projects', start: () => reconciler.start(), close: () => reconciler.close() },
    { name: 'sleeper', start: () => sleeper.start(), close: () => sleeper.close() },
  ],
}
