import { addons } from '../addons/addons.ts'
import { customDomains } from '../addons/custom-domains.ts'
import { branches } from '../branches/branches.ts'
import { merges } from '../branches/merges.ts'
import { backups } from '../backups/backups.ts'
import { loadableExtensions } from '../databases/loadable-extensions.ts'
import { diagrams } from '../diagrams.ts'
import { disk } from '../disk/disk.ts'
import { connectionLimits } from '../poolers/connection-limits.ts'
import { postgresVersions } from '../upgrades/postgres-versions.ts'
import { upgrades } from '../upgrades/upgrades.ts'
import { usage } from '../organizations/usage.ts'
import { dedicatedPoolers } from '../poolers/dedicated-poolers.ts'
import { projectTransfers } from '../project-transfers.ts'
import { networkRestrictions } from '../poolers/network-restrictions.ts'
import { poolerStatistics } from '../poolers/pooler-statistics.ts'
import { tlsEnforcement } from '../poolers/tls-enforcement.ts'
import { replicas } from '../replicas.ts'
import { rowChanges } from '../rows/row-changes.ts'
import { rowExports } from '../rows/row-exports.ts'
import { rowImports } from '../rows/row-imports.ts'
import { sleeps } from '../sleeps.ts'
import { snippets } from '../snippets.ts'
import { sqlRuns } from '../sql-runs.ts'

/** What single pages of projects call, most of them about data: a part of its own, so that the first page loads none of it. */
export const dataApi = {
  rowImports,
  rowExports,
  rowChanges,
  sqlRuns,
  snippets,
  diagrams,
  disk,
  loadableExtensions,
  postgresVersions,
  upgrades,
  replicas,
  branches,
  merges,
  sleeps,
  backups,
  addons,
  projectTransfers,
  customDomains,
  connectionLimits,
  dedicatedPoolers,
  networkRestrictions,
  poolerStatistics,
  tlsEnforcement,
  usage,
} as const
