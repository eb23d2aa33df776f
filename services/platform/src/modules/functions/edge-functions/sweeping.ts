import { versionsKept } from '@colonnade/contracts/functions/edge-functions'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasFunctionBuilder } from '../../../kernel/function-builder.ts'
import { forgetHistory } from '../function-history/store.ts'
import { openSourceFiles } from './source-files.ts'
import * as store from './store.ts'

/** Retention of functions that were never activated. */
const unusedKeptHours = 24
/** Minimum age of formerly live versions before deletion. */
const historyKeptMs = 60 * 60_000

/** Deletes leftovers of interrupted deploys, and files that no version needs. */
export async function sweepFunctions({
  database,
  config,
  clock,
  parts,
}: Pick<PlatformContext<HasFunctionBuilder>, 'database' | 'config' | 'clock' | 'parts'>): Promise<void> {
  await store.deleteRemoved(database)
  await store.deleteUnused(database, unusedKeptHours)
  const now = clock.now()
  await forgetHistory(database, { now: new Date(now), before: new Date(now - historyKeptMs) })
  await store.deleteOldVersions(database, versionsKept)
  const { bundles, files } = await store.listNamed(database)
  const hasDeployed = await openSourceFiles(config.dataDir).keepOnly(files, now)
  // an installation without functions doesn't need the bundler
  if (hasDeployed) await (await parts.functionBuilder())?.keepOnly(bundles)
}
