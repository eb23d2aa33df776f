import { accessTokens } from '../account/access-tokens.ts'
import { account } from '../account/account.ts'
import { passwordResets } from '../account/password-resets.ts'
import { passkeys } from '../account/passkeys.ts'
import { secondFactors } from '../account/second-factors.ts'
import { signUps } from '../account/sign-ups.ts'
import { installation } from '../installation/installation.ts'
import { mails } from '../installation/mails.ts'
import { addons } from '../addons/addons.ts'
import { branches } from '../branches/branches.ts'
import { merges } from '../branches/merges.ts'
import { backups } from '../backups/backups.ts'
import { loadableExtensions } from '../databases/loadable-extensions.ts'
import { diagrams } from '../diagrams.ts'
import { disk } from '../disk/disk.ts'
import { connectionLimits } from '../poolers/connection-limits.ts'
import { billing } from '../organizations/billing.ts'
import { installationInvoices } from '../installation/installation-invoices.ts'
import { invoices } from '../organizations/invoices.ts'
import { usage } from '../organizations/usage.ts'
import { dedicatedPoolers } from '../poolers/dedicated-poolers.ts'
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

/** What single pages call, most of them about the data of a project: a part of its own, so that the first page loads none of it. */
export const dataApi = {
  rowImports,
  rowExports,
  rowChanges,
  sqlRuns,
  snippets,
  diagrams,
  disk,
  loadableExtensions,
  replicas,
  branches,
  merges,
  sleeps,
  backups,
  addons,
  connectionLimits,
  dedicatedPoolers,
  networkRestrictions,
  poolerStatistics,
  tlsEnforcement,
  billing,
  invoices,
  installationInvoices,
  usage,
  account,
  passwordResets,
  signUps,
  installation,
  mails,
  accessTokens,
  secondFactors,
  passkeys,
} as const
