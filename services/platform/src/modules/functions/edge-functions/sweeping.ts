import { versionsKept } from '@colonnade/contracts/functions/edge-functions'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasFunctionBuilder } from '../../../kernel/function-builder.ts'
import { forgetHistory } from '../function-history/store.ts'
import { openSourceFiles } from './source-files.ts'
import * as store from './store.ts'

/** Functions that were made and never activated are kept for so long. */
const unusedKeptHours = 24
/** So old is what was live and can be forgotten, if nothing needs it. */
const historyKeptMs = 60 * 60_000

/** Removes what a deploy that was cut off has left, and what no version needs any longer. */
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
  // an installation without functions needs nothing that builds them
  if (hasDeployed) await (await parts.functionBuilder())?.keepOnly(bundles)
}
