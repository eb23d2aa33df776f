import type { Room } from '../../kernel/room.ts'
import type { HasConnections } from '@colonnade/project-pool'
import type { HasSqlSessions } from './sql-runs/sessions.ts'
import type { HasImports } from './row-imports/kept-imports.ts'
import type { HasExports } from './row-exports/kept-exports.ts'
import type { HasRowChanges } from '@colonnade/row-feed'
import { loadableExtensionRoutes } from './loadable-extensions/routes.ts'
import { lintRoutes } from './lints/routes.ts'
import { queryRoutes } from './queries/routes.ts'
import { sqlRunRoutes } from './sql-runs/routes.ts'
import { snippetRoutes } from './snippets/routes.ts'
import { diagramRoutes } from './diagrams/routes.ts'
import { rowImportRoutes } from './row-imports/routes.ts'
import { rowExportRoutes } from './row-exports/routes.ts'
import { rowChangeRoutes } from './row-changes/routes.ts'
import { databaseObjectRoutes } from './database-objects/routes.ts'
import { sweepRejects } from './row-imports/sweep-rejects.ts'
import { housekeepingMs } from '../../kernel/limits.ts'

export type DataParts = HasConnections & HasSqlSessions & HasImports & HasExports & HasRowChanges

export const dataRoom: Room<DataParts> = {
  name: 'data',
  routes: [
    ...loadableExtensionRoutes,
    ...lintRoutes,
    ...queryRoutes,
    ...sqlRunRoutes,
    ...snippetRoutes,
    ...diagramRoutes,
    ...rowImportRoutes,
    ...rowExportRoutes,
    ...rowChangeRoutes,
    ...databaseObjectRoutes,
  ],
  chores: [{ name: 'sweepRejects', everyMs: housekeepingMs, work: sweepRejects }],
  workers: ({ rowChanges, sqlSessions }) => [
    { name: 'row changes', start: () => {}, close: () => rowChanges.close() },
    { name: 'SQL sessions', start: () => {}, close: () => sqlSessions.closeAll() },
  ],
}
