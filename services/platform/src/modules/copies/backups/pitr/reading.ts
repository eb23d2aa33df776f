import type { Fleet } from '@colonnade/clusters'
import { type Failpoint, isAppError, type Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import type { Offsite } from '../../offsite/offsite.ts'
import * as store from './store.ts'

export interface ReadingParts {
  readonly database: Database
  readonly clusters: Fleet
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly offsite: Offsite
  /** Updates the window after the check. */
  readonly lookAtWindow: (ref: string) => Promise<void>
}

/**
 * Checks all archived WAL of a project if requested, so that damage is found before a restore. Recovery doesn't cross a damaged segment until
 * a later check finds it intact, and starts again with a new backup where needed. An interrupted check starts over.
 */
export async function readWindow(
  { database, clusters, logger, failpoint, offsite, lookAtWindow }: ReadingParts,
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const window = await store.loadWindow(database, ref)
  if (window?.is_to_be_read !== true) return
  let found
  try {
    found = await clusters.need(ref, 'backups').readWal(ref, { signal })
    const names = found.damaged.map(({ file }) => file)
    if (names.length > 0 && (await restoreFiles(offsite, ref, names, signal)) > 0)
      found = await clusters.need(ref, 'backups').readWal(ref, { signal })
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  for (const { file, problem } of found.damaged) logger.warn('WAL damaged', { ref, file, problem })
  await failpoint('pitr.read.before')
  await store.recordReading(database, ref, { segments: found.segments, damaged: found.damaged.map(({ file }) => file), before: window.damaged })
  await failpoint('pitr.read.after')
  await lookAtWindow(ref)
}

/** Returns the number of files restored from off-site copies; leaves damaged files as they are if the storage can't be used. */
async function restoreFiles(offsite: Offsite, ref: string, names: readonly string[], signal: AbortSignal): Promise<number> {
  try {
    return await offsite.putBackWal(ref, names, signal)
  } catch (error) {
    if (isAppError(error, 'offsite_failed') || isAppError(error, 'backup_damaged')) return 0
    throw error
  }
}
