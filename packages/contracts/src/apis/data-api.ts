import { apiKeys } from '../api/api-keys.ts'
import { requestTokens } from '../api/request-tokens.ts'
import { restSettings } from '../api/rest-settings.ts'
import { authHookCalls } from '../auth/auth-hook-calls.ts'
import { authLimitUsage } from '../auth/auth-limits.ts'
import { authMails } from '../auth/auth-mails.ts'
import { authOverviews, authSettings } from '../auth/auth-settings.ts'
import { customProviders } from '../auth/custom-providers.ts'
import { signInTests } from '../auth/sign-in-tests.ts'
import { thirdPartyAuth } from '../auth/third-party-auth.ts'
import { userExports } from '../auth/user-exports.ts'
import { userImports } from '../auth/user-imports.ts'
import { authUsers } from '../auth/users.ts'
import { bucketSummaries, storageBuckets } from '../storage/storage-buckets.ts'
import { storageCredentials } from '../storage/storage-credentials.ts'
import { realtimeLive } from '../realtime/realtime-live.ts'
import { functionLogs } from '../functions/function-logs.ts'
import { functionSecrets } from '../functions/function-secrets.ts'
import { functionAnalytics } from '../functions/function-analytics.ts'
import { functionSchedules } from '../functions/function-schedules.ts'
import { functionVersions } from '../functions/function-versions.ts'
import { edgeFunctions } from '../functions/edge-functions.ts'
import { realtimeSettings } from '../realtime/realtime-settings.ts'
import { storageSettings } from '../storage/storage-settings.ts'
import { storageTokens } from '../storage/storage-tokens.ts'
import { signingKeys } from '../api/signing-keys.ts'
import { addons } from '../projects/addons.ts'
import { customDomains } from '../connections/custom-domains.ts'
import { branches } from '../copies/branches.ts'
import { merges } from '../copies/merges.ts'
import { tableCopies } from '../copies/table-copies.ts'
import { backups } from '../copies/backups.ts'
import { loadableExtensions } from '../data/loadable-extensions.ts'
import { diagrams } from '../data/diagrams.ts'
import { disk } from '../projects/disk.ts'
import { connectionLimits } from '../connections/connection-limits.ts'
import { postgresVersions } from '../copies/postgres-versions.ts'
import { upgrades } from '../copies/upgrades.ts'
import { usage } from '../organizations/usage.ts'
import { dedicatedPoolers } from '../connections/dedicated-poolers.ts'
import { externalServers, projectServers } from '../projects/external-servers.ts'
import { projectTransfers } from '../projects/project-transfers.ts'
import { networkRestrictions } from '../connections/network-restrictions.ts'
import { poolerStatistics } from '../connections/pooler-statistics.ts'
import { tlsEnforcement } from '../connections/tls-enforcement.ts'
import { replicas } from '../copies/replicas.ts'
import { rowChanges } from '../data/row-changes.ts'
import { rowExports } from '../data/row-exports.ts'
import { rowImports } from '../data/row-imports.ts'
import { sleeps } from '../projects/sleeps.ts'
import { snippets } from '../data/snippets.ts'
import { sqlRuns } from '../data/sql-runs.ts'

/** Calls of single project pages, mostly about data. Kept separate so that the first page doesn't load them. */
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
  tableCopies,
  sleeps,
  backups,
  addons,
  projectTransfers,
  externalServers,
  projectServers,
  customDomains,
  connectionLimits,
  dedicatedPoolers,
  networkRestrictions,
  poolerStatistics,
  tlsEnforcement,
  usage,
  apiKeys,
  signingKeys,
  restSettings,
  requestTokens,
  authSettings,
  authOverviews,
  authMails,
  authHookCalls,
  authLimitUsage,
  authUsers,
  userImports,
  userExports,
  thirdPartyAuth,
  storageSettings,
  realtimeSettings,
  realtimeLive,
  edgeFunctions,
  functionSecrets,
  functionLogs,
  functionVersions,
  functionSchedules,
  functionAnalytics,
  storageBuckets,
  bucketSummaries,
  storageTokens,
  customProviders,
  storageCredentials,
  signInTests,
} as const
