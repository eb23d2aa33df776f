import type { PlatformContext } from '../../../kernel/context.ts'
import type { HasFunctionBuilder } from '../../../kernel/function-builder.ts'
import { openSourceFiles } from './source-files.ts'
import * as store from './store.ts'

/** Functions that were made and never activated are kept for so long. */
const unusedKeptHours = 24

/** Removes what a deploy that was cut off has left, and what no version needs any longer. */
export async function sweepFunctions({
  database,
  config,
  clock,
  parts,
}: Pick<PlatformContext<HasFunctionBuilder>, 'database' | 'config' | 'clock' | 'parts'>): Promise<void> {
  await store.deleteRemoved(database)
  await store.deleteUnused(database, unusedKeptHours)
  const { bundles, files } = await store.listNamed(database)
  const hasDeployed = await openSourceFiles(config.dataDir).keepOnly(files, clock.now())
  // an installation without functions needs nothing that builds them
  if (hasDeployed) await (await parts.functionBuilder())?.keepOnly(bundles)
}
