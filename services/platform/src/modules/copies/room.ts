import type { Room } from '../../kernel/room.ts'
import type { HasReconciler } from '../projects/projects/reconciler.ts'
import type { HasSleeper } from '../projects/sleeps/sleeper.ts'
import type { HasReplicas } from './replicas/reconciler.ts'
import type { HasOffsite } from './offsite/offsite.ts'
import type { HasStoredFiles } from './stored-files/stored-files.ts'
import type { HasBackups } from './backups/reconciler.ts'
import type { HasMerges } from './merges/reconciler.ts'
import type { HasTableCopies } from './table-copies/reconciler.ts'
import type { HasUpgrades } from './upgrades/reconciler.ts'
import { restoreGuard } from './backups/guard.ts'
import { mergeGuard } from './merges/guard.ts'
import { tableCopyGuard } from './table-copies/guard.ts'
import { upgradeGuard } from './upgrades/guard.ts'
import { offsiteRoutes } from './offsite/routes.ts'
import { replicaRoutes } from './replicas/routes.ts'
import { branchRoutes } from './branches/routes.ts'
import { mergeRoutes } from './merges/routes.ts'
import { tableCopyRoutes } from './table-copies/routes.ts'
import { backupRoutes } from './backups/routes.ts'
import { postgresVersionRoutes } from './postgres-versions/routes.ts'
import { upgradeRoutes } from './upgrades/routes.ts'
import { removeExpired } from './branches/service.ts'
import { lookBehind } from './replicas/look-behind.ts'
import { makeBackupRound, makeWindowRound } from './backups/service.ts'
import { branchLookMs, housekeepingMs, replicaBehindLookMs, windowLookMs } from '../../kernel/limits.ts'

export type CopiesParts = HasReconciler &
  HasSleeper &
  HasReplicas &
  HasOffsite &
  HasStoredFiles &
  HasBackups &
  HasMerges &
  HasTableCopies &
  HasUpgrades

export const copiesRoom: Room<CopiesParts> = {
  name: 'copies',
  routes: [
    ...offsiteRoutes,
    ...replicaRoutes,
    ...branchRoutes,
    ...mergeRoutes,
    ...tableCopyRoutes,
    ...backupRoutes,
    ...postgresVersionRoutes,
    ...upgradeRoutes,
  ],
  chores: [
    { name: 'removeExpiredBranches', everyMs: branchLookMs, work: removeExpired },
    { name: 'lookBehind', everyMs: replicaBehindLookMs, work: lookBehind },
    { name: 'makeBackupRound', everyMs: housekeepingMs, work: makeBackupRound },
    { name: 'makeWindowRound', everyMs: windowLookMs, work: makeWindowRound },
    { name: 'sweepFiles', everyMs: housekeepingMs, work: ({ parts }) => parts.storedFiles.look() },
    { name: 'copyOffsite', everyMs: windowLookMs, work: async ({ parts }) => parts.offsite.look() },
  ],
  async guard(tx, ref, by) {
    for (const guard of [mergeGuard, tableCopyGuard, restoreGuard, upgradeGuard]) await guard(tx, ref, by)
  },
  workers: ({ replicas, offsite, storedFiles, backups, upgrades, merges, tableCopies }) => [
    { name: 'replicas', start: () => replicas.start(), close: () => replicas.close() },
    { name: 'offsite', start: () => {}, close: () => offsite.close() },
    { name: 'stored files', start: () => {}, close: () => storedFiles.close() },
    { name: 'backups', start: () => backups.start(), close: () => backups.close() },
    { name: 'upgrades', start: () => upgrades.start(), close: () => upgrades.close() },
    { name: 'merges', start: () => merges.start(), close: () => merges.close() },
    { name: 'table copies', start: () => tableCopies.start(), close: () => tableCopies.close() },
  ],
}
